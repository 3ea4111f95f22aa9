internal import Streams

/// What one request that may take several exchanges decides: a value, changed by one event after
/// another.
protocol ExchangeDecisions: Sendable {
  /// What an exchange is made of.
  associatedtype Step: Sendable

  /// The exchange to begin now.
  mutating func begin() -> Step

  /// What to do with an event of the exchange that was begun last, its end too.
  mutating func judge(_ event: Event<TransportEvent, TransportFailure>) -> ExchangeVerdict
}

/// What is to be done with an event of an exchange.
enum ExchangeVerdict: Hashable, Sendable {
  /// It goes to the observer.
  case deliver
  /// It belongs to an answer that nobody gets.
  case drop
  /// The exchange is over or to be stopped, and another one follows.
  case again
  /// The exchange is to be stopped, and that is how the observation ends.
  case fail(TransportFailure)
}

/// One observation that may take several exchanges, of which the last is delivered: what a redirect
/// or a refusal leads to.
///
/// An exchange is torn down before the next begins. Exchanges that answer at once are run by a
/// loop: any number of them needs no more stack than one.
final class ExchangeLoop<Decisions: ExchangeDecisions>: Sendable {
  typealias Exchange = Signal<TransportEvent, TransportFailure>

  private enum Phase: Sendable {
    case idle
    case beginning
    /// The exchange that is being begun has led to another one already.
    case beginningAgain
  }

  private let decisions: Lock<Decisions>
  private let exchange: @Sendable (Decisions.Step) -> Exchange
  private let receive: Exchange.Receive
  private let subscription: Subscription
  private let phase = Lock(Phase.idle)

  private init(
    _ decisions: Decisions, _ exchange: @escaping @Sendable (Decisions.Step) -> Exchange,
    _ receive: @escaping Exchange.Receive, _ subscription: Subscription
  ) {
    self.decisions = Lock(decisions)
    self.exchange = exchange
    self.receive = receive
    self.subscription = subscription
  }

  /// The exchanges that `decisions` ask for; each observation has its own copy of these.
  static func signal(
    _ decisions: Decisions, _ exchange: @escaping @Sendable (Decisions.Step) -> Exchange
  ) -> Exchange {
    Signal(start: { receive, subscription in
      ExchangeLoop(decisions, exchange, receive, subscription).run()
    })
  }

  private func run() {
    repeat {
      guard subscription.isActive else { return }
      phase.withLock { $0 = .beginning }
      let part = subscription.child()
      let step = decisions.withLock { $0.begin() }
      exchange(step).run({ event in self.handle(event, of: part) }, part)
    } while hasAnother()
  }

  private func hasAnother() -> Bool {
    phase.withLock { phase in
      defer { phase = .idle }
      return phase == .beginningAgain
    }
  }

  private func handle(_ event: Event<TransportEvent, TransportFailure>, of part: Subscription) {
    switch decisions.withLock({ $0.judge(event) }) {
    case .drop: break
    case .deliver: receive(event)
    case .fail(let failure):
      part.cancel()
      // What is torn down may cancel the observation.
      if subscription.isActive { receive(.failure(failure)) }
    case .again:
      part.cancel()
      let isInLoop = phase.withLock { phase in
        defer { if phase == .beginning { phase = .beginningAgain } }
        return phase == .beginning
      }
      if !isInLoop { run() }
    }
  }
}
