/// Text without the secrets in it: what stands behind a name that says so, in JSON and texts like
/// it (`"token": "x"`), pairs (`token=x`), lines (`token: x`), and user information in URLs.
///
/// All else stays byte by byte, and text that is cut off or none of these is read as far as it can
/// be; nothing has to be valid.
struct SecretText {
  let names: SecretNames

  /// `text` without its secrets.
  func redacted(_ text: String) -> String {
    String(decoding: redacted(Array(text.utf8)), as: UTF8.self)
  }

  func redacted(_ bytes: [UInt8]) -> [UInt8] {
    var reader = SecretReader(bytes, names: names)
    return reader.redacted()
  }

  /// `query`, or a form, without the values of secret names.
  func redacted(query: String) -> String {
    query.split(separator: "&", omittingEmptySubsequences: false).map { pair in
      guard let sign = pair.firstIndex(of: "=") else { return String(pair) }
      let value = PercentEncoding.decodeForm(pair[pair.index(after: sign)...])
      let isSecret = names.contains(inQuery: String(pair[..<sign])) || redacted(value) != value
      return isSecret ? "\(pair[...sign])\(SecretName.placeholder)" : String(pair)
    }.joined(separator: "&")
  }

  /// `url` without user information and secrets in its query, and without its fragment, which is
  /// not sent.
  func redacted(_ url: HTTPURL) -> String {
    let user = url.userInfo == nil ? "" : "\(SecretName.placeholder)@"
    let query = url.query.map { "?" + redacted(query: $0) } ?? ""
    return "\(url.scheme)://\(user)\(url.authority)\(url.path)\(query)"
  }
}
