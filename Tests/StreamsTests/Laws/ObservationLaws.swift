import Streams
import StreamsTesting
import Testing

@Suite("G9: observations are independent, nothing is lost in silence")
struct ObservationLaws {
  @Test("TIM-07: starting twice gives two equal lists", arguments: OperatorTable.all)
  func oneAfterTheOther(row: OperatorRow) {
    let scheduler = TestScheduler()
    let signal = row(Self.source(on: scheduler), scheduler)
    let first = Self.relativeEvents(of: signal, on: scheduler)
    let second = Self.relativeEvents(of: signal, on: scheduler)
    #expect(first == second)
    #expect(!first.isEmpty)
  }

  @Test("two at the same time do not disturb each other", arguments: OperatorTable.all)
  func sideBySide(row: OperatorRow) {
    let scheduler = TestScheduler()
    let signal = row(Self.source(on: scheduler), scheduler)
    let alone = Self.relativeEvents(of: signal, on: scheduler)
    let first = scheduler.record(signal)
    let second = scheduler.record(signal)
    let begin = scheduler.now
    scheduler.advance(by: .seconds(120))
    #expect(first.events == second.events)
    #expect(first.events.map { Self.relative($0, to: begin) } == alone)
  }

  @Test("one that is cancelled leaves the other alone", arguments: OperatorTable.all)
  func cancelOne(row: OperatorRow) {
    let scheduler = TestScheduler()
    let signal = row(Self.source(on: scheduler), scheduler)
    let alone = Self.relativeEvents(of: signal, on: scheduler)
    let begin = scheduler.now
    let first = scheduler.record(signal)
    let second = scheduler.record(signal)
    scheduler.advance(by: .seconds(2))
    let heard = first.events
    first.cancel()
    scheduler.advance(by: .seconds(120))
    #expect(first.events == heard)
    #expect(second.events.map { Self.relative($0, to: begin) } == alone)
  }

  @Test("every source starts anew", arguments: SourceTable.all)
  func sources(row: SourceRow) {
    let scheduler = TestScheduler()
    let signal = row(scheduler)
    let first = Self.relativeEvents(of: signal, on: scheduler)
    let second = Self.relativeEvents(of: signal, on: scheduler)
    #expect(first == second)
  }

  @Test("an emitter let go of without an end is reported, with the place the signal was made at")
  func lostEmitter() {
    let line: UInt = #line + 1
    let signal = Items { emitter in emitter.send(1) }
    let misuses = collectingMisuse {
      let log = Log<ItemEvent>()
      signal.observe { log.append($0) }
      #expect(log.numbers == [1])
    }
    #expect(
      misuses.entries == [
        .emitterReleasedWithoutEnd(CallSite(fileID: #fileID, line: line))
      ])
    #expect(misuses.entries.first?.description.contains("ObservationLaws.swift:\(line)") == true)
  }

  @Test("an emitter let go of after an end, or a cancel, is not reported")
  func endedEmitter() {
    let misuses = collectingMisuse {
      Items { $0.finish() }.observe()
      Items { $0.fail(.one) }.observe()
      Items { $0.send(1) }.prefix(1).observe()
      let kept = Log<Emitter<Item, TestFailure>>()
      Items { kept.append($0) }.observe().cancel()
    }
    #expect(misuses.entries == [])
  }

  /// Values a second apart, then the end: finished the first time, a failure at other times would
  /// be another source.
  private static func source(on scheduler: TestScheduler) -> Items {
    Items { emitter in
      for number in 1...4 {
        scheduler.schedule(after: .seconds(number)) { emitter.send(Item(number)) }
      }
      scheduler.schedule(after: .seconds(5)) { emitter.fail(.one) }
    }
  }

  private static func relativeEvents(
    of signal: Items, on scheduler: TestScheduler
  ) -> [RecordedEvent<Item, TestFailure>] {
    let begin = scheduler.now
    let recording = scheduler.record(signal)
    scheduler.advance(by: .seconds(120))
    recording.cancel()
    return recording.events.map { relative($0, to: begin) }
  }

  private static func relative(
    _ recorded: RecordedEvent<Item, TestFailure>, to begin: Instant
  ) -> RecordedEvent<Item, TestFailure> {
    RecordedEvent(at: Instant(offset: begin.duration(to: recorded.at)), recorded.event)
  }
}
