import Streams
import StreamsTesting

extension OperatorTable {
  // MARK: - One after another: the others are empty, so that the source alone is heard

  static let chaining: [OperatorRow] =
    [
      OperatorRow("append, no values", in: ["Append"], .plain) { source, _, _ in source.append() },
      OperatorRow("append, an empty sequence", in: ["Append"], .plain) { source, _, _ in
        source.append([])
      },
      OperatorRow("prepend, as the second", in: ["Prepend"], .plain) { source, _, _ in
        source.prepend(.empty())
      },
      OperatorRow("prepend, as the first", in: ["Prepend"], .plain) { source, _, _ in
        Items.empty().prepend(source)
      },
      OperatorRow("prepend, no values", in: ["Prepend"], .plain) { source, _, _ in
        source.prepend()
      },
      OperatorRow("prepend, an empty sequence", in: ["Prepend"], .plain) { source, _, _ in
        source.prepend([])
      },
      OperatorRow(
        "prepend, append and catch, between", in: ["Prepend", "Append", "Catch"], .plain
      ) { source, _, _ in
        source.append(.empty()).prepend(Items.empty().append(.empty())).catch { .fail($0) }
          .prepend(.empty())
      },
      OperatorRow("concat, a list of one", in: ["Concat"], .plain) { source, _, _ in
        concat([source])
      },
    ]
    + positions(2...4).map { count, index in
      OperatorRow("concat, \(index + 1) of \(count)", in: ["Concat"], .plain) { source, _, _ in
        let all = placed(source, at: index, of: count, others: .empty())
        return switch count {
        case 2: concat(all[0], all[1])
        case 3: concat(all[0], all[1], all[2])
        default: concat(all)
        }
      }
    }

  // MARK: - race: the others are silent, so that the source wins

  static let racing: [OperatorRow] =
    [
      OperatorRow("race(with:)", in: ["Race"], .plain) { source, _, _ in
        source.race(with: .never())
      },
      OperatorRow("race, a list of one", in: ["Race"], .plain) { source, _, _ in race([source]) },
      OperatorRow("race, against itself", in: ["Race"], [.plain, .severalTimes]) { source, _, _ in
        race(source, source)
      },
    ]
    + positions(2...4).map { count, index in
      OperatorRow("race, \(index + 1) of \(count)", in: ["Race"], .plain) { source, _, _ in
        let all = placed(source, at: index, of: count, others: .never())
        return switch count {
        case 2: race(all[0], all[1])
        case 3: race(all[0], all[1], all[2])
        default: race(all)
        }
      }
    }

  // MARK: - withLatestFrom

  static let latestOfOther: [OperatorRow] = [
    OperatorRow("withLatestFrom, self", in: ["WithLatestFrom"], .plain) { source, _, _ in
      source.withLatestFrom(.just(0)).map(\.0)
    },
    OperatorRow("withLatestFrom, self, transformed", in: ["WithLatestFrom"], [.plain, .callsOut]) {
      source, _, probe in
      source.withLatestFrom(Items.just(0)) { item, _ in
        probe.touch()
        return item
      }
    },
    // Of a source that says everything while it is started the last value alone is ever seen.
    OperatorRow(
      "withLatestFrom, the other", in: ["WithLatestFrom"],
      [.passesLive, .passesFailure, .severalTimes]
    ) { source, _, _ in
      source.withLatestFrom(source).map(\.1)
    },
  ]

  // MARK: - flatMapFirst

  static let first: [OperatorRow] = [
    OperatorRow("flatMapFirst, outer", in: ["FlatMapFirst"], [.plain, .callsOut]) {
      source, _, probe in
      source.flatMapFirst { item in
        probe.touch()
        return .just(item)
      }
    },
    OperatorRow(
      "flatMapFirst, inner goes on", in: ["FlatMapFirst"], [.passesFailure, .staysOpen]
    ) { source, _, _ in
      source.flatMapFirst { item in Items.just(item).append(.never()) }
    },
    OperatorRow("flatMapFirst, inner", in: ["FlatMapFirst"], [.plain, .holdsSource]) {
      source, _, probe in
      Items.just(0).flatMapFirst { _ in
        _ = probe
        return source
      }
    },
  ]

  // MARK: - switchToLatest

  static let switching: [OperatorRow] = [
    OperatorRow("switchToLatest, outer", in: ["SwitchToLatest"], [.plain, .callsOut]) {
      source, _, probe in
      source.map { item in
        probe.touch()
        return Items.just(item)
      }
      .switchToLatest()
    },
    OperatorRow("switchToLatest, outer of sure ones", in: ["SwitchToLatest"], .plain) {
      source, _, _ in
      source.map { Signal<Item, Never>.just($0) }.switchToLatest()
    },
    OperatorRow("switchToLatest, inner", in: ["SwitchToLatest"], .plain) { source, _, _ in
      Signal<Items, TestFailure>.just(source).switchToLatest()
    },
    OperatorRow("switchToLatest, inner of a sure one", in: ["SwitchToLatest"], .plain) {
      source, _, _ in
      Signal<Items, Never>.just(source).switchToLatest()
    },
  ]
}
