/// The `Retry-After` field (RFC 9110 section 10.2.3): how long a server asks to be left alone.
public enum RetryAfter {
  /// The wait that the field asks for, at most `ceiling`; never negative.
  ///
  /// Nil when there is no field or when it is neither one number of seconds nor one date: such a
  /// field counts as absent, and the caller's own backoff applies.
  ///
  /// - Parameters:
  ///   - fields: the fields of the answer.
  ///   - now: the time of day, since the start of 1970, that a date is compared with.
  ///   - ceiling: the longest wait; a longer one is cut to it. Nil cuts none.
  public static func wait(
    in fields: HTTPFields, now: Duration, ceiling: Duration? = nil
  ) -> Duration? {
    guard let value = fields["Retry-After"],
      let wait = seconds(value) ?? untilDate(value, now: now)
    else { return nil }
    return max(.zero, min(wait, ceiling ?? wait))
  }

  /// A number past what fits counts as the largest that does (RFC 9111 section 1.2.2).
  private static func seconds(_ value: String) -> Duration? {
    guard !value.isEmpty, value.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    return .seconds(Int64(value) ?? .max)
  }

  private static func untilDate(_ value: String, now: Duration) -> Duration? {
    HTTPDate.parse(value, now: now.components.seconds).map { .seconds($0) - now }
  }
}
