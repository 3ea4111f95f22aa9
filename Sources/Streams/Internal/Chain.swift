/// A chain of `append` and `catch`, however it was nested: each link knows the one before, and
/// the whole is run by a loop, so that a chain of 100,000 links needs no more stack than one of
/// two, and a value passes through one handler, not through one per link (G8).
@usableFromInline
final class Chain<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline
  enum Link: Sendable {
    /// What follows when everything before has finished.
    case append(Signal<Value, Failure>)
    /// The same, of what is a chain itself.
    case appendAll(Chain)
    /// What follows when something before has failed.
    case recover(@Sendable (Failure) -> Signal<Value, Failure>)
  }

  private struct Parts: Sendable {
    var previous: Chain?
    var link: Link?
  }

  /// Where the chain begins; nil when that is in the part before.
  private let first: Signal<Value, Failure>?
  /// Changed by `deinit` only.
  private let parts: Lock<Parts>

  /// `signal`, or the chain it is, with one more link.
  @usableFromInline
  init(_ signal: Signal<Value, Failure>, _ link: Link) {
    first = signal.chain == nil ? signal : nil
    parts = Lock(Parts(previous: signal.chain, link: link))
  }

  deinit {
    // Chains are let go of in a loop: each alone would let go of the next from its deinit.
    var released = takeChains()
    while var chain = released.popLast() {
      if isKnownUniquelyReferenced(&chain) { released.append(contentsOf: chain.takeChains()) }
    }
  }

  private func takeChains() -> [Chain] {
    let taken = parts.withLock { parts in
      defer { parts = Parts() }
      return parts
    }
    guard case .appendAll(let chain) = taken.link else { return taken.previous.map { [$0] } ?? [] }
    return taken.previous.map { [$0, chain] } ?? [chain]
  }

  /// Runs the chain for one observation.
  @usableFromInline
  func start(_ receive: @escaping Signal<Value, Failure>.Receive, _ subscription: Subscription) {
    ChainRun(receive, subscription).start(self)
  }

  /// Puts the links on the stack, the first on top; answers with what they follow.
  fileprivate func unroll(onto links: inout [Link]) -> Signal<Value, Failure> {
    var node = self
    while true {
      let parts = node.parts.withLock { $0 }
      if let link = parts.link { links.append(link) }
      guard let previous = parts.previous else { return node.first ?? .never() }
      node = previous
    }
  }
}

/// One observation of a chain: what is still to come, last first, and the part that runs. A chain
/// that a chain leads to becomes a part of it: a catch whose replacement catches again, and so on
/// without end, is a loop too.
private final class ChainRun<Value: Sendable, Failure: Error>: Sendable {
  private typealias Link = Chain<Value, Failure>.Link

  private enum Step: Sendable {
    case start(Signal<Value, Failure>)
    case enter(Chain<Value, Failure>)
    case recover(@Sendable (Failure) -> Signal<Value, Failure>, Failure)
  }

  private let links = SerialState<[Link]>([])
  private let receive: Signal<Value, Failure>.Receive
  private let subscription: Subscription
  private let steps = Drain<Step>()

  init(_ receive: @escaping Signal<Value, Failure>.Receive, _ subscription: Subscription) {
    self.receive = receive
    self.subscription = subscription
  }

  func start(_ chain: Chain<Value, Failure>) {
    steps.send(.enter(chain), perform)
  }

  private func perform(_ step: Step) {
    guard subscription.isActive else { return }
    switch step {
    case .start(let signal): run(signal)
    case .enter(let chain): run(chain.unroll(onto: &links.value))
    case .recover(let handler, let failure):
      let signal = handler(failure)
      run(signal.chain?.unroll(onto: &links.value) ?? signal)
    }
  }

  private func run(_ signal: Signal<Value, Failure>) {
    guard subscription.isActive else { return }
    let part = subscription.child()
    signal.start({ event in self.handle(event, of: part) }, part)
  }

  private func handle(_ event: Event<Value, Failure>, of part: Subscription) {
    switch event {
    case .value: receive(event)
    case .finished: follow(event, of: part, after: nil)
    case .failure(let failure): follow(event, of: part, after: failure)
    }
  }

  private func follow(
    _ event: Event<Value, Failure>, of part: Subscription, after failure: Failure?
  ) {
    part.end()
    guard let step = next(after: failure) else { return receive(event) }
    steps.send(step, perform)
  }

  /// The next link that this end leads to; those it passes over are let go of.
  private func next(after failure: Failure?) -> Step? {
    while let link = links.value.popLast() {
      switch (link, failure) {
      case (.append(let signal), nil): return .start(signal)
      case (.appendAll(let chain), nil): return .enter(chain)
      case (.recover(let handler), let failure?): return .recover(handler, failure)
      case (.append, _), (.appendAll, _), (.recover, _): continue
      }
    }
    return nil
  }
}
