import Streams
import StreamsTesting
import Testing

@Suite("Signal(asyncSequence)")
struct AsyncSequenceTests {
  private let stage = PictureStage()
  private let notes = Notes<String>()

  private func signal(_ picture: String) -> PictureSignal {
    PictureSignal(Letters(picture, on: stage, notes), executor: stage.scheduler)
  }

  @Test(
    "The elements, when they come, and the end; each observation goes through it anew",
    arguments: ["1-2--3|", "---|", "|", "--#", "1-#", "#"])
  func elements(picture: String) {
    #expect(stage.play(signal(picture), from: [0, 2]) == [picture, picture])
    #expect(notes.all.filter { $0 == "made" }.count == 2)
    #expect(notes.all.filter { $0 == "released" }.count == 2)
  }

  @Test("One made for each observation, in its task, need not be Sendable")
  func elementsMadeAnew() {
    let (stage, notes) = (stage, notes)
    let signal = PictureSignal(
      elements: {
        notes.add(stage.tick == 0 ? "first" : "second")
        return Letters("1-2|", on: stage)
      }, executor: stage.scheduler)
    #expect(notes.all == [])
    #expect(stage.play(signal, from: [0, 1]) == ["1-2|", "1-2|"])
    #expect(notes.all == ["first", "second"])
  }

  @Test("A cancel cancels the task, lets go of the iterator, and nothing follows")
  func cancel() {
    #expect(stage.play(signal("1-2-3|"), cancelAt: 3) == "1-2")
    #expect(notes.all.suffix(2) == ["cancelled", "released"])
  }

  @Test("A cancel before the task has had a turn asks for nothing")
  func cancelledBefore() throws {
    let recording = stage.scheduler.record(signal("1|"))
    recording.cancel()
    stage.scheduler.advance(by: .seconds(9))
    #expect(notes.all == [])
    #expect(recording.events.isEmpty)
    try stage.scheduler.verify()
  }

  @Test("What comes below may stop it: the iterator is asked no more")
  func stoppedBelow() {
    #expect(stage.play(signal("1-2-3-4|").prefix(2)) == "1-(2|)")
    #expect(notes.all == ["made", "asked", "asked", "released"])
  }

  @Test("The next element is asked for when the one before has been delivered")
  func oneAtATime() {
    let notes = notes
    _ = stage.play(signal("12|").handleEvents(onValue: { notes.add($0) }))
    #expect(notes.all == ["made", "asked", "1", "asked", "2", "asked", "released"])
  }

  @Test("What the handler adds to the sequence comes after, not inside")
  func reentrancy() {
    let scheduler = stage.scheduler
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let log = Notes<String>()
    Signal<Int, Never>(stream, executor: scheduler).observe(value: { value in
      log.add("<\(value)")
      if value < 3 { continuation.yield(value + 1) }
      log.add("\(value)>")
    })
    continuation.yield(1)
    scheduler.advance(by: .zero)
    #expect(log.all == ["<1", "1>", "<2", "2>", "<3", "3>"])
  }

  @Test("The failure is the sequence's own: none, some error, or a type of yours")
  func failures() {
    let never = Signal<Int, Never>(AsyncStream { nil }, executor: stage.scheduler)
    #expect(stage.play(never) == "|")
    let some = Signal<Int, any Error>(
      AsyncThrowingStream { throw PictureFailure() }, executor: stage.scheduler)
    #expect(stage.play(some) == "#")
    let typed: Signal<String, PictureFailure> = signal("#")
    #expect(stage.play(typed) == "#")
  }
}
