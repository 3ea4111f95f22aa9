extension Signal {
  /// The form every operator of one signal is written in; `start` is handed what it stands on.
  @inlinable
  init<Input, InputFailure>(
    over source: Signal<Input, InputFailure>,
    start:
      @escaping @Sendable (
        Signal<Input, InputFailure>, @escaping Receive, Subscription
      ) -> Void
  ) {
    let depth = source.depth &+ 1
    let source = source.fused(below: depth)
    self.init(depth: depth, start: { start(source, $0, $1) })
  }

  /// The form of operators of two signals.
  @inlinable
  init<First, FirstFailure, Second, SecondFailure>(
    over first: Signal<First, FirstFailure>, _ second: Signal<Second, SecondFailure>,
    start:
      @escaping @Sendable (
        Signal<First, FirstFailure>, Signal<Second, SecondFailure>, @escaping Receive, Subscription
      ) -> Void
  ) {
    let depth = Swift.max(first.depth, second.depth) &+ 1
    let first = first.fused(below: depth)
    let second = second.fused(below: depth)
    self.init(depth: depth, start: { start(first, second, $0, $1) })
  }

  /// The form of operators of a list of signals.
  @inlinable
  init<Input, InputFailure>(
    over sources: [Signal<Input, InputFailure>],
    start:
      @escaping @Sendable (
        [Signal<Input, InputFailure>], @escaping Receive, Subscription
      ) -> Void
  ) {
    let depth = sources.reduce(0) { Swift.max($0, $1.depth) } &+ 1
    let sources = sources.map { $0.fused(below: depth) }
    self.init(depth: depth, start: { start(sources, $0, $1) })
  }

  /// This signal, behind a fuse where it stands in a 64th place below an operator of `depth`.
  @inlinable
  func fused(below depth: Int) -> Signal {
    depth >> 6 == self.depth >> 6 ? self : fused
  }

  @usableFromInline
  var fused: Signal {
    let fuse = Fuse(self)
    return Signal(
      depth: depth,
      start: { receive, subscription in
        let end = Fuse(Receiver(receive))
        fuse.value?.start({ event in end.value?.receive(event) }, subscription)
      })
  }

  /// Starts this signal in a scope of its own, which is over before its end is handed on (G6).
  @inlinable @inline(__always)
  func startPart(of scope: Subscription, _ receive: @escaping Receive) {
    let part = scope.child()
    start(
      { event in
        if event.isTerminal { part.end() }
        receive(event)
      }, part)
  }

  /// Starts a signal that a closure has made inside another observation: such nest as deep as
  /// they like while they run, so every 64th delivers through a fuse. `part` is `nested()`.
  @inlinable
  func startNested(_ receive: @escaping Receive, _ part: Subscription) {
    guard part.nesting & 63 == 63 else { return start(receive, part) }
    startFused(receive, part)
  }

  @usableFromInline
  func startFused(_ receive: @escaping Receive, _ part: Subscription) {
    let end = Fuse(Receiver(receive))
    let rise = part.rise
    start(
      { event in
        if event.isTerminal, let rise {
          rise.take { end.value?.receive(event) }
        } else {
          end.value?.receive(event)
        }
      }, part)
  }
}
