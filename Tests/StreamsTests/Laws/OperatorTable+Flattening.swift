import Streams
import StreamsTesting

extension OperatorTable {
  static let flattening: [OperatorRow] = outer + inner

  /// The source is what values come from.
  private static let outer: [OperatorRow] = [
    OperatorRow("flatMap, outer", in: ["FlatMap"], [.plain, .callsOut]) { source, _, probe in
      source.flatMap { item in
        probe.touch()
        return .just(item)
      }
    },
    OperatorRow("flatMap(maxConcurrent: 2), outer", in: ["FlatMap"], [.plain, .callsOut]) {
      source, _, probe in
      source.flatMap(maxConcurrent: 2) { item in
        probe.touch()
        return .just(item)
      }
    },
    OperatorRow("concatMap, outer", in: ["ConcatMap"], [.plain, .callsOut]) { source, _, probe in
      source.concatMap { item in
        probe.touch()
        return .just(item)
      }
    },
    OperatorRow("flatMapLatest, outer", in: ["FlatMapLatest"], [.plain, .callsOut]) {
      source, _, probe in
      source.flatMapLatest { item in
        probe.touch()
        return .just(item)
      }
    },
    OperatorRow("concatMap, queued", in: ["ConcatMap"], [.passesFailure, .staysOpen]) {
      source, _, _ in
      source.concatMap { item in Items.just(item).append(.never()) }
    },
    OperatorRow(
      "flatMapLatest, inner goes on", in: ["FlatMapLatest"],
      [.passesLive, .passesFailure, .staysOpen]
    ) { source, _, _ in
      source.flatMapLatest { item in Items.just(item).append(.never()) }
    },
  ]

  /// The source is what a value is turned into.
  private static let inner: [OperatorRow] = [
    OperatorRow("flatMap, inner", in: ["FlatMap"], [.plain, .holdsSource]) { source, _, probe in
      Items.just(0).flatMap { _ in
        _ = probe
        return source
      }
    },
    OperatorRow("flatMap(maxConcurrent: 2), inner", in: ["FlatMap"], [.plain, .holdsSource]) {
      source, _, _ in
      Items.just(0).flatMap(maxConcurrent: 2) { _ in source }
    },
    OperatorRow("concatMap, inner", in: ["ConcatMap"], [.plain, .holdsSource]) { source, _, _ in
      Items.just(0).concatMap { _ in source }
    },
    OperatorRow("flatMapLatest, inner", in: ["FlatMapLatest"], [.plain, .holdsSource]) {
      source, _, probe in
      Items.just(0).flatMapLatest { _ in
        _ = probe
        return source
      }
    },
  ]

  // MARK: - Time: nothing here is longer than the minute a law lets pass, but the time limits

  static let timing: [OperatorRow] = [
    OperatorRow("debounce", in: ["Debounce"], [.needsTime, .passesFailure]) {
      source, scheduler, _ in
      source.debounce(for: .seconds(1), scheduler: scheduler)
    },
    OperatorRow("delay", in: ["Delay"], [.plain, .needsTime]) { source, scheduler, _ in
      source.delay(for: .seconds(1), scheduler: scheduler)
    },
    OperatorRow("timeout each", in: ["Timeout"], [.plain, .alwaysWaits]) {
      source, scheduler, probe in
      source.timeout(.seconds(3600), scheduler: scheduler, failure: limit(probe))
    },
    OperatorRow("timeout total", in: ["Timeout"], [.plain, .alwaysWaits]) {
      source, scheduler, probe in
      source.timeout(.seconds(3600), .total, scheduler: scheduler, failure: limit(probe))
    },
    OperatorRow("receive(on:)", in: ["ReceiveOn"], [.plain, .needsTime]) {
      source, scheduler, _ in
      source.receive(on: scheduler)
    },
    OperatorRow("receive(on: immediate)", in: ["ReceiveOn"], .plain) { source, _, _ in
      source.receive(on: ImmediateScheduler())
    },
    OperatorRow("delay, immediate", in: ["Delay"], .plain) { source, _, _ in
      source.delay(for: .seconds(1), scheduler: ImmediateScheduler())
    },
  ]

  private static func limit(_ probe: Probe) -> TestFailure {
    probe.touch()
    return .two
  }
}
