/// What a request tells the decorators on its way, and nobody else: none of it is sent, but for
/// the directive that the cache policy stands for.
public struct RequestOptions: Hashable, Sendable {
  /// Whether the caller says that the request may be sent again though its method does not say
  /// so (RFC 9110 section 9.2.2).
  public var isIdempotent: Bool
  /// What becomes of an answer that points elsewhere.
  public var redirects: RedirectPolicy
  /// What caches, ours and those on the way, may answer with.
  public var cache: CachePolicy
  /// Which requests go first where not all can.
  public var priority: RequestPriority
  /// Words by which the program knows its requests again.
  public var tags: Set<String>
  /// Whether decorators add credentials; a login does without those it is to bring.
  public var usesCredentials: Bool

  /// Options of the given values.
  public init(
    isIdempotent: Bool = false, redirects: RedirectPolicy = .follow(),
    cache: CachePolicy = .standard, priority: RequestPriority = .normal, tags: Set<String> = [],
    usesCredentials: Bool = true
  ) {
    self.isIdempotent = isIdempotent
    self.redirects = redirects
    self.cache = cache
    self.priority = priority
    self.tags = tags
    self.usesCredentials = usesCredentials
  }
}

/// What becomes of an answer that points elsewhere (RFC 9110 section 15.4).
public enum RedirectPolicy: Hashable, Sendable {
  /// It is followed, `limit` times at most; from `https` to `http` only with `downgrade`.
  case follow(limit: Int = 20, downgrade: Bool = false)
  /// It is the answer, which is then accepted or refused for its status as any other.
  case deliver
  /// It is a failure.
  case refuse
}

/// What caches may answer a request with. Each policy but `standard` is sent as a `Cache-Control`
/// directive (RFC 9111 section 5.2.1), which caches on the way keep to, and a transport that stores
/// answers reads it. A client stores nothing by itself.
public enum CachePolicy: Hashable, Sendable {
  /// What is stored answers while it is fresh; nothing is sent.
  case standard
  /// Nothing that is stored answers, the whole comes anew: `no-cache`.
  case reload
  /// What is stored answers once the origin says that it is still good: `max-age=0`.
  case revalidate
  /// Neither the request nor its answer is stored: `no-store`.
  case noStore
  /// Only what is stored answers, else a 504 comes: `only-if-cached`.
  case onlyIfCached

  /// The request directive of RFC 9111 section 5.2.1.
  public var directive: String? {
    switch self {
    case .standard: nil
    case .reload: "no-cache"
    case .revalidate: "max-age=0"
    case .noStore: "no-store"
    case .onlyIfCached: "only-if-cached"
    }
  }
}

/// Which requests go first where not all can: a higher one before a lower one, equal ones in the
/// order they came.
public struct RequestPriority: Hashable, Sendable {
  /// The place between others; 0 is normal.
  public var rawValue: Int

  /// A priority between those that have a name.
  public init(_ rawValue: Int) {
    self.rawValue = rawValue
  }

  /// What nobody waits for, such as fetching ahead: -100.
  public static let low = Self(-100)
  /// What most requests have: 0.
  public static let normal = Self(0)
  /// What somebody looks at now: 100.
  public static let high = Self(100)
}

extension RequestPriority: Comparable {
  /// Whether the left one goes after the right one.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension RequestPriority: CustomStringConvertible {
  /// The name, or the number where it has none.
  public var description: String {
    switch self {
    case .low: "low"
    case .normal: "normal"
    case .high: "high"
    default: "\(rawValue)"
    }
  }
}

extension RequestOptions: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// What differs from what most requests have. Tags are counted, not shown: they are the
  /// program's, and may name a person.
  public var description: String {
    let plain = RequestOptions()
    let parts = [
      isIdempotent ? "idempotent" : nil,
      redirects == plain.redirects ? nil : "redirects: \(redirects)",
      cache == plain.cache ? nil : "cache: \(cache)",
      priority == plain.priority ? nil : "priority: \(priority)",
      tags.isEmpty ? nil : "tags: \(tags.count)",
      usesCredentials ? nil : "without credentials",
    ].compactMap { $0 }
    return parts.isEmpty ? "no options" : parts.joined(separator: ", ")
  }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// Shows what `description` does.
  public var customMirror: Mirror {
    Mirror(self, children: ["options": description])
  }
}
