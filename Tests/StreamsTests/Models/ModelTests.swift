import Streams
import Testing

/// Operators against plain models, on random timelines. A failing case names its seed.
@Suite("Operators do what their models do")
struct ModelTests {
  private static let seeds = 0..<300

  private func inputs(_ count: Int, _ numbers: inout SeededNumbers) -> [Timeline] {
    (0..<count).map { numbers.timeline(lane: $0, lanes: count) }
  }

  @Test("merge")
  func merges() {
    for seed in Self.seeds {
      var numbers = SeededNumbers(seed: seed)
      let inputs = inputs(1 + numbers.upTo(3), &numbers)
      let stage = ModelStage()
      #expect(stage.play(merge(inputs.map(stage.cold))) == Model.merge(inputs), "seed \(seed)")
    }
  }

  @Test("zip, of two, three, six and a list")
  func zips() {
    for seed in Self.seeds {
      var numbers = SeededNumbers(seed: seed)
      let count = [2, 3, 6, 4][seed % 4]
      let inputs = inputs(count, &numbers)
      let stage = ModelStage()
      let s = inputs.map(stage.cold)
      let signal: ModelSignal =
        switch count {
        case 2: zip(s[0], s[1]).map { $0 * 10 + $1 }
        case 3: zip(s[0], s[1], s[2]).map { ($0 * 10 + $1) * 10 + $2 }
        case 6:
          zip(s[0], s[1], s[2], s[3], s[4], s[5]).map { tuple in
            [tuple.0, tuple.1, tuple.2, tuple.3, tuple.4, tuple.5].reduce(0) { $0 * 10 + $1 }
          }
        default: zip(s).map { $0.reduce(0) { $0 * 10 + $1 } }
        }
      #expect(stage.play(signal) == Model.zip(inputs), "seed \(seed)")
    }
  }

  @Test("combineLatest, of two, three, six and a list")
  func combines() {
    for seed in Self.seeds {
      var numbers = SeededNumbers(seed: seed)
      let count = [2, 3, 6, 4][seed % 4]
      let inputs = inputs(count, &numbers)
      let stage = ModelStage()
      let s = inputs.map(stage.cold)
      let signal: ModelSignal =
        switch count {
        case 2: combineLatest(s[0], s[1]).map { $0 * 10 + $1 }
        case 3: combineLatest(s[0], s[1], s[2]).map { ($0 * 10 + $1) * 10 + $2 }
        case 6:
          combineLatest(s[0], s[1], s[2], s[3], s[4], s[5]).map { tuple in
            [tuple.0, tuple.1, tuple.2, tuple.3, tuple.4, tuple.5].reduce(0) { $0 * 10 + $1 }
          }
        default: combineLatest(s).map { $0.reduce(0) { $0 * 10 + $1 } }
        }
      #expect(stage.play(signal) == Model.combineLatest(inputs), "seed \(seed)")
    }
  }

  /// Outer ticks are multiples of 1,000 and inner ones distinct below it, so that none meet.
  @Test("flatMap, with one to three slots")
  func flatMaps() {
    var played = 0
    for seed in Self.seeds {
      var numbers = SeededNumbers(seed: seed)
      let outer = numbers.timeline(lane: 0, lanes: 1000)
      let inners = (0...9).map { _ in numbers.timeline(lane: 0, lanes: 1) }
      var kinds: [Int: Timeline] = [:]
      for (value, inner) in inners.enumerated() {
        // Stretched by a prime of its own.
        let stretch = [211, 223, 227, 229, 233, 239, 241, 251, 257, 263][value]
        kinds[value] = Timeline(
          entries: inner.entries.map {
            Timeline.Entry(tick: $0.tick * stretch + 1 + value, event: $0.event)
          })
      }
      let slots = 1 + numbers.upTo(2)
      let model = Model.flatMap(outer, slots) { kinds[$0] ?? Timeline() }
      guard model.entries.map(\.tick).isDistinctBeforeEnd else { continue }
      played += 1
      let stage = ModelStage()
      let all = kinds
      let signal = stage.cold(outer).flatMap(maxConcurrent: slots) { value in
        stage.cold(all[value] ?? Timeline())
      }
      #expect(stage.play(signal) == model, "seed \(seed)")
    }
    #expect(played > 200)
  }

  @Test("debounce")
  func debounces() {
    for seed in Self.seeds {
      var numbers = SeededNumbers(seed: seed)
      let (input, interval) = (numbers.timeline(values: 12), 1 + numbers.upTo(4))
      let stage = ModelStage()
      let signal = stage.cold(input)
        .debounce(for: .seconds(interval), scheduler: stage.scheduler)
      #expect(stage.play(signal) == Model.debounce(input, interval), "seed \(seed)")
    }
  }

  @Test("throttle, the first or the newest", arguments: [true, false])
  func throttles(latest: Bool) {
    for seed in Self.seeds {
      var numbers = SeededNumbers(seed: seed)
      let (input, interval) = (numbers.timeline(values: 12), 1 + numbers.upTo(8))
      let stage = ModelStage()
      let signal = stage.cold(input)
        .throttle(for: .seconds(interval), latest: latest, scheduler: stage.scheduler)
      #expect(stage.play(signal) == Model.throttle(input, interval, latest: latest), "seed \(seed)")
    }
  }

  @Test("collect by time, or by count if that is sooner")
  func collects() {
    for seed in Self.seeds {
      var numbers = SeededNumbers(seed: seed)
      let (input, interval) = (numbers.timeline(values: 12), 1 + numbers.upTo(8))
      let count = seed % 2 == 0 ? Int.max : 1 + numbers.upTo(3)
      let stage = ModelStage()
      let strategy: CollectStrategy =
        count == .max
        ? .byTime(.seconds(interval), scheduler: stage.scheduler)
        : .byTimeOrCount(.seconds(interval), count, scheduler: stage.scheduler)
      let signal = stage.cold(input).collect(strategy).map { $0.reduce(0) { $0 * 10 + $1 } }
      #expect(stage.play(signal) == Model.collect(input, interval, count), "seed \(seed)")
    }
  }

  @Test("retry")
  func retries() {
    for seed in Self.seeds {
      var numbers = SeededNumbers(seed: seed)
      let attempts = (0...3).map { _ in numbers.timeline() }
      let stage = ModelStage()
      let number = Notes<Int>()
      let signal = ModelSignal.deferred {
        number.add(0)
        return stage.cold(attempts[number.all.count - 1])
      }
      #expect(stage.play(signal.retry(3)) == Model.retry(attempts), "seed \(seed)")
    }
  }
}

extension [Int] {
  /// Whether no two follow each other at one tick, but for the last, which may end it.
  fileprivate var isDistinctBeforeEnd: Bool {
    zip(dropLast(), dropLast().dropFirst()).allSatisfy { $0 < $1 }
  }
}
