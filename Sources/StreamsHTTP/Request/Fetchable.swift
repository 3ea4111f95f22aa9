/// A model that is fetched by its id, below one path.
///
/// ```swift
/// struct User: Fetchable {
///   static let apiBase = "users"
///   let id: Identifier<User, Int>
///   var name: String
/// }
/// client.send(.fetching(User.self, id: 7))  // GET users/7
/// ```
///
/// Where it comes from is the transport's to say: a network, a database, a cache, prepared data.
public protocol Fetchable: Decodable, Identifiable, Sendable
where ID: CustomStringConvertible & Sendable {
  /// Where the models are, below the client's base URL; text as it stands in a URL.
  static var apiBase: String { get }
}

extension Request where Value: Fetchable, Failure == RequestFailure {
  /// Asks with GET for the model of that id.
  ///
  /// The id fills exactly one segment after `apiBase`, whatever it holds; one that can fill none
  /// – empty, `.` or `..` – fails the request when it is sent. A query of `apiBase` stays behind.
  public static func fetching(_ model: Value.Type = Value.self, id: Value.ID) -> Self {
    Self(
      RequestDetails(method: .get, path: RequestPath(id, below: model.apiBase)), reading: .decoded)
  }
}

extension RequestPath {
  /// The path of one member of a collection.
  fileprivate init(_ id: some CustomStringConvertible, below base: String) {
    let collection = base.prefix { $0 != "?" && $0 != "#" }
    let separator = collection.isEmpty || collection.hasSuffix("/") ? "" : "/"
    var path = StringInterpolation(literalCapacity: base.utf8.count, interpolationCount: 1)
    path.appendLiteral(collection + separator)
    path.appendInterpolation(id)
    path.appendLiteral(String(base[collection.endIndex...]))
    self.init(stringInterpolation: path)
  }
}
