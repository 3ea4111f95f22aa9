import Testing

@testable import StreamsHTTP

@Suite("A date")
struct HTTPDateTests {
  @Test("is read in three forms", arguments: Vectors.rows("http-date") { $0.kind != "format" })
  func reading(_ row: Vector) {
    let now = Int64(row.input["now"].integer ?? 0)
    let date = HTTPDate.parse(row.input["value"].text ?? "", now: now)
    let actual = date.map { JSON.integer(Int($0)) } ?? .null
    #expect(row.accepts(actual), "wanted \(row.wanted), got \(actual)")
  }

  @Test("is written in one", arguments: Vectors.rows("http-date") { $0.kind == "format" })
  func writing(_ row: Vector) {
    let actual = JSON.text(HTTPDate.format(Int64(row.input["epoch"].integer ?? 0)))
    #expect(row.accepts(actual), "wanted \(row.wanted), got \(actual)")
  }

  @Test("that is written is read back, in any of eight centuries")
  func roundTrip() {
    for day in stride(from: Int64(-200_000), to: 100_000, by: 173) {
      let epoch = day * 86_400 + abs(day % 86_400)
      let text = HTTPDate.format(epoch)
      #expect(HTTPDate.parse(text, now: 0) == epoch, "\(text)")
    }
  }
}
