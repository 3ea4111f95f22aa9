extension Signal {
  /// The last stage of every observation: nothing passes after a cancel or an end, and the end
  /// closes the subscription before it is delivered.
  @inlinable
  func run(_ receive: @escaping Receive, _ subscription: Subscription) {
    guard subscription.isActive else { return }
    start(
      { event in
        // Of an end and a cancel that meet, one wins.
        guard event.isTerminal ? subscription.end() : subscription.isActive else { return }
        receive(event)
      }, subscription)
  }
}
