import Streams
import StreamsTesting
import Testing

@Suite("share")
struct ShareTests {
  private let stage = PictureStage()

  @Test("One run for those who observe at the same time; a late one hears what is left")
  func values() {
    let shared = stage.cold("1-2-3-|").share()
    #expect(stage.play(shared, from: [0, 1, 5]) == ["1-2-3-|", "-2-3-|", "-|"])
    #expect(stage.runs() == "0-6")
  }

  @Test("The last to leave cancels the run, another leaves it alone")
  func leaves() {
    let shared = stage.cold("1-2-3-|").share()
    let first = stage.scheduler.record(shared, from: .zero, cancelAt: .init(offset: .seconds(1)))
    let second = stage.scheduler.record(shared, from: .zero, cancelAt: .init(offset: .seconds(3)))
    stage.scheduler.advance(by: .seconds(9))
    #expect(first.values == ["1"])
    #expect(second.values == ["1", "2"])
    #expect(stage.runs() == "0-3")
  }

  @Test("After an end, a failure or an empty room the next observer starts a new run")
  func runsAgain() {
    let finishing = stage.cold("1|", "a").share()
    #expect(stage.play(finishing, from: [0, 3]) == ["1|", "1|"])
    #expect(stage.runs("a") == "0-1 3-4")
    let failing = stage.cold("1#", "b").share()
    #expect(stage.play(failing, from: [0, 3]) == ["1#", "1#"])
    let left = stage.cold("1--|", "c").share()
    #expect(stage.play(left, cancelAt: 1) == "1")
    #expect(stage.play(left) == "1--|")
  }

  @Test("A failure goes to all")
  func fails() {
    #expect(stage.play(stage.cold("1--#").share(), from: [0, 1]) == ["1--#", "--#"])
  }

  @Test("A synchronous run is over before a second observer can come")
  func synchronous() {
    let starts = Notes<Int>()
    let shared = PictureSignal.sequence(["1", "2"]).handleEvents(onStart: { starts.add(1) }).share()
    #expect(stage.play(shared, from: [0, 1]) == ["(12|)", "(12|)"])
    #expect(starts.all.count == 2)
  }

  @Test("An observer that starts another run in its handler of the end gets a new one")
  func restarts() {
    let scheduler = stage.scheduler
    let shared = stage.cold("1|").share()
    let again = Notes<Recording<String, PictureFailure>>()
    shared.observe(finished: { again.add(scheduler.record(shared)) })
    scheduler.advance(by: .seconds(5))
    #expect(again.all.map(\.values) == [["1"]])
    #expect(stage.runs() == "0-1 1-2")
  }

  @Test("Two calls are two runs")
  func twoCalls() {
    let source = stage.cold("1|")
    let (one, other) = (source.share(), source.share())
    #expect(stage.play(merge(one, other)) == "(11)|")
    #expect(stage.runs() == "0-1 0-1")
  }

  @Test("Values sent from a handler reach all observers in order")
  func reentrancy() {
    let subject = PassthroughSubject<Int, Never>()
    let shared = subject.signal.share()
    let notes = Notes<String>()
    shared.observe(value: { value in
      if value == 1 { subject.send(2) }
      notes.add("A\(value)")
    })
    shared.observe(value: { notes.add("B\($0)") })
    subject.send(1)
    #expect(notes.all == ["A1", "B1", "A2", "B2"])
  }

  @Test("Ends, fails and cancels as its input")
  func laws() {
    #expect(stage.play(stage.cold("--|").share()) == "--|")
    let other = PictureStage()
    #expect(other.play(other.cold("1--2|").share(), cancelAt: 2) == "1")
    #expect(other.runs() == "0-2")
  }
}
