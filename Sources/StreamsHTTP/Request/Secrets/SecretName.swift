/// Whether a name, of a field, a query item or a member of a body, says that its value is secret.
///
/// Names are read word by word, so that `tokens_left`, `author` and `monkey` are none. Where a name
/// leaves a doubt, its value counts as secret.
enum SecretName {
  /// What stands in place of a secret.
  static let placeholder = "<redacted>"

  /// Whether `name`, as it is written in text or a body, is that of a secret.
  static func isSecret(_ name: String) -> Bool {
    let words = words(of: name)
    guard let last = words.last else { return false }
    let joined = words.joined()
    return words.contains { anywhere.contains($0) }
      || lastWords.contains(last)
      || (words.count == 1 && alone.contains(last))
      || compounds.contains { joined.contains($0) }
      || endings.contains { joined.hasSuffix($0) }
  }

  /// Whether `name`, escaped as in a query or a form, is that of a secret.
  static func isSecret(inQuery name: String) -> Bool {
    let name = PercentEncoding.decodeForm(name)
    return isSecret(name) || words(of: name) == ["key"]
  }

  private static let anywhere: Set<String> = [
    "password", "passwords", "passwd", "pwd", "passphrase", "passcode", "secret", "secrets",
    "credential", "credentials", "authorization", "cookie", "cookies", "jwt", "signature", "csrf",
    "xsrf", "otp", "cvv", "cvc",
  ]
  private static let lastWords: Set<String> = ["auth", "sig", "session", "sid", "pass"]
  private static let alone: Set<String> = ["tokens", "pin"]
  private static let compounds = [
    "apikey", "accesskey", "privatekey", "secretkey", "authkey", "subscriptionkey", "sessionkey",
    "signingkey", "encryptionkey", "sharedkey", "masterkey", "functionskey", "accountkey",
    "accesstoken", "refreshtoken", "securitytoken", "sessionid", "authenticationinfo",
    "codeverifier", "samlresponse", "clientassertion",
  ]
  private static let endings = [
    "token", "password", "passwd", "passphrase", "secret", "signature", "credential",
    "credentials", "authorization", "cookie", "jwt", "sessid", "dpop", "assertion",
  ]

  /// The words in lower case, without numbers: `X-Auth-Token2`, `xAuthToken` and
  /// `x[auth][token][]` are one name.
  static func words(of name: String) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    let scalars = Array(name.unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      let isLetter = scalar.properties.isAlphabetic
      if !isLetter || isHump(at: place, in: scalars) {
        if !word.isEmpty { words.append(String(word).lowercased()) }
        word.removeAll()
      }
      if isLetter { word.append(scalar) }
    }
    return word.isEmpty ? words : words + [String(word).lowercased()]
  }

  private static func isHump(at place: Int, in scalars: [Unicode.Scalar]) -> Bool {
    guard place > 0, scalars[place].properties.isUppercase else { return false }
    let follows = scalars[(place + 1)...].first?.properties.isLowercase ?? false
    return scalars[place - 1].properties.isLowercase
      || (scalars[place - 1].properties.isUppercase && follows)
  }
}

/// The names whose values are not shown: those that say so themselves, and those that somebody
/// adds.
struct SecretNames: Sendable {
  /// In lower case.
  private let further: Set<String>

  /// What names say themselves, and `further` names, whose case does not matter.
  init(and further: Set<String> = []) {
    self.further = Set(further.map { $0.lowercasedASCII() })
  }

  func contains(_ name: String) -> Bool {
    SecretName.isSecret(name) || isAdded(name)
  }

  /// Whether they have `name`, which is escaped as in a query or a form.
  func contains(inQuery name: String) -> Bool {
    SecretName.isSecret(inQuery: name) || isAdded(PercentEncoding.decodeForm(name))
  }

  func contains(_ field: HTTPFields.Field) -> Bool {
    field.isSecret || isAdded(field.key)
  }

  private func isAdded(_ name: String) -> Bool {
    !further.isEmpty && further.contains(name.lowercasedASCII())
  }
}
