import Streams
import Testing

@Suite("Chains and choices do what their models do")
struct ChainingModelTests {
  private static let seeds = 0..<300

  private func inputs(_ count: Int, _ numbers: inout SeededNumbers) -> [Timeline] {
    (0..<count).map { numbers.timeline(lane: $0, lanes: count) }
  }

  @Test("concat, append and prepend")
  func concats() {
    for seed in Self.seeds {
      var numbers = SeededNumbers(seed: seed)
      let inputs = inputs(1 + numbers.upTo(3), &numbers)
      let model = Model.concat(inputs)
      let ways: [([ModelSignal]) -> ModelSignal] = [
        { concat($0) },
        { signals in signals.dropFirst().reduce(signals[0]) { $0.append($1) } },
        { signals in signals.reversed().reduce(.empty()) { $0.prepend($1) } },
      ]
      for way in ways {
        let stage = ModelStage()
        #expect(stage.play(way(inputs.map(stage.cold))) == model, "seed \(seed)")
      }
    }
  }

  @Test("race, in every order")
  func races() {
    for seed in Self.seeds {
      var numbers = SeededNumbers(seed: seed)
      let inputs = inputs(1 + numbers.upTo(3), &numbers)
      let stage = ModelStage()
      let other = ModelStage()
      #expect(stage.play(race(inputs.map(stage.cold))) == Model.race(inputs), "seed \(seed)")
      let reversed = race(inputs.reversed().map(other.cold))
      #expect(other.play(reversed) == Model.race(inputs), "seed \(seed)")
    }
  }

  @Test("withLatestFrom")
  func latest() {
    for seed in Self.seeds {
      var numbers = SeededNumbers(seed: seed)
      let inputs = inputs(2, &numbers)
      let stage = ModelStage()
      let signal = stage.cold(inputs[0]).withLatestFrom(stage.cold(inputs[1])) { $0 * 10 + $1 }
      #expect(stage.play(signal) == Model.withLatestFrom(inputs[0], inputs[1]), "seed \(seed)")
    }
  }

  @Test("flatMapFirst")
  func first() {
    var ignored = 0
    for seed in Self.seeds {
      var numbers = SeededNumbers(seed: seed)
      // Short against the inner runs, so that values are ignored.
      let outer = numbers.timeline(lane: 0, lanes: 200)
      let inners = numbers.inners()
      let model = Model.flatMapFirst(outer) { inners[$0] ?? Timeline() }
      let stage = ModelStage()
      let calls = Notes<Int>()
      let signal = stage.cold(outer).flatMapFirst { value in
        calls.add(value)
        return stage.cold(inners[value] ?? Timeline())
      }
      #expect(stage.play(signal) == model, "seed \(seed)")
      ignored += outer.values.count - calls.all.count
    }
    #expect(ignored > 200)
  }

  @Test("unfold, as a concat of its steps")
  func unfolds() {
    for seed in Self.seeds {
      var numbers = SeededNumbers(seed: seed)
      let steps = inputs(1 + numbers.upTo(3), &numbers)
      // The first that has no value is the last, and so is one that fails or never ends.
      let count = (steps.firstIndex { $0.values.isEmpty } ?? steps.count - 1) + 1
      let stage = ModelStage()
      let signal = ModelSignal.unfold(from: 0) { index in
        let next = index + 1
        return stage.cold(steps[index]).map { ($0, next < steps.count ? next : nil) }
      }
      #expect(stage.play(signal) == Model.concat(Array(steps.prefix(count))), "seed \(seed)")
    }
  }
}
