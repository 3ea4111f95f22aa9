import Testing

/// The loader must be able to fail: each kind of promise of a row, broken.
@Suite("Comparison")
struct ComparisonTests {
  private static let row: [String: JSON] = [
    "id": "self-001", "rule": "#24", "operator": "catch", "note": "a row of our own",
    "args": .object(["handler": .object(["*": "b"])]),
    "sources": .object([
      "a": script([[10, "value", 1], [20, "failure", "boom"]]),
      "b": script([[5, "value", 7], [10, "finished"]]),
    ]),
    "observe": 0, "cancel": .null,
    "expected": rows([[10, "value", 1], [25, "value", 7], [30, "finished"]]),
    "runs": .object(["a": rows([[0, 20]]), "b": rows([[20, 30]])]),
    "calls": rows([[20, "boom"]]),
    "trace": rows([
      [0, "start", "a"], [10, "value", 1], [20, "end", "a"], [20, "call", "boom"],
      [20, "start", "b"], [25, "value", 7], [30, "end", "b"], [30, "finished"],
    ]),
  ]

  private static func rows(_ rows: [[JSON]]) -> JSON { .list(rows.map { .list($0) }) }

  private static func script(_ events: [[JSON]]) -> JSON {
    .object(["kind": "cold", "events": rows(events)])
  }

  private func failure(_ changed: [String: JSON] = [:]) -> String? {
    let vector = Vector(Self.row.merging(changed) { $1 })
    return Comparison.failure(of: vector, played: Stage(vector, .inOrder).play())
  }

  @Test("A true row passes")
  func passes() { #expect(failure() == nil) }

  @Test(
    "A false row fails, in each of its parts",
    arguments: [
      ("observer 1", "expected", rows([[10, "value", 1], [25, "value", 7]])),
      ("runs of a", "runs", .object(["a": rows([[0, .null]]), "b": rows([[20, 30]])])),
      ("calls", "calls", .list([])),
      ("trace", "trace", .list([])),
    ])
  func fails(_ title: String, _ key: String, _ value: JSON) {
    #expect(failure([key: value])?.contains(title) == true)
  }

  @Test("The time line is aligned and marks what differs")
  func timeline() {
    let drawn = Comparison.timeline(
      "observer 1", [.list([10, "value", 1]), .list([20, "finished"])],
      [.list([10, "value", 2]), .list([20, "finished"])])
    #expect(
      drawn == """
        observer 1
              at  expected                    actual
              10  value 1                     value 2                       <--
              20  finished                    finished
        """)
  }
}
