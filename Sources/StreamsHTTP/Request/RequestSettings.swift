internal import Streams

extension Request {
  /// Says what becomes of an answer that points elsewhere. A limit below 0 is reported (`Misuse`)
  /// and taken for 0: the first redirect fails.
  public func redirects(_ policy: RedirectPolicy) -> Self {
    changing { $0.details.options.redirects = policy.checked }
  }

  /// Says what caches may answer with, and asks those on the way for it by `Cache-Control`, in
  /// place of the client's; a `Cache-Control` field of the request itself stays as it is.
  public func cache(_ policy: CachePolicy) -> Self {
    changing { $0.details.options.cache = policy }
  }

  /// Goes before requests of lower priority where not all can be sent at once.
  public func priority(_ priority: RequestPriority) -> Self {
    changing { $0.details.options.priority = priority }
  }

  /// Adds words by which decorators and observers know the request again; they are not sent.
  public func tagged(_ tags: String...) -> Self {
    changing { $0.details.options.tags.formUnion(tags) }
  }

  /// Goes without the credentials that decorators add, and without their refresh after a 401: for
  /// a login, whose 401 says that the password is wrong.
  public func withoutCredentials() -> Self {
    changing { $0.details.options.usesCredentials = false }
  }
}

extension RedirectPolicy {
  fileprivate var checked: Self {
    guard case .follow(let limit, let downgrade) = self else { return self }
    return .follow(
      limit: Misuse.count(limit, atLeast: 0, in: "redirects(.follow)"), downgrade: downgrade)
  }
}
