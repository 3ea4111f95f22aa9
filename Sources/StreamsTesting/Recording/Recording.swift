public import Streams

/// An event and when it was delivered.
public struct RecordedEvent<Value: Sendable, Failure: Error>: Sendable {
  /// When, in virtual time.
  public var at: Instant
  /// What.
  public var event: Event<Value, Failure>

  /// `event` at `instant`.
  public init(at instant: Instant, _ event: Event<Value, Failure>) {
    self.at = instant
    self.event = event
  }
}

extension RecordedEvent: Equatable where Value: Equatable, Failure: Equatable {}

extension RecordedEvent: CustomStringConvertible {
  /// The event and the instant: `value(1) at 3.0 seconds`.
  public var description: String { "\(event) at \(at)" }
}

/// Everything one observation was told. Threads: any.
public final class Recording<Value: Sendable, Failure: Error>: Sendable {
  /// The observation; cancel it to stop.
  public let subscription = Subscription()
  /// Where it was begun.
  public let origin: SourceLocation
  private let recorded = Lock<[RecordedEvent<Value, Failure>]>([])

  init(origin: SourceLocation) {
    self.origin = origin
  }

  /// What was delivered, in order, with when.
  public var events: [RecordedEvent<Value, Failure>] { recorded.withLock { $0 } }

  /// The values delivered, in order.
  public var values: [Value] {
    events.compactMap { if case .value(let value) = $0.event { value } else { nil } }
  }

  /// The end, when there was one.
  public var end: Event<Value, Failure>? {
    events.last.flatMap { $0.event.isTerminal ? $0.event : nil }
  }

  /// Whether the signal has finished.
  public var isFinished: Bool { if case .finished = end { true } else { false } }

  /// The failure it ended with, when it did.
  public var failure: Failure? { if case .failure(let failure) = end { failure } else { nil } }

  /// Stops the observation.
  public func cancel() { subscription.cancel() }

  func append(_ event: RecordedEvent<Value, Failure>) {
    recorded.withLock { $0.append(event) }
  }
}
