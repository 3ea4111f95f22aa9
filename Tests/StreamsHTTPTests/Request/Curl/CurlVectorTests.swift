import StreamsHTTP
import Testing

@Suite("The curl vectors", .enabled(if: Shell.has("sh")))
struct CurlVectorTests {
  @Test("say after shell parsing what was asked", arguments: Vectors.rows("curl"))
  func row(_ row: Vector) throws {
    guard let command = try? Self.command(row.input) else {
      #expect(row.accepts(.error), "refused; wanted \(row.wanted)")
      return
    }
    for shell in ["sh", "bash"] where Shell.has(shell) {
      let reading = try CurlReading(command, shell: shell)
      let said = JSON.object([
        "method": .text(reading.method), "headers": Self.fields(reading),
        "body": Self.body(reading),
      ])
      for column in ["method", "headers", "body"] {
        #expect(row.acceptsColumn(column, said), "\(column) in \(command), \(row.wanted)")
      }
      let urls = Self.urls(reading, row.input).map { JSON.object(["url": .text($0)]) }
      #expect(urls.contains { row.acceptsColumn("url", $0) }, "\(command), \(row.wanted)")
      #expect(reading.method != "HEAD" || !reading.waitsForBody)
      #expect(!reading.isGlobbing || !reading.url.contains { "[]{}".contains($0) })
    }
    for secret in row.input["secrets"].list.compactMap(\.text) {
      #expect(!command.contains(secret), "\(command)")
    }
  }

  /// Fields are octets: the text of a row stands for its UTF-8.
  private static func command(_ input: JSON) throws -> String {
    let fields = input["headers"].pairs.map { name, value in
      (name, String(String.UnicodeScalarView(value.utf8.map { Unicode.Scalar($0) })))
    }
    let request = HTTPRequest(
      method: try HTTPMethod(input["method"].text ?? ""),
      url: try HTTPURL(input["url"].text ?? ""), fields: try HTTPFields(fields))
    return request.curl(body: bytes(input["body"]).map { .bytes($0) } ?? .none)
  }

  private static func bytes(_ body: JSON) -> [UInt8]? {
    if let text = body.text { return Array(text.utf8) }
    guard let hex = body["hex"].text.map({ Array($0) }) else { return nil }
    return stride(from: 0, to: hex.count - 1, by: 2).compactMap {
      UInt8(String(hex[$0...($0 + 1)]), radix: 16)
    }
  }

  /// Without those that frame the message and those that curl is only kept from adding.
  private static func fields(_ reading: CurlReading) -> JSON {
    .list(
      reading.fields.filter { $0.value != nil && $0.name != "Content-Length" }.map { field in
        let shown = field.value.flatMap { $0.contains("<redacted>") ? nil : $0 }
        return .list([.text(field.name), shown.map { .text($0) } ?? .null])
      })
  }

  private static func body(_ reading: CurlReading) -> JSON {
    guard let body = reading.body else { return .null }
    if let text = String(validating: body, as: UTF8.self) { return .text(text) }
    let digits = body.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return .object(["hex": .text(digits.joined())])
  }

  /// The URL, and what stands for it in a row: a row may write a URL as it was given, which goes on
  /// the wire as `HTTPURL` has it, and is free in what it puts for user information.
  private static func urls(_ reading: CurlReading, _ input: JSON) -> [String] {
    var urls = [reading.url]
    if let given = input["url"].text, let url = try? HTTPURL(given) {
      let sent = url.string.prefix { $0 != "#" }
      if sent == reading.url { urls.append(given) }
      let user = given.drop { $0 != "/" }.dropFirst(2).prefix { $0 != ":" && $0 != "@" }
      for shown in ["", "<redacted>:<redacted>@", "\(user):<redacted>@"] {
        urls.append(reading.url.replacing("://<redacted>@", with: "://\(shown)"))
      }
    }
    return urls
  }
}
