/// One field line, as it stood on the wire: nothing folded, trimmed at the ends only.
public struct ServerField: Sendable, Hashable {
  /// The name, in the case it came in or goes out in.
  public var name: String
  /// The value.
  public var value: String

  /// A line of that name and value; neither is checked, so that a test can send what is wrong.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A request as a ``LoopbackServer`` read it.
public struct ServerRequest: Sendable, Hashable {
  /// The method, as sent.
  public var method: String
  /// The request target, as sent: path and query, or an absolute form.
  public var target: String
  /// The minor version of HTTP/1: 0 or 1.
  public var minorVersion: Int
  /// The fields in the order they came, duplicates kept.
  public var fields: [ServerField]
  /// The content, with chunk framing removed.
  public var body: [UInt8]
  /// Which of the server's connections brought it, counted from 1.
  public var connection: Int
  /// When the last byte of it was read, from the server's start.
  public var arrival: Duration

  /// The target up to its question mark.
  public var path: String {
    String(target.prefix { $0 != "?" })
  }

  /// The target after its first question mark; nil when it has none.
  public var query: String? {
    target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
  }

  /// The content read as UTF-8, with what is not UTF-8 replaced.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// Every value of the fields called `name` in any case, in order.
  public func values(of name: String) -> [String] { fields.values(of: name) }

  /// The first value of the fields called `name` in any case.
  public func field(_ name: String) -> String? { values(of: name).first }

  /// Whether the connection stays open after the answer (RFC 9112 section 9.3).
  var keepsAlive: Bool {
    let options = values(of: "Connection").flatMap { $0.lowercased().split(separator: ",") }
      .map { $0.trimmed }
    if options.contains("close") { return false }
    return minorVersion == 1 || options.contains("keep-alive")
  }
}

extension [ServerField] {
  func values(of name: String) -> [String] {
    let name = name.lowercased()
    return filter { $0.name.lowercased() == name }.map(\.value)
  }
}

extension StringProtocol {
  /// Without the spaces and tabs at both ends.
  var trimmed: String {
    var rest = self[...]
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return String(rest.drop { $0 == " " || $0 == "\t" })
  }
}
