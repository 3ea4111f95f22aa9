import Streams
import Testing

@Suite("dropFirst")
struct DropFirstTests {
  @Test(
    "Drops the first and passes the rest",
    arguments: [
      (-1, "1-2-3-|"), (0, "1-2-3-|"), (1, "--2-3-|"), (2, "----3-|"), (9, "------|"),
    ])
  func values(_ count: Int, _ expected: String) {
    let stage = PictureStage()
    #expect(stage.play(stage.cold("1-2-3-|").dropFirst(count)) == expected)
  }

  @Test("One, when no number is given")
  func one() {
    let stage = PictureStage()
    #expect(stage.play(stage.cold("1-2|").dropFirst()) == "--2|")
  }

  @Test("Ends, fails, cancels and counts for each observer anew")
  func laws() {
    expectLaws { source, _ in source.dropFirst(2) }
  }
}
