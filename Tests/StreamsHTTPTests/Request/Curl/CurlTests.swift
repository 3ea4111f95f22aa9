import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("A curl command", .enabled(if: Shell.has("sh")))
struct CurlTests {
  private typealias Ask = Request<Void, RequestFailure>
  private let base = "https://api.example/v2"

  @Test("LOG-3: says what is asked, in words a shell reads as they are")
  func command() throws {
    let request = Ask.post("users", json: User(id: 7, name: "O'Hara $HOME `id`"))
      .query("q", "a b").field("X-Empty", "").field("Accept", "a/b")
    #expect(
      try request.curl(base: base)
        == #"curl -H 'Content-Type: application/json' -H 'X-Empty;' -H 'Accept: a/b' "#
        + #"--data-raw '{"id":7,"name":"O'\''Hara $HOME `id`"}' "#
        + #"'https://api.example/v2/users?q=a%20b'"#)
  }

  @Test("is of the request as the client prepares it: base, fields, encoder")
  func client() throws {
    struct Letters: BodyEncoder {
      let contentType = "text/letters"
      func encode(_ value: any Encodable) throws -> [UInt8] { Array("abc".utf8) }
    }
    var client = Bench().client
    client.fields = try HTTPFields([("Accept-Language", "en")])
    client.encoder = Letters()
    let reading = try CurlReading(try client.curl(Ask.put("x", json: [1]).cache(.reload)))
    var expected = reading
    expected.method = "PUT"
    expected.url = "https://api.example/v2/x"
    expected.fields = [
      ("Accept-Language", "en"), ("Content-Type", "text/letters"), ("Cache-Control", "no-cache"),
    ]
    expected.body = Array("abc".utf8)
    #expect(reading == expected)
  }

  @Test("writes a query as the client's encoder does, of a form too")
  func queries() throws {
    struct Find: RequestForm {
      typealias Value = String
      var path: RequestPath { "find" }
      var parameters: some Encodable & Sendable { ["tags": ["a", "b"]] }
    }
    var client = Bench().client
    client.queryEncoder.arrays = .plain
    let request = Request<String, RequestFailure>.get("find").query(["tags": ["a", "b"]])
    for command in [try client.curl(request), try client.curl(Find())] {
      #expect(try CurlReading(command).url == "https://api.example/v2/find?tags=a&tags=b")
    }
  }

  @Test("says what sending sends, unless asked to show no secrets")
  func sent() throws {
    var bench = Bench()
    bench.client.fields = try HTTPFields([("Authorization", "Bearer t"), ("X-A", "1")])
    bench.stub.on { _ in true }.respond()
    let ask = Ask.patch("x/\("a b")?q=1", json: ["token": "t"]).query("sid", "s").field("X-A", nil)
    _ = bench.send(ask)
    let exchange = try #require(bench.stub.exchanges.first)
    let reading = try CurlReading(try bench.client.curl(ask, showingSecrets: true))
    #expect(reading.url == exchange.request.url.string)
    #expect(reading.method == exchange.request.method.rawValue)
    #expect(reading.body == exchange.body)
    #expect(
      reading.fields.map { "\($0.name): \($0.value ?? "")" }
        == exchange.request.fields.map { "\($0.name): \($0.value)" })
    let hidden = try CurlReading(try bench.client.curl(ask))
    #expect(hidden.url == "https://api.example/v2/x/a%20b?q=1&sid=<redacted>")
    #expect(hidden.fields.map(\.value) == ["<redacted>", "application/json"])
    #expect(hidden.body == Array(#"{"token":"<redacted>"}"#.utf8))
  }

  @Test("hides what further names are said to be secret, in fields, query and bodies")
  func further() throws {
    let ask = Ask.post("x?Tenant=t1&tenants=2", json: ["tenant": "t1", "a": "1"])
      .field("X-Tenant", "t1").field("X-A", "tenant: t1")
    let command = try ask.curl(base: base, hiding: ["TENANT", "x-tenant"])
    #expect(
      command
        == #"curl -H 'Content-Type: application/json' -H 'X-Tenant: <redacted>' "#
        + #"-H 'X-A: tenant: <redacted>' --data-raw '{"a":"1","tenant":"<redacted>"}' "#
        + #"'https://api.example/v2/x?Tenant=<redacted>&tenants=2'"#)
    #expect(try ask.curl(base: base).contains("t1"))
    #expect(try ask.curl(base: base, hiding: ["tenant"], showingSecrets: true).contains("t1"))
  }

  @Test("is refused for what cannot be sent, by the failure that sending gives")
  func refusals() {
    let refused: [Ask] = [
      .get("users/\("..")"), .get("x").field("X", "a\nb"), .get("x").body(.bytes([1])),
      .post("x", json: Double.nan),
    ]
    for request in refused {
      let bench = Bench(baseURL: base)
      let expected = bench.send(request).failure
      do throws(InvalidRequest) {
        Issue.record("\(try request.curl(base: base))")
      } catch {
        #expect(RequestFailure.invalidRequest(error) == expected)
      }
    }
    #expect(throws: InvalidRequest.self) { try Ask.get("x").curl(base: "api.example") }
  }

  @Test("carries any bytes, whatever a shell, a terminal or printf would make of them")
  func bytes() throws {
    let random = (0..<40).map { _ in (0..<60).map { _ in UInt8.random(in: 0...255) } }
    let chosen: [[UInt8]] = [
      [], Array(0...255), Array("-n %s %% \\n \\101 '\"".utf8), Array("@/dev/null".utf8),
      Array("\u{1B}[2J\u{202E}tab\there\r\n".utf8), Array("café 😀\0é".utf8), [0xFF, 0x30, 0x31],
      Array("-\u{7}".utf8), Array("\n\n".utf8), Array(String(repeating: "x%", count: 80_000).utf8),
    ]
    for body in chosen + random {
      let command = HTTPRequest(method: .post, url: try HTTPURL(base)).curl(body: .bytes(body))
      #expect(try CurlReading(command).body == body)
      let steering = command.unicodeScalars.filter {
        ($0.value < 0x20 && $0 != "\n") || $0 == "\u{202E}"
      }
      #expect(steering.isEmpty)
    }
  }

  @Test("carries any octets of a field")
  func octets() throws {
    let value = "a\tJ\u{FC}rgen %s \\n '$x' \u{C3}\u{BC}"
    let request = HTTPRequest(url: try HTTPURL(base), fields: try HTTPFields([("X-A", value)]))
    let printed = try Shell.output(of: "curl() { printf %s \"$2\"; }\n\(request.curl())")
    #expect(printed == "X-A: ".utf8 + value.unicodeScalars.map { UInt8($0.value) })
  }

  @Test("names a file, takes in what is made at once, and leaves the rest to standard input")
  func sources() throws {
    let request = HTTPRequest(method: .post, url: try HTTPURL(base))
    let time = TestScheduler()
    let observed = Counter()
    let pieces = Signal<[UInt8], BodyFailure>.sequence([Array("a".utf8), Array("b".utf8)])
    let once = pieces.handleEvents(onStart: { observed.next() })
    #expect(request.curl(body: .file(path: "it's")).contains(#"--data-binary '@it'\''s'"#))
    #expect(request.curl(body: .file(path: "-")).contains("--data-binary '@./-'"))
    #expect(request.curl(body: .file(path: "a\0b")).contains("--data-binary @- "))
    let made = request.curl(body: .replayable(length: nil) { pieces })
    #expect(made.contains("--data-raw 'ab'"))
    let later = pieces.delay(for: .seconds(1), scheduler: time)
    let long = Signal<[UInt8], BodyFailure>.just([UInt8](repeating: 65, count: 1 << 20 + 1))
    let unknown: [HTTPBody] = [
      .replayable(length: 2) { later }, .replayable(length: nil) { long }, .once(length: 2, once),
      .replayable(length: 2) { .fail(BodyFailure("gone")) },
    ]
    for body in unknown {
      #expect(request.curl(body: body).contains("--data-binary @- "))
    }
    #expect(observed.value == 0)
    try time.verify()
  }

  @Test("keeps curl from adding a type, or from waiting, where the request says nothing")
  func suppressed() throws {
    let url = try HTTPURL(base)
    let put = HTTPRequest(method: .put, url: url)
    #expect(put.curl() == "curl -X PUT -H 'Content-Length: 0' 'https://api.example/v2'")
    #expect(put.curl(body: .bytes([65])).contains("-H 'Content-Type:'"))
    #expect(!put.curl(body: .bytes([65])).contains("Expect"))
    #expect(put.curl(body: .bytes([UInt8](repeating: 65, count: 1_024))).contains("-H 'Expect:'"))
    let odd = HTTPRequest(method: try HTTPMethod("~`$'"), url: url)
    #expect(try CurlReading(odd.curl()).method == "~`$'")
    let six = HTTPRequest(url: try HTTPURL("http://[::1]:80/#frag"))
    #expect(six.curl() == "curl --globoff 'http://[::1]:80/'")
  }
}
