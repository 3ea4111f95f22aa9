import Streams
import StreamsTesting
import Testing

@Suite("A recording")
struct RecordingTests {
  @Test("says what came, when, and how it ended")
  func events() throws {
    let scheduler = TestScheduler()
    let source = Signal<Int, Oops>.sequence([1, 2]).append(.fail(Oops()))
      .delay(for: .seconds(2), scheduler: scheduler)
    let recording = scheduler.record(source, from: .seconds(1))
    let cut = scheduler.record(source, from: .seconds(1), cancelAt: .seconds(2))
    try scheduler.run()
    #expect(recording.values == [1, 2])
    #expect(recording.events.map(\.at) == Array(repeating: .seconds(3), count: 3))
    #expect(recording.failure == Oops())
    #expect(recording.end == .failure(Oops()))
    #expect(!recording.isFinished)
    #expect(recording.events.first?.description == "value(1) at 3.0 seconds")
    #expect(recording.span == Span(.seconds(1), .seconds(3)))
    #expect(cut.events.isEmpty)
    #expect(cut.span == Span(.seconds(1), .seconds(2)))
    try scheduler.verify()
  }

  @Test("knows where it was asked for, whichever way it begins")
  func origin() {
    let scheduler = TestScheduler()
    let never = Signal<Int, Never>.never()
    let line: UInt = #line + 1
    let now = scheduler.record(never)
    let later = scheduler.observe(never, at: .seconds(1))
    let both = scheduler.record(never, from: .seconds(1), cancelAt: .seconds(2))
    let places = (0..<3).map { SourceLocation(fileID: #fileID, line: line + $0) }
    #expect([now.origin, later.origin, both.origin] == places)
    #expect(now.span == Span(.zero))
    #expect(later.span == nil)
    let kinds: [Pending.Kind] = [.observe(places[1]), .observe(places[2]), .cancel(places[2])]
    #expect(scheduler.pending.map(\.kind) == kinds)
    for recording in [now, later, both] { recording.cancel() }
    #expect(scheduler.pending.map(\.kind) == [.cancel(places[2])])
  }

  @Test("begins and is cancelled in its place among equals")
  func places() throws {
    let scheduler = TestScheduler()
    let subject = PassthroughSubject<Int, Never>()
    scheduler.schedule(at: .seconds(1)) { subject.send(1) }
    let recording = scheduler.observe(subject.signal, at: .seconds(1))
    scheduler.schedule(at: .seconds(1)) { subject.send(2) }
    scheduler.schedule(at: .seconds(2)) { subject.send(3) }
    recording.cancel(at: .seconds(2))
    scheduler.schedule(at: .seconds(2)) { subject.send(4) }
    try scheduler.run()
    #expect(recording.events == [.value(2, at: .seconds(1)), .value(3, at: .seconds(2))])
    #expect(recording.span == Span(.seconds(1), .seconds(2)))
  }

  @Test("a cancel that is asked for again takes the place of the first; one too late is no step")
  func cancelMoved() throws {
    let scheduler = TestScheduler()
    let recording = scheduler.record(.timer(every: .seconds(1), scheduler: scheduler))
      .cancel(at: .seconds(2)).cancel(at: .seconds(4))
    scheduler.advance(by: .seconds(5))
    // The fourth tick was scheduled by the third, after the cancel.
    #expect(recording.events.map(\.at) == [.seconds(1), .seconds(2), .seconds(3)])
    #expect(recording.span == Span(.zero, .seconds(4)))
    recording.cancel(at: .seconds(9))
    #expect(scheduler.pending.isEmpty)
    try scheduler.verify()
  }

  @Test("an observation that ends by itself takes its cancel off")
  func cancelUnneeded() throws {
    let scheduler = TestScheduler()
    let recording = scheduler.record(
      Signal<Int, Never>.just(1), from: .seconds(1), cancelAt: .seconds(5))
    try scheduler.run()
    #expect(recording.isFinished)
    #expect(scheduler.now == .seconds(1))
  }

  @Test("cancelled before it begins, it never does")
  func cancelledBefore() throws {
    let scheduler = TestScheduler()
    let started = Written<Int>()
    let signal = Signal<Int, Never>.deferred {
      started.count()
      return .just(1)
    }
    let now = scheduler.observe(signal, at: .seconds(1))
    now.cancel()
    let planned = scheduler.record(signal, from: .seconds(3), cancelAt: .seconds(2))
    try scheduler.run()
    #expect(started.total == 0)
    #expect(now.events.isEmpty && planned.events.isEmpty)
    #expect(now.span == nil && planned.span == nil)
    try scheduler.verify()
  }
}
