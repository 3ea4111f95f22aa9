import Streams
import Testing

@Suite("count")
struct CountTests {
  @Test(
    "How many there were, with the end",
    arguments: [("1--(23)-|", "-----(3|)"), ("--|", "--(0|)"), ("1-2#", "---#"), ("12-", "")])
  func values(_ picture: String, _ expected: String) {
    let stage = PictureStage()
    #expect(stage.play(stage.cold(picture).count(), cancelAt: 9) == expected)
  }

  @Test("Ends, fails, cancels and counts for each observer anew")
  func laws() {
    expectLaws(empty: "---(0|)") { source, _ in source.count() }
  }

  @Test("A value sent while another is delivered counts")
  func reentrancy() {
    let subject = PassthroughSubject<Int, Never>()
    let notes = Notes<Int>()
    subject.signal.handleEvents(onValue: { if $0 == 1 { subject.send(2) } }).count()
      .observe(value: { notes.add($0) })
    subject.send(1)
    subject.finish()
    #expect(notes.all == [2])
  }
}
