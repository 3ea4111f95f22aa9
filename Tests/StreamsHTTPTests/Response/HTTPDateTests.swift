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

  @Test(
    "past the four digits of its year is written as the nearest one that fits, and traps nowhere")
  func ends() {
    #expect(HTTPDate.format(.max) == "Fri, 31 Dec 9999 23:59:59 GMT")
    #expect(HTTPDate.format(253_402_300_800) == "Fri, 31 Dec 9999 23:59:59 GMT")
    #expect(HTTPDate.format(.min) == "Sat, 01 Jan 0000 00:00:00 GMT")
    for now in [Int64.min, .max, -62_167_219_200, 253_402_300_799] {
      for year in ["00", "49", "50", "99"] {
        #expect(HTTPDate.parse("Sunday, 01-Jan-\(year) 00:00:00 GMT", now: now) != nil)
      }
    }
  }
}
