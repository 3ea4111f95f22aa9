import Streams
import StreamsTesting
import Testing

@Suite("mapError")
struct MapErrorTests {
  private struct Other: Error, Equatable {
    var text: String
  }

  @Test("Changes the failure and nothing else")
  func changes() {
    let stage = PictureStage()
    let recording = stage.scheduler.record(
      stage.cold("1-2#").mapError { Other(text: "\($0)") })
    stage.scheduler.advance(by: .seconds(9))
    #expect(recording.values == ["1", "2"])
    #expect(recording.failure == Other(text: "\(PictureFailure())"))
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws { source, _ in source.mapError { $0 } }
  }
}
