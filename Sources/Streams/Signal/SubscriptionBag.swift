/// Holds observations and cancels those that still run when it is released.
///
/// Give one to whatever the observations belong to, a view model say, and they end with it. An
/// observation that ends by itself leaves the bag. Threads: any.
public final class SubscriptionBag: Sendable {
  let scope = Subscription()

  /// An empty bag.
  public init() {}

  deinit {
    scope.cancel()
  }

  /// Cancels what is in the bag. What is put in later is cancelled at once.
  public func cancel() {
    scope.cancel()
  }
}
