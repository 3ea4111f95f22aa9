extension Signal {
  /// Goes on with another signal after a failure.
  ///
  /// ```
  /// self               1--2--#
  /// handler(#)               8--9--|
  /// catch(handler)     1--2--8--9--|
  /// ```
  ///
  /// Upstream is torn down, then `handler` is called, then its signal starts. Fails: as that
  /// signal does. A chain of many is run by a loop and needs no more stack than one.
  @inlinable
  public func `catch`(
    _ handler: @escaping @Sendable (Failure) -> Signal<Value, Failure>
  ) -> Signal<Value, Failure> {
    Signal(chain: Chain(self, .recover(handler)))
  }

  /// Goes on after a failure with a signal that fails in another way, or cannot.
  ///
  /// ```
  /// self               1--2--#a
  /// handler(#a)              8--#b
  /// catch(handler)     1--2--8--#b
  /// ```
  ///
  /// Upstream is torn down, then `handler` is called, then its signal starts. Fails: as that
  /// signal does.
  @inlinable
  public func `catch`<NewFailure: Error>(
    _ handler: @escaping @Sendable (Failure) -> Signal<Value, NewFailure>
  ) -> Signal<Value, NewFailure> {
    let kept = Kept(handler)
    return Signal<Value, NewFailure>(over: self) { source, receive, subscription in
      guard subscription.isActive, let handler = kept.make else { return }
      let upstream = subscription.child()
      source.start(
        { event in
          guard upstream.isActive else { return }
          switch event {
          case .value(let value): receive(.value(value))
          case .finished:
            upstream.end()
            receive(.finished)
          case .failure(let failure):
            upstream.end()
            let replacement = handler(failure)
            guard subscription.isActive else { return }
            let part = subscription.nested()
            replacement.startNested(
              { event in
                if event.isTerminal { part.end() }
                receive(event)
              }, part)
          }
        }, upstream)
    }
  }
}
