import Streams
import Testing

@Suite("map")
struct MapTests {
  @Test("Changes each value, in its place")
  func values() {
    let stage = PictureStage()
    #expect(stage.play(stage.cold("1--(23)-|").map { $0 + "0" }) == "[10]--([20][30])-|")
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws { source, _ in source.map { $0 + "0" } }
  }
}
