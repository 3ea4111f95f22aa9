import Streams
import Testing

@Suite("ignoreFailure")
struct IgnoreFailureTests {
  @Test(
    "The end instead of a failure",
    arguments: [("1-2-#", "1-2-|"), ("1-|", "1-|"), ("--|", "--|"), ("#", "|")])
  func values(_ picture: String, _ expected: String) {
    let stage = PictureStage()
    let signal: Signal<String, Never> = stage.cold(picture).ignoreFailure()
    #expect(stage.play(signal) == expected)
  }

  @Test("What follows starts after the input was torn down")
  func order() {
    let stage = PictureStage()
    let next = stage.cold("8|", "b").ignoreFailure()
    #expect(stage.play(stage.cold("1-#", "a").ignoreFailure().append(next)) == "1-8|")
    #expect(stage.runs("a") + " " + stage.runs("b") == "0-2 2-3")
  }

  @Test("Ends, cancels and shares nothing")
  func laws() {
    expectLaws(failure: "--|") { source, _ in
      source.ignoreFailure().setFailureType(to: PictureFailure.self)
    }
  }
}
