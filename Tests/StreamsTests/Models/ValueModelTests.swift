import Streams
import Testing

/// The operators that Swift's sequences have too, against those, on random timelines. A failing
/// case names its seed.
@Suite("Operators that sequences have do the same")
struct ValueModelTests {
  private static let seeds = 0..<300

  @Test("What comes with the end: the sequence's answer; nothing of it when the input fails")
  func atTheEnd() {
    expectAnswers({ $0.reduce(7, -) }, { [$0.reduce(7, -)] })
    expectAnswers({ $0.collect().map(\.hashValue) }, { [$0.hashValue] })
    expectAnswers({ $0.count() }, { [$0.count] })
    expectAnswers({ $0.min() }, { $0.min().map { [$0] } ?? [] })
    expectAnswers({ $0.max() }, { $0.max().map { [$0] } ?? [] })
    // Only equal remainders tell which of equals it is.
    expectAnswers({ $0.min { $0 % 3 < $1 % 3 } }, { $0.min { $0 % 3 < $1 % 3 }.map { [$0] } ?? [] })
    expectAnswers({ $0.max { $0 % 3 < $1 % 3 } }, { $0.max { $0 % 3 < $1 % 3 }.map { [$0] } ?? [] })
    expectAnswers({ $0.last() }, { $0.last.map { [$0] } ?? [] })
    expectAnswers({ $0.last { $0 < 5 } }, { $0.last { $0 < 5 }.map { [$0] } ?? [] })
    expectAnswers({ $0.ignoreOutput().append(.just(1)) }, { _ in [1] })
  }

  @Test("What comes as soon as it is known: the sequence's answer, at the value that settles it")
  func asSoonAsKnown() {
    expectAnswers(
      { $0.first { $0 > 6 } }, { $0.first { $0 > 6 }.map { [$0] } ?? [] }, settles: { $0 > 6 })
    expectAnswers(
      { $0.contains(5).map { $0 ? 1 : 0 } }, { [$0.contains(5) ? 1 : 0] }, settles: { $0 == 5 })
    expectAnswers(
      { $0.contains { $0 > 6 }.map { $0 ? 1 : 0 } }, { [$0.contains { $0 > 6 } ? 1 : 0] },
      settles: { $0 > 6 })
    expectAnswers(
      { $0.allSatisfy { $0 < 6 }.map { $0 ? 1 : 0 } }, { [$0.allSatisfy { $0 < 6 } ? 1 : 0] },
      settles: { $0 >= 6 })
  }

  @Test("What passes: the sequence's prefix, or what is left of it")
  func passing() {
    for seed in Self.seeds {
      let (stage, input) = Self.input(seed)
      var prefix = Timeline(entries: [])
      var dropped = Timeline(entries: [])
      for entry in input.entries {
        guard case .value(let value) = entry.event, value >= 6 else {
          prefix.entries.append(entry)
          continue
        }
        prefix.add(entry.tick, .finished)
        break
      }
      dropped.entries = Array(
        input.entries.drop { if case .value(let value) = $0.event { value < 6 } else { false } })
      #expect(stage.play(stage.cold(input).prefix { $0 < 6 }) == prefix, "seed \(seed)")
      let (other, _) = Self.input(seed)
      #expect(other.play(other.cold(input).drop { $0 < 6 }) == dropped, "seed \(seed)")
    }
  }

  @Test("prefix(untilOutputFrom:): all before the trigger's first value, and then the end")
  func untilOutput() {
    for seed in Self.seeds {
      var numbers = SeededNumbers(seed: seed)
      let input = numbers.timeline(lane: 0, lanes: 2)
      let trigger = numbers.timeline(lane: 1, lanes: 2)
      var expected = input
      if let tick = trigger.values.first?.tick, tick < input.end {
        expected = input.upTo(tick)
        expected.add(tick, .finished)
      }
      let stage = ModelStage()
      let signal = stage.cold(input).prefix(untilOutputFrom: stage.cold(trigger))
      #expect(stage.play(signal) == expected, "seed \(seed)")
    }
  }

  // MARK: - One answer

  private static func input(_ seed: Int) -> (ModelStage, Timeline) {
    var numbers = SeededNumbers(seed: seed)
    return (ModelStage(), numbers.timeline(values: 9))
  }

  /// An answer comes at the first value that `settles`, or at the end of an input that finishes.
  private func expectAnswers(
    _ apply: (ModelSignal) -> ModelSignal, _ answer: ([Int]) -> [Int],
    settles: (Int) -> Bool = { _ in false }
  ) {
    var settled = 0
    for seed in Self.seeds {
      let (stage, input) = Self.input(seed)
      var expected = Timeline()
      if let first = input.values.first(where: { settles($0.value) }) {
        settled += 1
        for value in answer(input.upTo(first.tick).values.map(\.value)) {
          expected.add(first.tick, .value(value))
        }
        expected.add(first.tick, .finished)
      } else if input.fails {
        expected.add(input.end, .failure(ModelFailure()))
      } else if input.end != .max {
        for value in answer(input.values.map(\.value)) { expected.add(input.end, .value(value)) }
        expected.add(input.end, .finished)
      }
      #expect(stage.play(apply(stage.cold(input))) == expected, "seed \(seed)")
    }
    #expect(settled == 0 || settled > 50)
  }
}
