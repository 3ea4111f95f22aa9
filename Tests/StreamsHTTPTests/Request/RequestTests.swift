import Streams
import Testing

@testable import StreamsHTTP

@Suite("A request")
struct RequestTests {
  @Test("keeps every setting through every transformation")
  func transformations() {
    let request = Self.everySettingSet
    let before = Self.settings(request.details)
    let after: [[String]] = [
      Self.settings(request.map(\.name).details),
      Self.settings(request.tryMap { user throws(RequestFailure) in user.id }.details),
      Self.settings(request.mapError { _ in Refused() }.details),
      Self.settings(request.withResponse().details),
      Self.settings(request.validate(.anyStatus).details),
      Self.settings(request.decoding(with: .json).details),
      Self.settings(request.failureBody(as: Problem.self).details),
      Self.settings(
        request.validate(.statuses(200..<400)).map(\.id).mapError { _ in Refused() }
          .tryMap { id throws(Refused) in "\(id)" }.withResponse().details),
    ]
    #expect(before.count == Mirror(reflecting: request.details).children.count + 1)
    for settings in after {
      #expect(settings == before)
    }
  }

  @Test("is changed by copies: what it was made from stays as it was")
  func copies() {
    let plain = Request<User, RequestFailure>.user(7)
    let before = Self.settings(plain.details)
    _ = plain.query("a", "b").field("X", "1").timeout(.seconds(1)).idempotent(key: "k")
      .body(.bytes([1])).addingField("Y", "2").query(["c": "d"])
    #expect(Self.settings(plain.details) == before)
  }

  @Test("of each builder has its method, path and body")
  func builders() {
    let user = User(id: 7, name: "Ada")
    let made: [(Request<User, RequestFailure>, HTTPMethod, hasBody: Bool)] = [
      (.get("u/\(7)"), .get, false), (.delete("u/\(7)"), .delete, false),
      (.post("u/\(7)"), .post, false), (.post("u/\(7)", json: user), .post, true),
      (.put("u/\(7)"), .put, false), (.put("u/\(7)", json: user), .put, true),
      (.patch("u/\(7)"), .patch, false), (.patch("u/\(7)", json: user), .patch, true),
    ]
    for (request, method, hasBody) in made {
      #expect(request.details.method == method)
      #expect(request.details.path.text == "u/7")
      #expect(request.details.body.description == (hasBody ? "a value of type User" : "no body"))
    }
    let plain: [(Request<Void, RequestFailure>, HTTPMethod)] = [
      (.get("u"), .get), (.post("u"), .post), (.post("u", json: user), .post),
      (.put("u"), .put), (.put("u", json: user), .put), (.patch("u"), .patch),
      (.patch("u", json: user), .patch), (.delete("u"), .delete),
    ]
    #expect(plain.allSatisfy { $0.0.details.method == $0.1 })
    #expect(Request<HTTPResponse, RequestFailure>.head("u").details.method == .head)
  }

  @Test("collects query items in the order written, and none for nil")
  func query() throws {
    let none: Int? = nil
    let request = Request<User, RequestFailure>.get("u")
      .query("b", 2).query("a", "1").query("n", none).query(["d": "4", "c": "3"])
    #expect(
      try request.details.query.items() == [
        QueryItem("b", "2"), QueryItem("a", "1"), QueryItem("d", "4"), QueryItem("c", "3"),
      ])
  }

  private struct Refused: Error {}

  private static let everySettingSet = Request<User, RequestFailure>
    .post("users/\(7)?x=1", json: User(id: 7, name: "Ada"))
    .query("page", 2).field("Accept", "a/b").field("Accept-Language", nil)
    .addingField("X", "1").addingField("X", "2").field("bad name", "1")
    .timeout(.seconds(9)).idempotent(key: "k")

  /// Every stored part of the description, found by reflection so that a new one is compared
  /// too, and once more the parts whose descriptions leave values out.
  private static func settings(_ details: RequestDetails) -> [String] {
    let items = try? details.query.items()
    return Mirror(reflecting: details).children.map {
      "\($0.label ?? "?") \(String(reflecting: $0.value))"
    }
      + [
        details.fields.map { "\($0.name)=\($0.value)" }.joined(separator: "&") + details.path.text
          + "\(items?.map { "\($0.name)=\($0.value)" } ?? ["cannot be encoded"])"
      ]
  }
}
