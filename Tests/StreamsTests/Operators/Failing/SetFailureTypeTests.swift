import Streams
import Testing

@Suite("setFailureType")
struct SetFailureTypeTests {
  private let stage = PictureStage()

  private func typed(_ picture: String) -> PictureSignal {
    let never: Signal<String, Never> = stage.cold(picture).catch { _ in .empty() }
    return never.setFailureType(to: PictureFailure.self)
  }

  @Test("The same values and the same end, fit to stand beside others")
  func passes() {
    #expect(stage.play(typed("1-2|"), from: [0, 1]) == ["1-2|", "1-2|"])
    #expect(stage.play(typed("--|")) == "--|")
    #expect(stage.play(merge(typed("1--|"), stage.cold("-#"))) == "1#")
  }

  @Test("A cancel reaches the input")
  func cancel() {
    #expect(stage.play(typed("1--2|"), cancelAt: 2) == "1")
    #expect(stage.runs() == "0-2")
  }
}
