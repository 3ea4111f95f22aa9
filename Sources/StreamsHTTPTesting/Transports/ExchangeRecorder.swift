package import Streams
package import StreamsHTTP

/// What one observation of an exchange was told.
package struct Exchange: Sendable, Hashable {
  package private(set) var events: [Event<TransportEvent, TransportFailure>] = []

  package var values: [TransportEvent] {
    events.compactMap { if case .value(let value) = $0 { value } else { nil } }
  }

  package var heads: [HTTPResponse] {
    values.compactMap { if case .head(let head) = $0 { head } else { nil } }
  }

  package var informational: [HTTPResponse] {
    values.compactMap { if case .informational(let head) = $0 { head } else { nil } }
  }

  package var uploads: [TransferProgress] {
    values.compactMap { if case .uploaded(let progress) = $0 { progress } else { nil } }
  }

  package var body: [UInt8] {
    values.flatMap { if case .chunk(let bytes) = $0 { bytes } else { [UInt8]() } }
  }

  package var text: String { String(decoding: body, as: UTF8.self) }

  package var failure: TransportFailure? {
    for case .failure(let failure) in events { return failure }
    return nil
  }

  /// How many ends came; one is right.
  package var ends: Int { events.count { $0.isTerminal } }

  /// How the events break the order that T3 asks for.
  package var orderViolations: [String] {
    var violations: [String] = []
    var heads = 0
    for (index, event) in events.enumerated() {
      switch event {
      case .value(.head): heads += 1
      case .value(.informational) where heads > 0:
        violations.append("an informational answer after the head")
      case .value(.chunk) where heads == 0: violations.append("a chunk before the head")
      case .value: break
      case .failure, .finished:
        if index != events.count - 1 { violations.append("an event after the end") }
      }
    }
    if heads != 1 && failure == nil { violations.append("\(heads) heads") }
    return violations
  }

  mutating func append(_ event: Event<TransportEvent, TransportFailure>) { events.append(event) }
}

/// Records an exchange as it happens, and waits for what is to come of it.
package final class ExchangeRecorder: Sendable {
  private let changes = Changes(Exchange())

  package init() {}

  package var exchange: Exchange { changes.value }

  package func observe(_ signal: Signal<TransportEvent, TransportFailure>) -> Subscription {
    signal.observe { [changes] event in changes.update { $0.append(event) } }
  }

  package func record(_ event: Event<TransportEvent, TransportFailure>) {
    changes.update { $0.append(event) }
  }

  /// Waits until the exchange meets a condition; false when `limit` is over first.
  package func waits(
    within limit: Duration = .seconds(10), for condition: @escaping @Sendable (Exchange) -> Bool
  ) async -> Bool {
    await changes.waits(within: limit, for: condition)
  }
}

/// A transport that never answers and counts what is asked of it.
final class CountingTransport: Transport {
  struct Counts: Sendable {
    var starts = 0
    var cancels = 0
  }

  private let changes = Changes(Counts())

  var starts: Int { changes.value.starts }

  func send(
    _ request: HTTPRequest, body: HTTPBody
  ) -> Signal<TransportEvent, TransportFailure> {
    .deferred { [changes] in
      changes.update { $0.starts += 1 }
      return .never().handleEvents(onCancel: { changes.update { $0.cancels += 1 } })
    }
  }

  func waits(
    within limit: Duration, for condition: @escaping @Sendable (Counts) -> Bool
  ) async -> Bool {
    await changes.waits(within: limit, for: condition)
  }
}

/// A value that can be waited on. Conditions are asked with no lock held.
final class Changes<Value: Sendable>: Sendable {
  private struct Waiter: Sendable {
    var condition: @Sendable (Value) -> Bool
    var continuation: CheckedContinuation<Bool, Never>
    var timer: Task<Void, Never>?
  }

  private struct State: Sendable {
    var value: Value
    var waiters: [Int: Waiter] = [:]
    var count = 0
  }

  private let state: Lock<State>

  init(_ value: Value) { state = Lock(State(value: value)) }

  var value: Value { state.withLock { $0.value } }

  func update(_ change: @Sendable (inout Value) -> Void) {
    state.withLock { change(&$0.value) }
    wake()
  }

  func waits(
    within limit: Duration, for condition: @escaping @Sendable (Value) -> Bool
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      let number = state.withLock { state in
        state.count += 1
        state.waiters[state.count] = Waiter(condition: condition, continuation: continuation)
        return state.count
      }
      let timer = Task {
        try? await Task.sleep(for: limit)
        resume(number, with: false)
      }
      state.withLock { $0.waiters[number]?.timer = timer }
      wake()
    }
  }

  private func wake() {
    // Without a waiter no copy is taken: it would make the next change copy the whole value.
    let snapshot = state.withLock { $0.waiters.isEmpty ? nil : ($0.value, $0.waiters) }
    guard let (value, waiters) = snapshot else { return }
    for (number, waiter) in waiters where waiter.condition(value) { resume(number, with: true) }
  }

  private func resume(_ number: Int, with answer: Bool) {
    let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
    waiter?.timer?.cancel()
    waiter?.continuation.resume(returning: answer)
  }
}
