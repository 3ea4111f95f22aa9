import StreamsHTTP
import Testing

@Suite("Retry-After")
struct RetryAfterTests {
  @Test("is a number of seconds or a date", arguments: Vectors.rows("retry-after"))
  func waits(_ row: Vector) {
    var fields = HTTPFields()
    for value in row.input["values"].list {
      // A value that is none is refused by the fields already, which ignores it.
      try? fields.append("Retry-After", value.text ?? "")
    }
    let wait = RetryAfter.wait(
      in: fields, now: .milliseconds(row.input["now_ms"].integer ?? 0),
      ceiling: row.input["cap_ms"].integer.map { .milliseconds($0) })
    let actual = wait.map { JSON.integer(Int(exactly: $0 / .milliseconds(1)) ?? .max) } ?? .null
    #expect(row.accepts(actual), "wanted \(row.wanted), got \(actual)")
  }

  @Test("of more seconds than fit traps nowhere and is not zero")
  func huge() throws {
    let fields = try HTTPFields([("Retry-After", String(repeating: "9", count: 400))])
    let wait = try #require(RetryAfter.wait(in: fields, now: .zero))
    #expect(wait > .seconds(1_000_000_000))
  }
}
