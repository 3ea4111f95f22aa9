/// Percent-encoding by RFC 3986 section 2.
enum PercentEncoding {
  /// Which bytes stand for themselves.
  struct Allowed: Sendable {
    private let table: [Bool]

    init(_ marks: String, without others: String = "") {
      var table = [Bool](repeating: false, count: 256)
      let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"
      for byte in (letters + marks).utf8 { table[Int(byte)] = true }
      for byte in others.utf8 { table[Int(byte)] = false }
      self.table = table
    }

    func contains(_ byte: UInt8) -> Bool { table[Int(byte)] }

    /// RFC 3986 section 2.3: for data, where every mark might mean something.
    static let unreserved = Allowed("")
    /// RFC 3986 section 3.3: a path as it is written.
    static let path = Allowed("!$&'()*+,;=:@/")
    /// RFC 3986 sections 3.4 and 3.5: a query or fragment as it is written.
    static let query = Allowed("!$&'()*+,;=:@/?")
    /// RFC 3986 section 3.2.1.
    static let userInfo = Allowed("!$&'()*+,;=:")
    /// WHATWG URL section 5.2: a form, whose spaces are something else yet.
    static let form = Allowed("*", without: "~")
  }

  /// Data made text: every byte that is not allowed is escaped, `%` too.
  static func encode(_ data: some StringProtocol, allowed: Allowed = .unreserved) -> String {
    var out: [UInt8] = []
    out.reserveCapacity(data.utf8.count)
    for byte in data.utf8 {
      append(byte, to: &out, asItIs: allowed.contains(byte))
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Text made proper: escapes it has stay, what cannot stand there is escaped, and so is a `%`
  /// that begins no escape. Doing it twice changes nothing.
  static func normalize(_ text: some StringProtocol, allowed: Allowed) -> String {
    if text.utf8.allSatisfy(allowed.contains) { return String(text) }
    let bytes = Array(text.utf8)
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      let isEscape = byte == UInt8(ascii: "%") && isHexPair(bytes[(index + 1)...].prefix(2))
      append(byte, to: &out, asItIs: isEscape || allowed.contains(byte))
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static func append(_ byte: UInt8, to out: inout [UInt8], asItIs: Bool) {
    guard !asItIs else { return out.append(byte) }
    out.append(UInt8(ascii: "%"))
    out.append(hex[Int(byte >> 4)])
    out.append(hex[Int(byte & 15)])
  }

  private static func isHexPair(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count == 2 && bytes.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
  }

  private static let hex = Array("0123456789ABCDEF".utf8)
}

extension PercentEncoding {
  /// Pairs as a query: everything but unreserved characters escaped, in the order given.
  static func query(_ pairs: [(String, String)]) -> String {
    pairs.map { "\(encode($0.0))=\(encode($0.1))" }.joined(separator: "&")
  }

  /// Items as a form: a space is a plus sign (WHATWG URL section 5.2).
  static func form(_ items: [QueryItem]) -> String {
    items.map { "\(formText($0.name))=\(formText($0.value))" }.joined(separator: "&")
  }

  private static func formText(_ data: String) -> String {
    encode(data, allowed: .form).replacing("%20", with: "+")
  }
}
