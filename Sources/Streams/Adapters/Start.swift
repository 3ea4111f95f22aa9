extension Signal {
  /// Starts work that answers once, and calls exactly one of the handlers, once.
  ///
  /// ```swift
  /// client.send(.user(7)).start(success: { show($0) }, failure: { warn($0) })
  /// ```
  ///
  /// The first value is the answer: the signal is cancelled, then `success` is called. A signal
  /// that finishes without a value calls `empty`; where none was given that is reported
  /// (``Misuse``). A cancel calls nothing. Letting go of the answer does not cancel.
  @discardableResult
  public func start(
    success: @escaping @Sendable (Value) -> Void,
    failure: @escaping @Sendable (Failure) -> Void,
    empty: (@Sendable () -> Void)? = nil,
    in scope: Subscription? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    let subscription = scope?.child() ?? Subscription()
    let isAnswered = SerialState(false)
    let handler = Misuse.taskHandler
    first().run(
      { event in
        switch event {
        case .value(let value):
          isAnswered.value = true
          success(value)
        case .failure(let reason): failure(reason)
        case .finished:
          guard !isAnswered.value else { return }
          guard let empty else {
            return Misuse.finishedWithoutValue(CallSite(fileID: fileID, line: line))
              .report(to: handler)
          }
          empty()
        }
      }, subscription, at: fileID, line)
    return subscription
  }
}

extension Signal where Failure == Never {
  /// Starts work that cannot fail and answers once.
  @discardableResult
  public func start(
    success: @escaping @Sendable (Value) -> Void,
    empty: (@Sendable () -> Void)? = nil,
    in scope: Subscription? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    start(
      success: success, failure: { _ in }, empty: empty, in: scope,
      fileID: fileID, line: line)
  }
}
