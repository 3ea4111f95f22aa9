import Streams
import StreamsTesting
import Testing

/// An operator that listens to two signals at once.
struct PairRow: Sendable, CustomTestStringConvertible {
  typealias Apply = @Sendable (Items, Items, TestScheduler, Probe) -> Items

  let name: String
  private let apply: Apply

  init(_ name: String, _ apply: @escaping Apply) {
    self.name = name
    self.apply = apply
  }

  var testDescription: String { name }

  func callAsFunction(
    _ first: Items, _ second: Items, _ scheduler: TestScheduler = TestScheduler(),
    _ probe: Probe = Probe()
  ) -> Items {
    apply(first, second, scheduler, probe)
  }
}

enum PairTable {
  static let all: [PairRow] = [
    PairRow("merge") { first, second, _, _ in merge(first, second) },
    PairRow("zip") { first, second, _, probe in
      zip(first, second).map { pair in
        probe.touch()
        return pair.0
      }
    },
    PairRow("zip of a list") { first, second, _, _ in zip([first, second]).map { $0[1] } },
    PairRow("zip of three") { first, second, _, _ in zip(first, second, second).map(\.2) },
    PairRow("combineLatest") { first, second, _, probe in
      combineLatest(first, second).map { pair in
        probe.touch()
        return pair.0
      }
    },
    PairRow("combineLatest of a list") { first, second, _, _ in
      combineLatest([first, second]).map { $0[1] }
    },
    PairRow("combineLatest of three") { first, second, _, _ in
      combineLatest(first, second, first).map(\.1)
    },
    PairRow("flatMap") { first, second, _, _ in
      Items.sequence([0, 1]).flatMap { $0 == 0 ? first : second }
    },
    PairRow("flatMap(maxConcurrent: 2)") { first, second, _, probe in
      Items.sequence([0, 1, 2]).flatMap(maxConcurrent: 2) { item in
        probe.touch()
        return item == 0 ? first : item == 1 ? second : .empty()
      }
    },
    PairRow("flatMap, of an outer and an inner") { first, second, _, _ in
      first.map { _ in second }.prefix(1).flatMap { $0 }.merge(with: first)
    },
    PairRow("flatMapLatest") { first, second, _, probe in
      first.flatMapLatest { item in
        probe.touch()
        return Items.just(item).append(second)
      }
    },
    PairRow("prefix(untilOutputFrom:)") { first, second, _, _ in
      first.prefix(untilOutputFrom: second)
    },
    PairRow("race") { first, second, _, _ in race(first, second) },
    PairRow("race of a list") { first, second, _, _ in race([.never(), first, second]) },
    PairRow("withLatestFrom") { first, second, _, probe in
      first.withLatestFrom(second) { item, _ in
        probe.touch()
        return item
      }
    },
    PairRow("withLatestFrom, the other way round") { first, second, _, _ in
      second.withLatestFrom(first).map(\.1)
    },
    PairRow("flatMapFirst") { first, second, _, probe in
      first.flatMapFirst { item in
        probe.touch()
        return Items.just(item).append(second)
      }
    },
    PairRow("switchToLatest") { first, second, _, probe in
      first.map { item in
        probe.touch()
        return Items.just(item).append(second)
      }
      .switchToLatest()
    },
    PairRow("merge, shared") { first, second, _, _ in merge(first, second).share() },
    PairRow("merge, delayed") { first, second, scheduler, _ in
      merge(first, second).delay(for: .seconds(1), scheduler: scheduler)
    },
    PairRow("merge, elsewhere") { first, second, scheduler, _ in
      merge(first, second).receive(on: scheduler)
    },
    PairRow("merge, with a time limit") { first, second, scheduler, _ in
      merge(first, second).timeout(.seconds(9), scheduler: scheduler, failure: .one)
    },
  ]
}
