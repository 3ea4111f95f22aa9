extension Signal {
  /// Starts the work and hands every event to `receive`, one at a time.
  ///
  /// Events arrive on whichever thread the source delivers them; ``receive(on:)`` chooses one, and
  /// ``observeOnMainActor(in:value:failure:finished:fileID:line:)`` reaches the state of the main
  /// actor.
  ///
  /// Letting go of the answer does not cancel: cancel it, or store it in a ``SubscriptionBag``.
  ///
  /// `fileID` and `line` say where: in debug builds the test kit names an observation that is left
  /// alive by them. Release builds do not look at them.
  @discardableResult
  @inlinable
  public func observe(
    _ receive: @escaping Receive, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    let subscription = Subscription()
    run(receive, subscription, at: fileID, line)
    return subscription
  }

  /// Observes as a part of `scope`: cancelled with it, and leaving it at the end. Because the
  /// scope exists before the source starts, a handler can cancel it while a synchronous source
  /// is still delivering (G4).
  ///
  /// ```swift
  /// let scope = Subscription()
  /// numbers.observe(in: scope) { event in if event == .value(3) { scope.cancel() } }
  /// ```
  @discardableResult
  @inlinable
  public func observe(
    in scope: Subscription, _ receive: @escaping Receive, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Subscription {
    let subscription = scope.child()
    run(receive, subscription, at: fileID, line)
    return subscription
  }

  /// Observes with a handler per kind of event; those left out ignore theirs.
  @discardableResult
  @inlinable
  public func observe(
    in scope: Subscription? = nil,
    value: @escaping @Sendable (Value) -> Void = { _ in },
    failure: @escaping @Sendable (Failure) -> Void = { _ in },
    finished: @escaping @Sendable () -> Void = {},
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    let subscription = scope?.child() ?? Subscription()
    run(
      { event in
        switch event {
        case .value(let next): value(next)
        case .failure(let reason): failure(reason)
        case .finished: finished()
        }
      }, subscription, at: fileID, line)
    return subscription
  }

  /// Observes on `scheduler`, with a handler per kind of event: `receive(on:)`, then `observe`.
  @discardableResult
  @inlinable
  public func observe(
    on scheduler: some Scheduler,
    in scope: Subscription? = nil,
    value: @escaping @Sendable (Value) -> Void = { _ in },
    failure: @escaping @Sendable (Failure) -> Void = { _ in },
    finished: @escaping @Sendable () -> Void = {},
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    receive(on: scheduler).observe(
      in: scope, value: value, failure: failure, finished: finished, fileID: fileID, line: line)
  }
}
