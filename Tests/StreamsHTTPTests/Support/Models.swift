import StreamsHTTP

struct User: Codable, Hashable, Sendable {
  var id: Int
  var name: String
}

struct Problem: Codable, Hashable, Sendable {
  var title: String
}

extension Request where Value == User, Failure == RequestFailure {
  static func user(_ id: Int) -> Self { .get("users/\(id)") }
}
