extension Signal {
  /// The last stage of every observation: nothing passes after a cancel or an end, and the end
  /// closes the subscription before it is delivered.
  @inlinable
  package func run(_ receive: @escaping Receive, _ subscription: Subscription) {
    guard subscription.isActive else { return }
    start(
      { event in
        // Of an end and a cancel that meet, one wins.
        guard event.isTerminal ? subscription.end() : subscription.isActive else { return }
        receive(event)
      }, subscription)
  }

  /// The last stage of an observation that a program begins at a place in its source. Debug builds
  /// tell the ledger around; others pay nothing for it.
  @inlinable
  func run(
    _ receive: @escaping Receive, _ subscription: Subscription, at fileID: StaticString,
    _ line: UInt
  ) {
    #if DEBUG
      subscription.note(fileID, line)
    #endif
    run(receive, subscription)
  }
}
