import Streams

/// The events of one observation.
final class Collected<Value: Sendable, Failure: Error>: Sendable {
  private let log = Lock<[Event<Value, Failure>]>([])

  init(_ signal: Signal<Value, Failure>, in scope: Subscription = Subscription()) {
    signal.observe(in: scope) { event in self.log.withLock { $0.append(event) } }
  }

  var events: [Event<Value, Failure>] { log.withLock { $0 } }

  var values: [Value] {
    events.compactMap { if case .value(let value) = $0 { value } else { nil } }
  }

  var failure: Failure? {
    if case .failure(let failure) = events.last { failure } else { nil }
  }
}
