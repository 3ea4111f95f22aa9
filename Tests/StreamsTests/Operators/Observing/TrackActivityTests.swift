import Streams
import StreamsTesting
import Testing

@Suite("trackActivity")
struct TrackActivityTests {
  private let stage = PictureStage()
  private let activity = Activity()

  /// The counts told while `work` goes on.
  private func counts(during work: () -> Void) -> [Int] {
    let notes = Notes<Int>()
    let observation = activity.counts.observe(value: { notes.add($0) })
    work()
    observation.cancel()
    return notes.all
  }

  @Test(
    "Counts from the start to the end, however that comes",
    arguments: [("1-2|", "1-2|"), ("1-#", "1-#"), ("|", "|"), ("#", "#")])
  func ends(_ picture: String, _ delivered: String) {
    let counts = counts {
      #expect(stage.play(stage.cold(picture).trackActivity(activity)) == delivered)
    }
    #expect(counts == [0, 1, 0])
  }

  @Test("Counts until a cancel, and a cancel after the end counts no more")
  func cancel() {
    let cancelled = counts {
      #expect(stage.play(stage.cold("1--2|").trackActivity(activity), cancelAt: 2) == "1")
    }
    #expect(cancelled == [0, 1, 0])
    let late = counts {
      let observation = PictureSignal.just("1").trackActivity(activity).observe { _ in }
      for _ in 1...3 { observation.cancel() }
    }
    #expect(late == [0, 1, 0])
  }

  @Test("An operator below that has enough counts as a cancel")
  func early() {
    let counts = counts {
      #expect(stage.play(stage.cold("1-2|").trackActivity(activity).prefix(1)) == "(1|)")
    }
    #expect(counts == [0, 1, 0])
  }

  @Test("Counts every observation of every signal")
  func several() {
    let counts = counts {
      let (short, long) = (stage.cold("-1|"), stage.cold("---#"))
      let both = merge(short.trackActivity(activity), long.trackActivity(activity))
      _ = stage.play(both, from: [0, 1])
    }
    #expect(counts.max() == 4)
    #expect(counts.last == 0)
    #expect(zip(counts, counts.dropFirst()).allSatisfy { abs($0 - $1) == 1 })
  }

  @Test("Counts from before the start until the end was delivered")
  func order() {
    let notes = Notes<String>()
    let activity = activity
    PictureSignal.deferred {
      notes.add("start \(activity.count)")
      return .just("a")
    }
    .trackActivity(activity)
    .observe { _ in notes.add("event \(activity.count)") }
    #expect(notes.all == ["start 1", "event 1", "event 1"])
    #expect(activity.count == 0)
  }

  @Test("What starts another at its end does not let the count touch zero")
  func handover() {
    let counts = counts {
      let activity = activity
      PictureSignal.empty().trackActivity(activity).observe(finished: {
        PictureSignal.empty().trackActivity(activity).observe { _ in }
      })
    }
    #expect(counts == [0, 1, 2, 1, 0])
  }

  @Test("A cancel by whoever hears of the start starts nothing and is balanced")
  func cancelAtStart() {
    let scope = Subscription()
    let notes = Notes<Int>()
    let observation = activity.counts.observe(value: { count in
      notes.add(count)
      if count == 1 { scope.cancel() }
    })
    stage.cold("1|").trackActivity(activity).observe(in: scope) { _ in }
    #expect(stage.runs() == "")
    #expect(notes.all == [0, 1, 0])
    observation.cancel()
  }

  @Test("A cancel while the end is delivered counts once")
  func cancelAtEnd() {
    let counts = counts {
      let scope = Subscription()
      PictureSignal.just("1").trackActivity(activity).observe(in: scope) { event in
        if event.isTerminal { scope.cancel() }
      }
    }
    #expect(counts == [0, 1, 0])
  }

  @Test("Of two threads that end and cancel one observation, it counts once")
  func race() async {
    for _ in 1...200 {
      let activity = Activity()
      let subject = PassthroughSubject<Int, Never>()
      let observation = subject.signal.trackActivity(activity).observe { _ in }
      async let end: Void = { subject.send(.finished) }()
      async let cancel: Void = { observation.cancel() }()
      _ = await (end, cancel)
      #expect(activity.count == 0)
    }
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws { source, _ in source.trackActivity(Activity()) }
  }
}
