internal import Streams

/// Hands out credentials, and has them refreshed once for all who need that.
///
/// The refresh belongs to those who wait for it together: the first to cancel leaves it to the
/// others, the last one cancels it.
final class AuthorizationDesk: Sendable {
  typealias Ticket = AuthorizationState.Ticket
  typealias Refreshing =
    @Sendable (_ refused: Credentials?) -> Signal<Credentials, TransportFailure>

  private struct Shared: Sendable {
    var state: AuthorizationState
    var waiters: [Int: Emitter<Ticket, TransportFailure>] = [:]
    var refresh: Subscription?
  }

  private let shared: Lock<Shared>
  private let refreshing: Refreshing
  private let wallClock: WallClock

  init(_ credentials: Credentials?, wallClock: WallClock, _ refreshing: @escaping Refreshing) {
    shared = Lock(Shared(state: AuthorizationState(credentials)))
    self.refreshing = refreshing
    self.wallClock = wallClock
  }

  /// The number of the newest credentials.
  var generation: Int { shared.withLock { $0.state.generation } }

  /// Whether this is code of the refresh: what it sends is not held up by itself.
  var isRefreshing: Bool { RefreshScope.desks.contains(ObjectIdentifier(self)) }

  /// Credentials, once there are some; not those that were refused.
  func ticket(insteadOf refused: Int?) -> Signal<Ticket, TransportFailure> {
    Signal { [self] emitter in
      let now = wallClock.now()
      let scope = Subscription()
      let answer = shared.withLock { shared in
        let answer = shared.state.ask(insteadOf: refused, at: now)
        switch answer {
        case .go: break
        case .wait(let waiter): shared.waiters[waiter] = emitter
        case .refresh(let waiter, _, _):
          shared.waiters[waiter] = emitter
          shared.refresh = scope
        }
        return answer
      }
      switch answer {
      case .go(let ticket):
        emitter.send(ticket)
        emitter.finish()
      case .wait(let waiter):
        emitter.onTermination { self.leave(waiter) }
      case .refresh(let waiter, let number, let refused):
        emitter.onTermination { self.leave(waiter) }
        refresh(number, insteadOf: refused, in: scope)
      }
    }
  }

  private func leave(_ waiter: Int) {
    let (emitter, refresh) = shared.withLock { shared in
      let emitter = shared.waiters.removeValue(forKey: waiter)
      guard shared.state.leave(waiter) else { return (emitter, Subscription?.none) }
      defer { shared.refresh = nil }
      return (emitter, shared.refresh)
    }
    refresh?.cancel()
    // Let go of here, with no lock held.
    _ = emitter
  }

  // MARK: - The refresh

  private func refresh(_ number: Int, insteadOf refused: Credentials?, in scope: Subscription) {
    let outside = RefreshScope.desks
    RefreshScope.$desks.withValue(outside + [ObjectIdentifier(self)]) {
      refreshing(refused).run(
        { event in
          // Those who waited go on outside of the refresh, whoever tells them.
          RefreshScope.$desks.withValue(outside) { self.end(number, event) }
        }, scope.child())
    }
  }

  private func end(_ number: Int, _ event: Event<Credentials, TransportFailure>) {
    let new: Credentials? = if case .value(let credentials) = event { credentials } else { nil }
    let (emitters, ticket, refresh) = shared.withLock { shared in
      let (waiters, ticket) = shared.state.end(number, with: new)
      let emitters = waiters.compactMap { shared.waiters.removeValue(forKey: $0) }
      guard !waiters.isEmpty else { return (emitters, ticket, Subscription?.none) }
      defer { shared.refresh = nil }
      return (emitters, ticket, shared.refresh)
    }
    // One answer is enough.
    refresh?.cancel()
    let failure: TransportFailure =
      if case .failure(let failure) = event { failure } else {
        TransportFailure(.notAuthorized, "the refresh gave no credentials")
      }
    for emitter in emitters {
      guard let ticket else {
        emitter.fail(failure)
        continue
      }
      emitter.send(ticket)
      emitter.finish()
    }
  }
}

/// Which desks have begun the code that runs. Tasks that it starts are told too.
private enum RefreshScope {
  @TaskLocal static var desks: [ObjectIdentifier] = []
}
