/// A chain of `append` and `catch`, or a signal still to be made: what is flattened when it runs.
///
/// Each node knows what it was added to, and the whole is run by a loop that takes nested chains
/// apart, to the left, to the right and inside `deferred`. A chain of 100,000 links therefore needs
/// no more stack than one of two, a value passes through one handler, not through one per link, and
/// a signal that appends itself for ever (polling, pagination) holds one link at a time (G8).
@usableFromInline
final class Chain<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias Output = Signal<Value, Failure>

  @usableFromInline
  enum Link: Sendable {
    /// What follows when everything before has finished.
    case append(Output)
    /// What follows when something before has failed.
    case recover(@Sendable (Failure) -> Output)
  }

  @usableFromInline
  enum Base: Sendable {
    case signal(Output)
    case deferred(@Sendable () -> Output)
    case chain(Chain)
  }

  @usableFromInline
  struct Parts: Sendable {
    @usableFromInline var base: Base
    @usableFromInline var link: Link?

    @inlinable
    init(base: Base, link: Link?) {
      self.base = base
      self.link = link
    }
  }

  /// Nil only while it is let go of.
  @usableFromInline let parts: Lock<Parts?>
  /// That of the deepest signal in it: links of a chain do not stand on each other.
  @usableFromInline let depth: Int

  /// `signal`, or the chain it is, with one more link.
  @inlinable
  init(_ signal: Output, _ link: Link) {
    parts = Lock(Parts(base: signal.chain.map { .chain($0) } ?? .signal(signal), link: link))
    depth = if case .append(let next) = link { max(signal.depth, next.depth) } else { signal.depth }
  }

  /// A signal that is made when it is observed.
  @inlinable
  init(deferred make: @escaping @Sendable () -> Output) {
    parts = Lock(Parts(base: .deferred(make), link: nil))
    depth = 0
  }

  deinit {
    // Nodes are let go of in a loop: each alone would let go of the others from its deinit.
    var released = takeApart()
    while var node = released.popLast() {
      if isKnownUniquelyReferenced(&node) { released.append(contentsOf: node.takeApart()) }
    }
  }

  /// Lets go of everything but the chains this one was made of. What a closure in there holds may
  /// be a chain again.
  private func takeApart() -> [Chain] {
    var taken = parts.withLock { parts in
      defer { parts = nil }
      return parts
    }
    var chains: [Chain] = []
    if case .chain(let chain)? = taken?.base { chains.append(chain) }
    if case .append(let signal)? = taken?.link, let chain = signal.chain { chains.append(chain) }
    Releases.releaseNested(taken.take())
    return chains
  }

  /// Runs the chain for one observation.
  @inlinable
  func start(_ receive: @escaping Output.Receive, _ subscription: Subscription) {
    var links: [Link] = []
    guard let signal = Self.flatten(self, onto: &links, subscription) else { return }
    if links.isEmpty {
      signal.start(receive, subscription)
    } else {
      ChainRun(links, receive, subscription).start(signal)
    }
  }

  /// The signal a chain begins with, which is no chain itself; the links go onto the stack, the
  /// next one last. Nil when a cancel came in between.
  @inlinable
  static func flatten(
    _ chain: Chain, onto links: inout [Link], _ subscription: Subscription
  ) -> Output? {
    var node = chain
    while subscription.isActive, let parts = node.parts.withLock({ $0 }) {
      if let link = parts.link { links.append(link) }
      switch parts.base {
      case .chain(let chain): node = chain
      case .signal(let signal): return signal
      case .deferred(let make):
        let signal = make()
        guard let chain = signal.chain else { return signal }
        node = chain
      }
    }
    return nil
  }
}

/// One observation of a chain: what is still to come, next one last, and the part that runs.
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
    steps.send(.start(signal)) { perform($0) }
  }

  @inlinable
  func perform(_ step: Step) {
    guard subscription.isActive, let signal = signal(for: step), subscription.isActive else {
      return
    }
    let part = subscription.child()
    signal.start({ event in self.handle(event, of: part) }, part)
  }

  /// The signal to start, no chain itself: the links of a nested one come before what is left.
  @inlinable
  func signal(for step: Step) -> Signal<Value, Failure>? {
    let signal =
      switch step {
      case .start(let signal): signal
      case .recover(let handler, let failure): handler(failure)
      }
    guard let chain = signal.chain else { return signal }
    var nested: [Chain<Value, Failure>.Link] = []
    let first = Chain.flatten(chain, onto: &nested, subscription)
    links.value.append(contentsOf: nested)
    return first
  }

  @inlinable
  func handle(_ event: Event<Value, Failure>, of part: Subscription) {
    switch event {
    case .value:
      receive(event)
    case .finished:
      part.end()
      guard let step = next(after: nil) else { return receive(event) }
      steps.send(step) { perform($0) }
    case .failure(let failure):
      part.end()
      guard let step = next(after: failure) else { return receive(event) }
      steps.send(step) { perform($0) }
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
