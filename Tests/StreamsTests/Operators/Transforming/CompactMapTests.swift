import Streams
import Testing

@Suite("compactMap")
struct CompactMapTests {
  @Test("Changes values and drops what becomes nil")
  func values() {
    let stage = PictureStage()
    #expect(stage.play(stage.cold("1--x-3--|").compactMap { Int($0) }) == "1----3--|")
  }

  @Test("An optional of an optional keeps the inner nil")
  func nested() {
    let stage = PictureStage()
    let signal = stage.cold("1x|").compactMap { text -> Int?? in .some(Int(text)) }
    #expect(stage.play(signal.map { $0.map(String.init) ?? "n" }) == "1n|")
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws { source, _ in source.compactMap { $0 == "2" ? nil : $0 } }
  }
}
