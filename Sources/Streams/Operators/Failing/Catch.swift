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
  public func `catch`<NewFailure: Error>(
    _ handler: @escaping @Sendable (Failure) -> Signal<Value, NewFailure>
  ) -> Signal<Value, NewFailure> {
    if let same = self as? Signal<Value, NewFailure> {
      let link = Chain<Value, NewFailure>.Link.recover { failure in
        guard let failure = failure as? Failure else { return .fail(failure) }
        return handler(failure)
      }
      return Signal<Value, NewFailure>(chain: Chain(same, link))
    }
    return Signal<Value, NewFailure>(start: { receive, subscription in
      guard subscription.isActive else { return }
      let upstream = subscription.child()
      self.start(
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
            replacement.start(receive, subscription)
          }
        }, upstream)
    })
  }
}
