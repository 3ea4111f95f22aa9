extension HTTPFields.Field {
  /// Whether the value is a credential or a cookie, and is not to be shown.
  public var isSecret: Bool {
    Self.secretMarks.contains { key.contains($0) } || SecretName.isSecret(name)
  }

  /// What a description may show of the value.
  var shownValue: String {
    if isSecret { return Self.redacted }
    return Self.namesWithURLs.contains(key) ? Self.withoutQueries(value) : value
  }

  private static let redacted = SecretName.placeholder
  /// Parts of names of credentials; wider than the words of other names, since a field that is
  /// taken for a credential also stays behind when a request goes on to another origin.
  private static let secretMarks = [
    "authorization", "authentication-info", "cookie", "token", "secret", "passw", "api-key",
    "apikey", "api_key", "session", "credential", "signature", "auth-key", "access-key",
    "subscription-key", "private-key", "jwt",
  ]

  /// Fields of RFC 9110 and RFC 8288 whose values hold URLs, whose queries may hold credentials.
  private static let namesWithURLs: Set<String> = [
    "location", "content-location", "referer", "link", "refresh",
  ]

  /// Drops each query and fragment, up to the mark or the blank that ends its URL.
  private static func withoutQueries(_ value: String) -> String {
    var shown = String.UnicodeScalarView()
    var isInQuery = false
    for scalar in value.unicodeScalars {
      switch scalar {
      case "?", "#": isInQuery = true
      case ">", "\"", " ": isInQuery = false
      default: break
      }
      if !isInQuery { shown.append(scalar) }
    }
    return shown.contains("@") ? redacted : String(shown)
  }
}
