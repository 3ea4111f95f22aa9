import StreamsTesting
import Testing

@testable import Streams

@Suite("throttle")
struct ThrottleTests {
  private let stage = PictureStage()

  private func rated(
    _ signal: PictureSignal, _ seconds: Int = 4, latest: Bool = true
  ) -> PictureSignal {
    signal.throttle(for: .seconds(seconds), latest: latest, scheduler: stage.scheduler)
  }

  @Test("The first of a window, and at its end the newest, which opens the next")
  func values() {
    #expect(stage.play(rated(stage.cold("12------34-|"))) == "1---2---3---(4|)")
    #expect(stage.play(rated(stage.cold("12345678------|"))) == "1---5---8-----|")
  }

  @Test("Without the newest, what falls into a window is dropped, the end is not held up")
  func first() {
    #expect(stage.play(rated(stage.cold("12------34-|"), latest: false)) == "1-------3--|")
    #expect(stage.play(rated(stage.cold("12345678|"), latest: false)) == "1---5---|")
  }

  @Test("The first value passes inside the call that sends it, whatever the clock reads")
  func synchronous() {
    for wait in [0, 7, 1_000_000_000] {
      stage.scheduler.advance(by: .seconds(wait))
      let recording = stage.scheduler.record(rated(.just("1")))
      #expect(recording.values == ["1"])
    }
  }

  @Test("A window is half-open: a value exactly at its end passes, and replaces what waited")
  func halfOpen() {
    #expect(stage.play(rated(stage.cold("1---2--|"))) == "1---2--|")
    #expect(stage.play(rated(stage.cold("12--3--|"))) == "1---3--|")
    #expect(stage.play(rated(stage.cold("1---2--|"), latest: false)) == "1---2--|")
  }

  @Test("Completion waits for the end of the window only when a value waits")
  func end() {
    #expect(stage.play(rated(stage.cold("12|"))) == "1---(2|)")
    #expect(stage.play(rated(stage.cold("1-|"))) == "1-|")
    #expect(stage.play(rated(stage.cold("12|"), latest: false)) == "1-|")
    #expect(stage.play(rated(stage.cold("|"))) == "|")
  }

  @Test("While a completion waits the input is torn down already")
  func tornDown() {
    #expect(stage.play(rated(stage.cold("12|"))) == "1---(2|)")
    #expect(stage.runs() == "0-2")
  }

  @Test("A failure is at once, and a waiting value is dropped")
  func fails() {
    #expect(stage.play(rated(stage.cold("12#"))) == "1-#")
    #expect(stage.play(rated(stage.cold("#"))) == "#")
  }

  @Test("A cancel drops what waits, the completion too, and leaves nothing pending")
  func cancel() {
    #expect(stage.play(rated(stage.cold("12------|")), cancelAt: 2) == "1")
    #expect(stage.runs() == "0-2")
    #expect(stage.play(rated(stage.cold("12|", "b")), cancelAt: 3) == "1")
    #expect(stage.scheduler.pending.isEmpty)
  }

  @Test("A cancel from the handler of the value that waited drops the completion")
  func cancelInside() {
    let scope = Subscription()
    let events = Notes<Event<String, PictureFailure>>()
    rated(stage.cold("12|")).observe(in: scope) { event in
      events.add(event)
      if event == .value("2") { scope.cancel() }
    }
    stage.scheduler.advance(by: .seconds(9))
    #expect(events.all == [.value("1"), .value("2")])
  }

  @Test("One timer waits, whatever the number of values; none when no value does")
  func oneTimer() {
    let subject = PassthroughSubject<String, PictureFailure>()
    rated(subject.signal).observe { _ in }
    subject.send("first")
    #expect(stage.scheduler.pending.isEmpty)
    for value in 0..<100 { subject.send("\(value)") }
    #expect(stage.scheduler.pending.count == 1)
    subject.finish()
    stage.scheduler.advance(by: .seconds(4))
    #expect(stage.scheduler.pending.isEmpty)
  }

  @Test("An interval of zero or less lets everything pass", arguments: [0, -5])
  func noInterval(_ seconds: Int) {
    #expect(stage.play(rated(stage.cold("1-(23)-|"), seconds)) == "1-(23)-|")
    #expect(stage.play(rated(stage.cold("1-(23)-|"), seconds, latest: false)) == "1-(23)-|")
  }

  @Test("Ends, fails, cancels and shares nothing", arguments: [true, false])
  func laws(latest: Bool) {
    expectLaws(isTimed: true) { source, stage in
      source.throttle(for: .milliseconds(500), latest: latest, scheduler: stage.scheduler)
    }
  }

  @Test("A value sent from the handler falls into the window that was just opened")
  func reentrancy() {
    let subject = PassthroughSubject<String, PictureFailure>()
    let recording = stage.scheduler.record(
      rated(subject.signal).handleEvents(onValue: { if $0 == "1" { subject.send("2") } }))
    subject.send("1")
    stage.scheduler.advance(by: .seconds(9))
    #expect(Picture.draw(recording.events) == "1---2")
  }
}

@Suite("The decisions of throttle")
struct ThrottleWindowTests {
  private func at(_ seconds: Int) -> Instant { Instant(offset: .seconds(seconds)) }

  @Test("It waits once a window and forgets a timer whose window a value has closed")
  func staleTimer() {
    var window = ThrottleWindow<Int>(.seconds(4), latest: true)
    #expect(window.receive(1, at: at(0)).drawn == "1")
    #expect(window.receive(2, at: at(1)).drawn == "wait 4")
    #expect(window.receive(3, at: at(2)).drawn == "none")
    #expect(window.receive(4, at: at(4)).drawn == "4")
    #expect(window.due(at(4), at: at(4)).drawn == "none")
    #expect(window.receive(5, at: at(5)).drawn == "wait 8")
    #expect(window.due(at(4), at: at(5)).drawn == "none")
    #expect(window.due(at(8), at: at(9)).drawn == "5")
    #expect(window.receive(6, at: at(12)).drawn == "wait 13", "counted from when it went out")
  }

  @Test("A late timer does not hold up a value that comes after the window")
  func late() {
    var window = ThrottleWindow<Int>(.seconds(4), latest: true)
    _ = window.receive(1, at: at(0))
    _ = window.receive(2, at: at(1))
    #expect(window.receive(3, at: at(6)).drawn == "3")
    #expect(window.due(at(4), at: at(6)).drawn == "none")
  }

  @Test("A nil is a value that waits")
  func waitingNil() {
    var window = ThrottleWindow<Int?>(.seconds(4), latest: true)
    _ = window.receive(1, at: at(0))
    #expect(window.receive(nil, at: at(1)).drawn == "wait 4")
    #expect(window.finish().drawn == "none")
    #expect(window.due(at(4), at: at(4)).drawn == "nil|")
  }

  @Test("The end comes at once when nothing waits")
  func finish() {
    var window = ThrottleWindow<Int>(.seconds(4), latest: false)
    #expect(window.receive(1, at: at(0)).drawn == "1")
    #expect(window.receive(2, at: at(1)).drawn == "none")
    #expect(window.finish().drawn == "|")
  }
}

extension ThrottleWindow.Effect {
  fileprivate var drawn: String {
    switch self {
    case .none: "none"
    case .pass(let value): "\(value)"
    case .wait(until: let instant): "wait \(Picture.tick(instant))"
    case .passThenEnd(let value): "\(value)|"
    case .end: "|"
    }
  }
}
