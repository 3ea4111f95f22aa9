import StreamsHTTPTesting
import Testing

/// What is no request, or too much of one, is answered and the connection closed.
@Suite struct RefusalTests {
  @Test(arguments: [
    ("nonsense\r\n\r\n", 400),
    ("\u{16}\u{3}\u{1}\0\u{5}hello", 400),
    ("GET  / HTTP/1.1\r\n\r\n", 400),
    ("GET / HTTP/2.0\r\n\r\n", 505),
    ("G(T / HTTP/1.1\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nA : 1\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nA: 1\r\n folded\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nA: 1\nB: 2\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nA: 1\rB: 2\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nA: \0\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
    ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n", 400),
    ("POST / HTTP/1.1\r\nContent-Length: 11\r\n\r\n", 413),
    ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n", 413),
    ("GET / HTTP/1.1\r\nA: \(String(repeating: "a", count: 200))\r\n\r\n", 431),
    ("GET /\(String(repeating: "a", count: 200))", 431),
  ])
  func refuses(_ request: String, _ status: Int) throws {
    let server = try LoopbackServer(limits: ServerLimits(head: 128, body: 10))
    let client = try RawClient(server)
    client.send(request)
    #expect(client.readToEnd().hasPrefix("HTTP/1.1 \(status) "))
    #expect(server.log.requests.isEmpty)
  }

  @Test func equalLengthsTwiceAreOneLength() throws {
    let server = try LoopbackServer()
    let client = try RawClient(server)
    client.send("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx")
    #expect(client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 404 "))
    #expect(server.log.requests.map(\.text) == ["x"])
  }
}
