internal import Streams

/// A curl command for a request, as text for a POSIX shell.
struct CurlText {
  private let request: HTTPRequest
  private let body: HTTPBody
  /// Nil shows all.
  private let secrets: SecretNames?
  private var words = ["curl"]
  /// What the body is piped from.
  private var source: String?

  init(_ request: HTTPRequest, body: HTTPBody, hiding secrets: SecretNames?) {
    self.request = request
    self.body = body
    self.secrets = secrets
  }

  /// The command, on one line but for the lines in what is sent.
  var text: String {
    var command = self
    let url =
      secrets.map { SecretText(names: $0).redacted(request.url) } ?? request.url.withoutFragment
    if url.contains(where: { "[]{}".contains($0) }) { command.words.append("--globoff") }
    command.addMethod()
    command.addFields()
    command.addBody()
    command.words.append(ShellWord.quoted(url))
    let text = command.words.joined(separator: " ")
    return command.source.map { "\($0) | \(text)" } ?? text
  }

  private mutating func addMethod() {
    switch (request.method, body.isPresent) {
    case (.get, false), (.post, true): break
    // With the name alone curl would wait for a body.
    case (.head, false): words.append("--head")
    default: words.append("-X \(ShellWord.bare(request.method.rawValue))")
    }
  }

  // MARK: - Fields

  private mutating func addFields() {
    for field in request.fields where !Self.framing.contains(field.key) { add(field) }
    if body.isPresent {
      suppress("Content-Type")
      if mayBeHeldBack { suppress("Expect") }
    } else if Self.methodsWithContent.contains(request.method) {
      words.append("-H 'Content-Length: 0'")
    }
  }

  /// Those the transport adds.
  private static let framing: Set<String> = ["content-length", "transfer-encoding"]
  /// Those that say so when there is none (RFC 9110 section 8.6).
  private static let methodsWithContent: Set<HTTPMethod> = [.post, .put, .patch]

  /// Keeps curl from adding a field of its own.
  private mutating func suppress(_ name: String) {
    if !request.fields.contains(name) { words.append("-H '\(name):'") }
  }

  /// Whether curl would ask the server before it sends the body.
  private var mayBeHeldBack: Bool {
    guard case .bytes(let bytes) = body else { return true }
    return bytes.count >= 1_024
  }

  private mutating func add(_ field: HTTPFields.Field) {
    guard !field.value.isEmpty else {
      // `Name:` would take the field away.
      return words.append("-H \(ShellWord.quoted("\(field.name);"))")
    }
    let octets = shownOctets(of: field)
    let line = Array("\(field.name): ".utf8) + octets
    guard let text = ShellWord.plainText(line) else {
      return words.append("-H \"$(\(ShellWord.printing(line)))\"")
    }
    words.append("-H \(ShellWord.quoted(text))")
  }

  private func shownOctets(of field: HTTPFields.Field) -> [UInt8] {
    let octets = field.value.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    guard let secrets else { return octets }
    guard !secrets.contains(field) else { return Array(SecretName.placeholder.utf8) }
    return SecretText(names: secrets).redacted(octets)
  }

  // MARK: - Body

  private mutating func addBody() {
    switch body {
    case .none: break
    case .bytes(let bytes): add(bytes)
    // No word of a shell can hold a zero, and there is no such file.
    case .file(let path) where path.utf8.contains(0): words.append("--data-binary @-")
    case .file(let path):
      // curl takes a dash for its standard input.
      words.append("--data-binary \(ShellWord.quoted(path == "-" ? "@./-" : "@\(path)"))")
    case .replayable(_, let make):
      if let bytes = Self.bytesAtOnce(of: make) { return add(bytes) }
      words.append("--data-binary @-")
    case .once: words.append("--data-binary @-")
    }
  }

  private mutating func add(_ bytes: [UInt8]) {
    let type = request.fields["Content-Type"]
    let bytes = secrets.map { SecretBody(names: $0).redacted(bytes, type: type) } ?? bytes
    if bytes.count <= Self.wordLimit, let text = ShellWord.plainText(bytes) {
      // Unlike `--data`, this reads no file when the text begins with `@`.
      words.append("--data-raw \(ShellWord.quoted(text))")
    } else {
      source = ShellWord.printing(bytes)
      words.append("--data-binary @-")
    }
  }

  /// Linux refuses a word of 128 KiB.
  private static let wordLimit = 100_000
  private static let madeLimit = 1 << 20

  /// What is made anew for each attempt, where it is there at once and not too long for a command.
  private static func bytesAtOnce(
    of make: @Sendable () -> Signal<[UInt8], BodyFailure>
  ) -> [UInt8]? {
    let made = Lock((bytes: [UInt8](), isWhole: false))
    let scope = Subscription()
    make().run(
      { event in
        switch event {
        case .value(let piece):
          let count = made.withLock { made in
            made.bytes += piece
            return made.bytes.count
          }
          if count > madeLimit { scope.cancel() }
        case .finished: made.withLock { $0.isWhole = true }
        case .failure: break
        }
      }, scope.child())
    scope.cancel()
    return made.withLock { $0.isWhole ? $0.bytes : nil }
  }
}

extension HTTPURL {
  /// The text without what is never sent.
  fileprivate var withoutFragment: String {
    var url = self
    url.parts.fragment = nil
    return url.string
  }
}
