import Testing

@testable import StreamsHTTP

@Suite("Fields")
struct HTTPFieldsTests {
  @Test(
    "follow the table of operations",
    arguments: Vectors.rows("header-fields") { $0.kind != "merge" })
  func operations(_ row: Vector) {
    let actual = Self.outcome(of: row.input["ops"].list)
    #expect(row.accepts(actual), "wanted \(row.wanted), got \(actual)")
  }

  @Test(
    "of a request go over the defaults",
    arguments: Vectors.rows("header-fields") { $0.kind == "merge" })
  func merging(_ row: Vector) throws {
    let request = row.input["request"].list
    let removed = request.filter { $0.list.last == .null }.compactMap { $0.list.first?.text }
    let kept = request.filter { $0.list.last != .null }
    let defaults = try HTTPFields(row.input["defaults"].pairs)
    let merged = try HTTPFields(JSON.list(kept).pairs)
      .merged(over: defaults, removing: Set(removed))
    let actual = JSON.object(["fields": Self.lines(merged)])
    #expect(row.accepts(actual), "wanted \(row.wanted), got \(actual)")
  }

  @Test("that differ in a value are not equal, those that differ in case of a name are")
  func equality() throws {
    let fields = try HTTPFields([("Accept", "a")])
    #expect(try fields == HTTPFields([("accept", "a")]))
    #expect(try fields.hashValue == HTTPFields([("ACCEPT", "a")]).hashValue)
    #expect(try fields != HTTPFields([("Accept", "b")]))
    #expect(fields != HTTPFields())
  }

  @Test("never join Set-Cookie, and join Cookie by a semicolon")
  func cookies() throws {
    let fields = try HTTPFields([
      ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2"), ("Cookie", "c=3"), ("Cookie", "d=4"),
    ])
    #expect(fields["set-cookie"] == "a=1")
    #expect(fields.values(of: "Set-Cookie") == ["a=1", "b=2"])
    #expect(fields["cookie"] == "c=3; d=4")
  }

  @Test("refuse a value without being changed")
  func refusal() throws {
    var fields = try HTTPFields([("Authorization", "Bearer x")])
    let before = fields
    #expect(throws: InvalidField(name: "Authorization", reason: .value)) {
      try fields.set("Authorization", "Bearer x\r\nX-Injected: 1")
    }
    #expect(throws: InvalidField(name: "a b", reason: .name)) { try fields.append("a b", "1") }
    #expect(fields == before)
  }

  private static func outcome(of operations: [JSON]) -> JSON {
    var fields = HTTPFields()
    var results: [JSON] = []
    do {
      for operation in operations {
        let parts = operation.list.compactMap(\.text)
        switch parts[0] {
        case "append": try fields.append(parts[1], parts[2])
        case "set": try fields.set(parts[1], parts[2])
        case "setIfAbsent": try fields.setIfAbsent(parts[1], parts[2])
        case "remove": fields.remove(parts[1])
        case "get": results.append(fields[parts[1]].map(JSON.text) ?? .null)
        case "getAll": results.append(.list(fields.values(of: parts[1]).map(JSON.text)))
        default: Issue.record("no operation \(parts[0])")
        }
      }
    } catch {
      return .error
    }
    return .object(["fields": lines(fields), "results": .list(results)])
  }

  private static func lines(_ fields: HTTPFields) -> JSON {
    .pairs(fields.map { ($0.name, $0.value) })
  }
}
