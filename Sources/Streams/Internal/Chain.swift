/// A chain of `append` and `catch`, however it was nested: each link knows the one before, and
/// the whole is run by a loop, so that a chain of 100,000 links needs no more stack than one of
/// two, and a value passes through one handler, not through one per link (G8).
@usableFromInline
final class Chain<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline
  enum Link: Sendable {
    /// What follows when everything before has finished.
    case append(Signal<Value, Failure>)
    /// What follows when something before has failed.
    case recover(@Sendable (Failure) -> Signal<Value, Failure>)
  }

  @usableFromInline let first: Signal<Value, Failure>?
  @usableFromInline let previous: Lock<Chain?>
  @usableFromInline let link: Link

  /// `signal`, or the chain it is, with one more link.
  @inlinable
  init(_ signal: Signal<Value, Failure>, _ link: Link) {
    first = signal.chain == nil ? signal : nil
    previous = Lock(signal.chain)
    self.link = link
  }

  deinit {
    // Links are let go of in a loop: each alone would let go of the one before from its deinit.
    var released = take()
    while isKnownUniquelyReferenced(&released) {
      released = released?.take()
    }
  }

  @inlinable
  func take() -> Chain? {
    previous.withLock { previous in
      defer { previous = nil }
      return previous
    }
  }

  /// Runs the chain for one observation.
  @inlinable
  func start(_ receive: @escaping Signal<Value, Failure>.Receive, _ subscription: Subscription) {
    var links: [Link] = []
    var node = self
    while true {
      links.append(node.link)
      guard let previous = node.previous.withLock({ $0 }) else { break }
      node = previous
    }
    guard let first = node.first else { return }
    ChainRun(links, receive, subscription).start(first)
  }
}

/// One observation of a chain: what is still to come, last first, and the part that runs.
@usableFromInline
final class ChainRun<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline
  enum Step: Sendable {
    case start(Signal<Value, Failure>)
    case recover(@Sendable (Failure) -> Signal<Value, Failure>, Failure)
  }

  @usableFromInline let links: SerialState<[Chain<Value, Failure>.Link]>
  @usableFromInline let receive: Signal<Value, Failure>.Receive
  @usableFromInline let subscription: Subscription
  @usableFromInline let steps = Drain<Step>()

  @inlinable
  init(
    _ links: [Chain<Value, Failure>.Link], _ receive: @escaping Signal<Value, Failure>.Receive,
    _ subscription: Subscription
  ) {
    self.links = SerialState(links)
    self.receive = receive
    self.subscription = subscription
  }

  @inlinable
  func start(_ signal: Signal<Value, Failure>) {
    steps.send(.start(signal), perform)
  }

  @inlinable
  func perform(_ step: Step) {
    guard subscription.isActive else { return }
    let signal =
      switch step {
      case .start(let signal): signal
      case .recover(let handler, let failure): handler(failure)
      }
    guard subscription.isActive else { return }
    let part = subscription.child()
    signal.start({ event in self.handle(event, of: part) }, part)
  }

  @inlinable
  func handle(_ event: Event<Value, Failure>, of part: Subscription) {
    switch event {
    case .value:
      receive(event)
    case .finished:
      part.end()
      guard let step = next(after: nil) else { return receive(event) }
      steps.send(step, perform)
    case .failure(let failure):
      part.end()
      guard let step = next(after: failure) else { return receive(event) }
      steps.send(step, perform)
    }
  }

  /// The next link that this end leads to; those it passes over are let go of.
  @inlinable
  func next(after failure: Failure?) -> Step? {
    while let link = links.value.popLast() {
      switch (link, failure) {
      case (.append(let signal), nil): return .start(signal)
      case (.recover(let handler), let failure?): return .recover(handler, failure)
      case (.append, _), (.recover, _): continue
      }
    }
    return nil
  }
}
