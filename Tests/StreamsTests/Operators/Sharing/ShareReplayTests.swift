import Streams
import StreamsTesting
import Testing

@Suite("share(replay:scope:)")
struct ShareReplayTests {
  private let stage = PictureStage()

  private func both(_ body: (ShareScope) -> Void) {
    body(.whileObserved)
    body(.forever)
  }

  @Test("Who comes later gets the last values first, oldest first, then what follows")
  func values() {
    both { scope in
      let stage = PictureStage()
      let shared = stage.cold("1-2-3-4|").share(replay: 2, scope: scope)
      #expect(stage.play(shared, from: [0, 1, 5]) == ["1-2-3-4|", "12-3-4|", "(23)4|"])
      #expect(stage.runs() == "0-7")
    }
  }

  @Test("While observed: the last to leave cancels, and what was kept goes with the run")
  func leaves() {
    let shared = stage.cold("1-2-3-|").share(replay: 2)
    #expect(stage.play(shared, cancelAt: 3) == "1-2")
    #expect(stage.play(shared) == "1-2-3-|")
    #expect(stage.runs() == "0-3 6-12")
  }

  @Test("While observed: after an end or a failure the next observer starts anew")
  func runsAgain() {
    for end in ["|", "#"] {
      let stage = PictureStage()
      let shared = stage.cold("12\(end)").share(replay: 2)
      #expect(stage.play(shared, from: [0, 1, 4]) == ["12\(end)", "(12)\(end)", "12\(end)"])
      #expect(stage.runs() == "0-2 4-6")
    }
  }

  @Test("For ever: the last to leave does not cancel, values and completion are kept")
  func forever() {
    let shared = stage.cold("12-3|").share(replay: 2, scope: .forever)
    let first = stage.scheduler.record(shared, from: .zero, cancelAt: .init(offset: .seconds(1)))
    #expect(stage.play(shared, from: [2, 9]) == ["(12)3|", "(23|)"])
    #expect(first.values == ["1"] && first.end == nil)
    #expect(stage.runs() == "0-4")
  }

  @Test("For ever with no replay: the completion alone is kept")
  func foreverWithoutReplay() {
    let shared = stage.cold("1-2|").share(replay: 0, scope: .forever)
    #expect(stage.play(shared, from: [0, 1, 5]) == ["1-2|", "-2|", "|"])
    #expect(stage.runs() == "0-3")
  }

  @Test("For ever: a failure ends the run, drops what was kept and is not kept itself")
  func foreverFails() {
    let shared = stage.cold("12#").share(replay: 2, scope: .forever)
    #expect(stage.play(shared, from: [0, 4, 5]) == ["12#", "12#", "(12)#"])
    #expect(stage.runs() == "0-2 4-6")
  }

  @Test("For ever: an observer that starts again in its handler of the failure gets a new run")
  func restarts() {
    let again = Notes<Recording<String, PictureFailure>>()
    let scheduler = stage.scheduler
    let shared = stage.cold("1#").share(replay: 1, scope: .forever)
    shared.observe(failure: { _ in again.add(scheduler.record(shared)) })
    scheduler.advance(by: .seconds(9))
    #expect(again.all.map { Picture.draw($0.events, from: 1) } == ["1#"])
    #expect(stage.runs() == "0-1 1-2")
  }

  @Test("A synchronous run is kept for ever, and not while observed")
  func synchronous() {
    both { scope in
      let starts = Notes<Int>()
      let stage = PictureStage()
      let shared = PictureSignal.sequence(["1", "2"])
        .handleEvents(onStart: { starts.add(1) }).share(replay: 1, scope: scope)
      let second = scope == .forever ? "(2|)" : "(12|)"
      #expect(stage.play(shared, from: [0, 1]) == ["(12|)", second])
      #expect(starts.all.count == (scope == .forever ? 1 : 2))
    }
  }

  @Test("An observer that cancels inside the replay gets no more of it")
  func cancelInside() {
    both { scope in
      let subject = PassthroughSubject<String, PictureFailure>()
      let shared = subject.signal.share(replay: 3, scope: scope)
      let first = shared.observe()
      for value in ["1", "2", "3"] { subject.send(value) }
      let cancelled = Subscription()
      let values = Notes<String>()
      shared.observe(
        in: cancelled,
        value: { value in
          values.add(value)
          if value == "2" { cancelled.cancel() }
        })
      #expect(values.all == ["1", "2"])
      #expect(subject.observerCount == 1)
      first.cancel()
    }
  }

  @Test("What is sent from inside a replay comes after all of it")
  func reentrancy() {
    both { scope in
      let subject = PassthroughSubject<Int, Never>()
      let shared = subject.signal.share(replay: 2, scope: scope)
      let notes = Notes<String>()
      shared.observe(value: { notes.add("A\($0)") })
      subject.send(1)
      subject.send(2)
      shared.observe(value: { value in
        notes.add("B\(value)")
        if value == 1 { subject.send(3) }
      })
      #expect(notes.all == ["A1", "A2", "B1", "B2", "A3", "B3"])
    }
  }

  @Test("Two calls are two runs")
  func twoCalls() {
    let source = stage.cold("1|")
    let first = source.share(replay: 1, scope: .forever)
    let second = source.share(replay: 1, scope: .forever)
    #expect(stage.play(merge(first, second)) == "(11)|")
    #expect(stage.runs() == "0-1 0-1")
  }

  @Test("A count below zero is reported and taken for zero", arguments: [-1, Int.min])
  func countTooSmall(_ count: Int) {
    let misuses = collectingMisuse {
      let shared = stage.cold("12|").share(replay: count)
      #expect(stage.play(shared, from: [0, 1]) == ["12|", "2|"])
    }
    #expect(
      misuses.entries
        == [.countTooSmall(operator: "share(replay:scope:)", given: count, least: 0)])
  }

  @Test("Ends, fails and cancels as its input")
  func laws() {
    both { scope in
      let stage = PictureStage()
      #expect(stage.play(stage.cold("--|").share(replay: 1, scope: scope)) == "--|")
      #expect(stage.play(stage.cold("--#").share(replay: 1, scope: scope)) == "--#")
      let other = PictureStage()
      // The signal goes when it has been played: nobody is left to hear its run.
      #expect(other.play(other.cold("1--2|").share(replay: 1, scope: scope), cancelAt: 2) == "1")
      #expect(other.runs().hasPrefix("0-"))
    }
  }
}
