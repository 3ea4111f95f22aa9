import StreamsTesting

@testable import Streams

extension OperatorTable {
  // MARK: - Rate and batches

  static let rated: [OperatorRow] = [
    OperatorRow("throttle, the newest", in: ["Throttle"], [.needsTime, .passesFailure]) {
      source, scheduler, _ in
      source.throttle(for: .seconds(1), latest: true, scheduler: scheduler)
    },
    OperatorRow("throttle, the first", in: ["Throttle"], [.needsTime, .passesFailure]) {
      source, scheduler, _ in
      source.throttle(for: .seconds(1), latest: false, scheduler: scheduler)
    },
    OperatorRow("throttle, no interval", in: ["Throttle"], .plain) { source, scheduler, _ in
      source.throttle(for: .zero, latest: true, scheduler: scheduler)
    },
    OperatorRow("throttle, immediate", in: ["Throttle"], .plain) { source, _, _ in
      source.throttle(for: .seconds(1), latest: true, scheduler: ImmediateScheduler())
    },
    OperatorRow(
      "collect by time", in: ["CollectByTime"],
      [.passesAll, .passesLive, .needsTime, .dropsWaiting]
    ) { source, scheduler, _ in
      flat(source.collect(.byTime(.seconds(1), scheduler: scheduler)))
    },
    OperatorRow(
      "collect by time or count", in: ["CollectByTime"],
      [.passesAll, .passesLive, .needsTime, .dropsWaiting]
    ) { source, scheduler, _ in
      flat(source.collect(.byTimeOrCount(.seconds(1), 3, scheduler: scheduler)))
    },
    OperatorRow("collect by time or count of one", in: ["CollectByTime"], .plain) {
      source, scheduler, _ in
      flat(source.collect(.byTimeOrCount(.seconds(1), 1, scheduler: scheduler)))
    },
    OperatorRow("collect by time, immediate", in: ["CollectByTime"], .plain) { source, _, _ in
      flat(source.collect(.byTime(.seconds(1), scheduler: ImmediateScheduler())))
    },
  ]

  /// Batches, one value after another again.
  private static func flat(_ batches: Signal<[Item], TestFailure>) -> Items {
    batches.concatMap { .sequence($0) }
  }

  // MARK: - The start

  static let starting: [OperatorRow] = [
    OperatorRow("subscribe(on: immediate)", in: ["SubscribeOn"], .plain) { source, _, _ in
      source.subscribe(on: ImmediateScheduler())
    },
    // What is sent before the start is not heard, so each start is given its turn at once.
    OperatorRow("subscribe(on:)", in: ["SubscribeOn"], .plain) { source, scheduler, _ in
      let moved = source.subscribe(on: scheduler)
      return Items(depth: moved.depth) { receive, subscription in
        moved.start(receive, subscription)
        scheduler.advance(by: .zero)
      }
    },
  ]

  // MARK: - Sharing. Nobody but the observers has the signal, so that even a run for ever ends
  // with them.

  static let sharing: [OperatorRow] =
    [0, 1, 3].flatMap { count in
      [ShareScope.whileObserved, .forever].map { scope in
        OperatorRow(
          "share(replay: \(count), scope: .\(scope))", in: ["ShareReplay"],
          count > 0 ? [.plain, .remembers] : .plain
        ) { source, _, _ in
          source.share(replay: count, scope: scope)
        }
      }
    }
}
