import StreamsHTTPTesting
import Testing

/// Answers good and bad, as a client sees them on the wire.
@Suite struct ServerAnswerTests {
  private func wire(
    _ answer: ServerAnswer, method: String = "GET", until end: String? = nil
  ) throws -> String {
    let server = try LoopbackServer()
    server.route("*", "/") { _ in answer }
    let client = try RawClient(server)
    client.send("\(method) / HTTP/1.1\r\nHost: h\r\n\r\n")
    if let end { return client.read(until: end) }
    return client.readToEnd()
  }

  @Test func fieldsAreSentAsTheyAre() throws {
    let answer = ServerAnswer.status(299).field("x-a", "1").field("X-a", "").field("é", "ü")
    #expect(
      try wire(answer, until: "\r\n\r\n")
        == "HTTP/1.1 299 Status\r\nx-a: 1\r\nX-a: \r\né: ü\r\nContent-Length: 0\r\n\r\n")
  }

  @Test func chunks() throws {
    let answer = ServerAnswer.chunked(["ab", "", "0123456789abcdef"]).pausing(.milliseconds(1))
    let framed = "2\r\nab\r\n10\r\n0123456789abcdef\r\n0\r\n\r\n"
    #expect(
      try wire(answer, until: framed)
        == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(framed)")
  }

  @Test func headGets204And304HaveNoContent() throws {
    let head = try wire(.text("abc"), method: "HEAD", until: "\r\n\r\n")
    #expect(head.contains("Content-Length: 3\r\n"))
    #expect(head.hasSuffix("\r\n\r\n"))
    for status in [204, 304] {
      let answer = try wire(.text("abc", status: status), until: "\r\n\r\n")
      #expect(!answer.contains("abc"))
      #expect(!answer.contains("Content-Length"))
    }
  }

  @Test func theEndOfTheConnectionCanEndTheContent() throws {
    let answer = ServerAnswer(body: [Array("abc".utf8)], framing: .untilClose)
    #expect(try wire(answer) == "HTTP/1.1 200 OK\r\n\r\nabc")
  }

  @Test func informationalAnswersComeFirst() throws {
    let answer = ServerAnswer.text("x").preceded(by: 103, fields: [ServerField("Link", "</a>")])
    #expect(
      try wire(answer, until: "x")
        .hasPrefix("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n"))
  }

  @Test func rawIsSentVerbatim() throws {
    #expect(try wire(.raw("ICY 200 OK\n\nx"), until: "x") == "ICY 200 OK\n\nx")
  }

  @Test func closing() throws {
    #expect(try wire(.text("x").closing()).contains("Connection: close\r\n"))
    #expect(try !wire(.text("x").closingSilently()).contains("Connection"))
  }

  @Test func breaksWhereItIsTold() throws {
    let answer = ServerAnswer.text("0123456789")
    #expect(try wire(.hangUp).isEmpty)
    #expect(try wire(.reset).isEmpty)
    #expect(try wire(answer.broken(.close, at: .head(11))) == "HTTP/1.1 20")
    #expect(try wire(answer.broken(.close, at: .body(4))).hasSuffix("\r\n\r\n0123"))
    #expect(try wire(answer.broken(.reset, at: .body(4))).hasSuffix("\r\n\r\n0123"))
    let chunked = ServerAnswer.chunked(["abc"]).broken(.close, at: .body(5))
    #expect(try wire(chunked).hasSuffix("\r\n\r\n3\r\nab"))
  }

  @Test func stallsUntilTheClientGoes() async throws {
    let server = try LoopbackServer()
    server.route("GET", "/") { _ in .text("0123456789").broken(.stall, at: .body(2)) }
    do {
      let client = try RawClient(server)
      client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(client.read(until: "01").hasSuffix("01"))
      #expect(server.log.openConnections.count == 1)
    }
    #expect(await server.waitUntil { $0.connections.first?.end == .byClient })
  }

  @Test func aDelayEndsWhenTheClientGoes() async throws {
    let server = try LoopbackServer()
    server.route("GET", "/") { _ in .text("late").delayed(by: .seconds(3600)) }
    do {
      let client = try RawClient(server)
      client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(await server.waitUntil { $0.requests.count == 1 })
    }
    #expect(await server.waitUntil { $0.openConnections.isEmpty })
  }
}
