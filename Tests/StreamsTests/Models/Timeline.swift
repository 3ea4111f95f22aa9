import Streams
import StreamsTesting

/// A random input and what an operator makes of it: events at ticks, no two inputs at one tick, so
/// that order inside an instant plays no part.
struct Timeline: Sendable, Equatable {
  struct Entry: Sendable, Equatable {
    var tick: Int
    var event: Event<Int, ModelFailure>
  }

  var entries: [Entry] = []

  mutating func add(_ tick: Int, _ event: Event<Int, ModelFailure>) {
    entries.append(Entry(tick: tick, event: event))
  }

  var values: [(tick: Int, value: Int)] {
    entries.compactMap { entry in
      if case .value(let value) = entry.event { (entry.tick, value) } else { nil }
    }
  }

  /// The tick of the end, or never.
  var end: Int { entries.last.map { $0.event.isTerminal ? $0.tick : .max } ?? .max }

  var fails: Bool { if case .failure = entries.last?.event { true } else { false } }

  /// What is left of it when it is cut off at a tick, that tick included.
  func upTo(_ tick: Int) -> Timeline { Timeline(entries: entries.filter { $0.tick <= tick }) }
}

struct ModelFailure: Error, Hashable {}

typealias ModelSignal = Signal<Int, ModelFailure>

/// The same numbers each time: an xorshift of a seed.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: Int) {
    state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  mutating func upTo(_ limit: Int) -> Int { Int.random(in: 0...limit, using: &self) }

  /// Ticks that leave the remainder `lane` when divided by `lanes`, so that inputs never meet.
  mutating func timeline(lane: Int = 0, lanes: Int = 1, values limit: Int = 6) -> Timeline {
    var timeline = Timeline()
    var step = upTo(3)
    for _ in 0..<upTo(limit) {
      timeline.add(step * lanes + lane, .value(upTo(9)))
      step += 1 + upTo(4)
    }
    switch upTo(4) {
    case 0: timeline.add(step * lanes + lane, .failure(ModelFailure()))
    case 1: break
    default: timeline.add(step * lanes + lane, .finished)
    }
    return timeline
  }
}

/// Plays timelines in virtual time.
struct ModelStage {
  let scheduler = TestScheduler()
  private let kept = Notes<Emitter<Int, ModelFailure>>()

  func cold(_ timeline: Timeline) -> ModelSignal {
    ModelSignal { [scheduler, kept] emitter in
      kept.add(emitter)
      for entry in timeline.entries {
        scheduler.schedule(after: .seconds(entry.tick)) { emitter.send(entry.event) }
      }
    }
  }

  /// What an observer is told, in ticks.
  func play(_ signal: ModelSignal) -> Timeline {
    let recording = scheduler.record(signal)
    while scheduler.runNext() {}
    defer { recording.cancel() }
    return Timeline(
      entries: recording.events.map {
        Timeline.Entry(tick: Int($0.at.offset.components.seconds), event: $0.event)
      })
  }
}
