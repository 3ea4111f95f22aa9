import StreamsTesting
import Testing

@testable import Streams

@Suite("collect(.byTime) and collect(.byTimeOrCount)")
struct CollectByTimeTests {
  private let stage = PictureStage()

  /// A second for each value of a batch would be hard to read: batches are drawn joined.
  private func batches(
    _ signal: PictureSignal, _ seconds: Int = 3, count: Int? = nil
  ) -> PictureSignal {
    let interval = Duration.seconds(seconds)
    let strategy: CollectStrategy =
      if let count {
        .byTimeOrCount(interval, count, scheduler: stage.scheduler)
      } else {
        .byTime(interval, scheduler: stage.scheduler)
      }
    return signal.collect(strategy).map { $0.joined() }
  }

  @Test("A window opens with its first value and closes an interval later; none is empty")
  func byTime() {
    #expect(stage.play(batches(stage.cold("12---345-6---|"))) == "---[12]----[345]---6|")
    #expect(stage.play(batches(stage.cold("-----1--------|"))) == "--------1-----|")
  }

  @Test("A full count closes a window, and its timer is about nothing any more")
  func byCount() {
    #expect(stage.play(batches(stage.cold("12--345---|"), count: 2)) == "-[12]---[34]---5|")
    #expect(stage.play(batches(stage.cold("(12345)---|"), count: 2)) == "([12][34])--5|")
  }

  @Test("Values that fill several windows at one instant")
  func burst() {
    #expect(stage.play(batches(.sequence(["1", "2", "3", "4", "5"]), count: 2)) == "([12][34]5|)")
  }

  @Test("A count of one delivers each value at once and waits for nothing")
  func countOfOne() {
    let subject = PassthroughSubject<String, PictureFailure>()
    let recording = stage.scheduler.record(batches(subject.signal, count: 1))
    subject.send("1")
    subject.send("2")
    #expect(recording.values == ["1", "2"])
    #expect(stage.scheduler.pending.isEmpty)
  }

  @Test("What is collected goes out at the end, both at once")
  func end() {
    #expect(stage.play(batches(stage.cold("12|"))) == "--([12]|)")
    #expect(stage.play(batches(stage.cold("--|"))) == "--|")
    #expect(stage.play(batches(stage.cold("12|"), count: 2)) == "-[12]|")
  }

  @Test("A failure is at once, and what is collected is dropped")
  func fails() {
    #expect(stage.play(batches(stage.cold("12#"))) == "--#")
    #expect(stage.play(batches(stage.cold("1---2#"))) == "---1-#")
  }

  @Test("A cancel drops what is collected and leaves nothing pending")
  func cancel() {
    #expect(stage.play(batches(stage.cold("12----|")), cancelAt: 2) == "")
    #expect(stage.runs() == "0-2")
    #expect(stage.scheduler.pending.isEmpty)
  }

  @Test("A cancel from the handler of the last window drops the end")
  func cancelInside() {
    let scope = Subscription()
    let events = Notes<Event<String, PictureFailure>>()
    batches(stage.cold("12|")).observe(in: scope) { event in
      events.add(event)
      scope.cancel()
    }
    stage.scheduler.advance(by: .seconds(9))
    #expect(events.all == [.value("12")])
  }

  @Test("One timer waits, whatever the number of values and of windows")
  func oneTimer() {
    let subject = PassthroughSubject<String, PictureFailure>()
    batches(subject.signal, count: 30).observe { _ in }
    for value in 0..<100 { subject.send("\(value)") }
    #expect(stage.scheduler.pending.count == 1)
    subject.finish()
    #expect(stage.scheduler.pending.isEmpty)
  }

  @Test("An interval of zero or less is the next turn", arguments: [0, -5])
  func noInterval(_ seconds: Int) {
    #expect(stage.play(batches(stage.cold("1-(23)-|"), seconds)) == "1-[23]-|")
  }

  @Test("A count below one is reported and taken for one", arguments: [0, -3, Int.min])
  func countTooSmall(_ count: Int) {
    let recording = Log<String>()
    let misuses = collectingMisuse {
      batches(.sequence(["1", "2"]), count: count).observe(value: { recording.append($0) })
    }
    #expect(recording.entries == ["1", "2"])
    #expect(
      misuses.entries
        == [.countTooSmall(operator: "collect(.byTimeOrCount)", given: count, least: 1)])
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws(isTimed: true) { source, stage in
      source.collect(.byTime(.milliseconds(500), scheduler: stage.scheduler))
    }
    expectLaws { source, stage in
      source.collect(.byTimeOrCount(.seconds(9), 1, scheduler: stage.scheduler))
    }
  }

  @Test("A value sent from the handler opens the next window")
  func reentrancy() {
    let subject = PassthroughSubject<String, PictureFailure>()
    let recording = stage.scheduler.record(
      batches(subject.signal).handleEvents(onValue: { if $0 == "1" { subject.send("2") } }))
    subject.send("1")
    stage.scheduler.advance(by: .seconds(9))
    #expect(Picture.draw(recording.events) == "---1--2")
  }
}

@Suite("The decisions of a collect by time")
struct CollectWindowTests {
  private func at(_ seconds: Int) -> Instant { Instant(offset: .seconds(seconds)) }

  @Test("It waits once a window, and the timer of a window that was filled is about nothing")
  func windows() {
    var window = CollectWindow<Int>(.seconds(3), 2)
    #expect(window.receive(1, at: at(0)).drawn == "wait 3")
    #expect(window.receive(2, at: at(1)).drawn == "[1, 2]")
    #expect(window.due(at(3)).drawn == "none")
    #expect(window.receive(3, at: at(2)).drawn == "wait 5")
    #expect(window.due(at(3)).drawn == "none")
    #expect(window.due(at(5)).drawn == "[3]")
    #expect(window.close().drawn == "none")
  }

  @Test("The clock is read once a window")
  func clock() {
    var window = CollectWindow<Int>(.seconds(3), .max)
    var readings = 0
    func now() -> Instant {
      readings += 1
      return at(0)
    }
    for value in 0..<100 { _ = window.receive(value, at: now()) }
    #expect(readings == 1)
    #expect(window.close().drawn == "\(Array(0..<100))")
  }
}

extension CollectWindow.Effect {
  fileprivate var drawn: String {
    switch self {
    case .none: "none"
    case .wait(until: let instant): "wait \(Picture.tick(instant))"
    case .deliver(let values): "\(values)"
    }
  }
}
