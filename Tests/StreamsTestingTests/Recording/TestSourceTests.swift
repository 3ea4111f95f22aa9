import Streams
import StreamsTesting
import Testing

@Suite("A cold source")
struct ColdSourceTests {
  private let scheduler = TestScheduler()
  private let script: [RecordedEvent<Int, Oops>] = [
    .value(1, at: .zero), .value(2, at: .seconds(2)), .finished(at: .seconds(3)),
  ]

  @Test("plays anew for each observation, counted from its start")
  func anew() throws {
    let source = scheduler.cold(script)
    let first = scheduler.record(source.signal)
    let second = scheduler.observe(source.signal, at: .seconds(1))
    try scheduler.run()
    #expect(first.events == script)
    #expect(second.events.map(\.at) == [.seconds(1), .seconds(3), .seconds(4)])
    #expect(source.spans == [Span(.zero, .seconds(3)), Span(.seconds(1), .seconds(4))])
    try scheduler.verify()
  }

  @Test("delivers nothing inside the call that starts it")
  func later() {
    let source = scheduler.cold(script)
    let recording = scheduler.record(source.signal)
    #expect(recording.events.isEmpty)
    scheduler.advance(by: .zero)
    #expect(recording.values == [1])
    recording.cancel()
  }

  @Test("has all its events scheduled when it starts: a timer set later comes after them")
  func ties() throws {
    let source = scheduler.cold(script)
    let log = Written<String>()
    let observation = source.signal.observe(value: { log.append("value \($0)") })
    scheduler.schedule(at: .seconds(2)) { log.append("timer") }
    try scheduler.run()
    #expect(log.entries == ["value 1", "value 2", "timer"])
    observation.cancel()
  }

  @Test("a cancel ends the span and takes off what was still to come")
  func cancel() throws {
    let source = scheduler.cold(script)
    let recording = scheduler.record(source.signal.prefix(1))
    scheduler.advance(by: .zero)
    #expect(recording.isFinished)
    #expect(source.spans == [Span(.zero, .zero)])
    #expect(scheduler.pending.isEmpty)
    let failing = scheduler.cold(script + [.failure(Oops(), at: .seconds(9))])
    let cut = scheduler.record(failing.signal, from: .zero, cancelAt: .seconds(1))
    try scheduler.run()
    #expect(cut.values == [1])
    #expect(failing.spans == [Span(.zero, .seconds(1))])
    #expect(scheduler.now == .seconds(1))
  }

  @Test("what stands behind the end is not played and keeps no time going")
  func afterTheEnd() throws {
    let source = scheduler.cold(script + [.value(4, at: .seconds(8))])
    let recording = scheduler.record(source.signal)
    try scheduler.run()
    #expect(recording.events == script)
    #expect(scheduler.now == .seconds(3))
  }

  @Test("a script without an end never ends, an empty one neither; verify() names both")
  func endless() {
    let line: UInt = #line + 1
    let empty: ColdSource<Int, Never> = scheduler.cold([])
    let open: ColdSource<Int, Never> = scheduler.cold([.value(1, at: .seconds(1))])
    let observations = [empty.signal.observe(), open.signal.observe()]
    scheduler.advance(by: .seconds(2))
    #expect(open.spans == [Span(.zero)])
    let places = [line, line + 1].map { SourceLocation(fileID: #fileID, line: $0) }
    let error = #expect(throws: StillAlive.self) { try scheduler.verify() }
    #expect(error?.pending.map(\.kind) == places.map { .source($0, since: .zero) })
    for place in places {
      #expect(
        error?.description.contains("the test source made at \(place), observed since 0.0") == true)
    }
    for observation in observations { observation.cancel() }
    #expect(throws: Never.self) { try scheduler.verify() }
  }

  @Test("lets go of its observer at the end, at a cancel, and when nothing is left to play")
  func release() throws {
    for (script, isCancelled) in [(script, false), (script, true), ([script[0]], false)] {
      let source = scheduler.cold(script)
      weak var seen: Written<Int>?
      do {
        let kept = Written<Int>()
        seen = kept
        let observation = source.signal.observe(value: { kept.append($0) })
        if isCancelled { observation.cancel() }
      }
      try scheduler.run()
      #expect(seen == nil)
    }
  }
}

@Suite("A hot source")
struct HotSourceTests {
  private let scheduler = TestScheduler()

  @Test("plays once, to whoever listens; who is late hears the rest")
  func once() throws {
    let source: HotSource<Int, Oops> = scheduler.hot([
      .value(1, at: .seconds(1)), .value(2, at: .seconds(2)), .failure(Oops(), at: .seconds(3)),
    ])
    let early = scheduler.record(source.signal)
    let late = scheduler.observe(source.signal, at: .seconds(1))
    try scheduler.run()
    #expect(early.values == [1, 2])
    #expect(late.values == [2])
    #expect(late.failure == Oops())
    #expect(source.spans == [Span(.zero, .seconds(3)), Span(.seconds(1), .seconds(3))])
  }

  @Test("who comes after the end hears nothing, for ever")
  func tooLate() throws {
    let source: HotSource<Int, Never> = scheduler.hot([.finished(at: .seconds(1))])
    let late = scheduler.observe(source.signal, at: .seconds(1)).cancel(at: .seconds(7))
    try scheduler.run()
    source.send(1)
    #expect(late.events.isEmpty)
    #expect(source.spans == [Span(.seconds(1), .seconds(7))])
  }

  @Test("its events come before what was scheduled after it was made, at the same instant")
  func ties() throws {
    let source: HotSource<Int, Never> = scheduler.hot([
      .value(1, at: .seconds(1)), .value(2, at: .seconds(2)), .finished(at: .seconds(3)),
    ])
    // A value at the instant of the observation is missed, one at that of the cancel delivered.
    let recording = scheduler.record(source.signal, from: .seconds(1), cancelAt: .seconds(2))
    try scheduler.run()
    #expect(recording.events == [.value(2, at: .seconds(2))])
  }

  @Test("sends by hand, in order also from inside a handler")
  func byHand() throws {
    let source: HotSource<Int, Never> = scheduler.hot()
    let log = Written<String>()
    source.signal.observe(value: { value in
      log.append("A\(value)")
      if value == 1 { source.send(2) }
    })
    let recording = scheduler.record(source.signal.handleEvents(onValue: { log.append("B\($0)") }))
    source.send(1)
    scheduler.advance(by: .seconds(1))
    source.finish()
    source.send(3)
    #expect(log.entries == ["A1", "B1", "A2", "B2"])
    let expected: [RecordedEvent<Int, Never>] = [
      .value(1, at: .zero), .value(2, at: .zero), .finished(at: .seconds(1)),
    ]
    #expect(recording.events == expected)
    let failing: HotSource<Int, Oops> = scheduler.hot()
    let failed = scheduler.record(failing.signal)
    failing.fail(Oops())
    #expect(failed.failure == Oops())
    try scheduler.verify()
  }

  @Test("an operator that forgets to cancel it would be named; its own script is no leak")
  func leak() throws {
    let line: UInt = #line + 1
    let source: HotSource<Int, Never> = scheduler.hot([.value(1, at: .seconds(9))])
    let recording = scheduler.record(source.signal)
    scheduler.advance(by: .seconds(2))
    let place = SourceLocation(fileID: #fileID, line: line)
    let error = #expect(throws: StillAlive.self) { try scheduler.verify() }
    let kinds: [Pending.Kind] = [.observation(recording.origin), .source(place, since: .zero)]
    #expect(error.map { Set($0.pending.map(\.kind)) } == Set(kinds))
    recording.cancel()
    #expect(source.spans == [Span(.zero, .seconds(2))])
    try scheduler.verify()
  }
}
