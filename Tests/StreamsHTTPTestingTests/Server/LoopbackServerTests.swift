import StreamsHTTPTesting
import Testing

@Suite struct LoopbackServerTests {
  let server: LoopbackServer

  init() throws {
    server = try LoopbackServer()
    server.route("GET", "/a") { _ in .text("A") }
    server.route("*", "/echo") { .bytes($0.body) }
  }

  @Test func answersByRoute() throws {
    let client = try RawClient(server)
    client.send("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
    let answer = client.read(until: "A")
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n"))
    #expect(answer.hasSuffix("Content-Length: 1\r\n\r\nA"))

    client.send("GET /b HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 404 "))
    client.send("POST /a HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 404 "))
  }

  @Test func theLastRouteThatFitsAnswers() throws {
    server.route("GET", "/a*") { _ in .text("later") }
    let client = try RawClient(server)
    client.send("GET /abc?x=1 HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(client.read(until: "later").hasSuffix("later"))
    client.send("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(client.read(until: "later").hasSuffix("later"))
  }

  @Test func answersOneAfterTheOther() throws {
    server.route("GET", "/n", answers: [.text("1"), .text("2")])
    let client = try RawClient(server)
    for expected in ["1", "2", "2"] {
      client.send("GET /n HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(client.read(until: "\r\n\r\n\(expected)").hasSuffix(expected))
    }
  }

  @Test func remembersWhatCame() throws {
    let client = try RawClient(server)
    client.send("PUT /echo?q=%20 HTTP/1.1\r\nx-b: 1\r\nX-A:\t2 \r\nX-B: 3\r\n")
    client.send("Content-Length: 3\r\n\r\nabc")
    #expect(client.read(until: "abc").hasSuffix("abc"))
    let request = try #require(server.log.requests.first)
    #expect(request.method == "PUT")
    #expect(request.target == "/echo?q=%20")
    #expect(request.path == "/echo")
    #expect(request.query == "q=%20")
    #expect(request.fields.map(\.name) == ["x-b", "X-A", "X-B", "Content-Length"])
    #expect(request.values(of: "X-b") == ["1", "3"])
    #expect(request.field("x-a") == "2")
    #expect(request.text == "abc")
    #expect(request.connection == 1)
    #expect(server.log.connections[0].bytesReceived == 75)
  }

  @Test func keepsConnectionsAndPipelines() throws {
    let client = try RawClient(server)
    let post = "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n"
    client.send(post + "x1" + post + "x2" + "GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
    let answers = client.read(until: "\r\n\r\nA")
    #expect(answers.contains("\r\n\r\nx1HTTP/1.1 200"))
    #expect(answers.contains("\r\n\r\nx2HTTP/1.1 200"))
    #expect(server.log.connections.count == 1)
    #expect(server.log.requests.map(\.connection) == [1, 1, 1])
  }

  @Test func readsRequestsThatComeByteByByte() throws {
    let client = try RawClient(server)
    let head = "POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    for character in head + "3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nT: 1\r\n\r\n" {
      client.send(String(character))
    }
    #expect(client.read(until: "abcde").hasSuffix("\r\n\r\nabcde"))
  }

  @Test func closesWhenTheClientAsksForIt() throws {
    let client = try RawClient(server)
    client.send("GET /a HTTP/1.1\r\nConnection: close\r\n\r\n")
    #expect(client.readToEnd().hasSuffix("A"))
    let old = try RawClient(server)
    old.send("GET /a HTTP/1.0\r\n\r\n")
    #expect(old.readToEnd().hasSuffix("A"))
    #expect(server.waitUntil { $0.connections.map(\.end) == [.byServer, .byServer] })
  }

  @Test func sends100OnlyToAHeadThatAsks() throws {
    let client = try RawClient(server)
    client.send("POST /echo HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
    #expect(client.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
    client.send("ok")
    #expect(client.read(until: "ok").hasPrefix("HTTP/1.1 200 OK\r\n"))
  }

  @Test func seesClientsComeAndGo() async throws {
    do {
      let client = try RawClient(server)
      client.send("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
      _ = client.read(until: "A")
      #expect(server.log.openConnections.map(\.number) == [1])
    }
    #expect(await server.waitUntil { $0.openConnections.isEmpty })
    let connection = server.log.connections[0]
    #expect(connection.end == .byClient)
    #expect((connection.closed ?? .zero) >= connection.opened)
  }

  @Test func waitingIsBounded() async {
    #expect(await server.waitUntil(within: .milliseconds(5)) { !$0.requests.isEmpty } == false)
  }

  @Test func stopEndsEverythingOnce() throws {
    server.route("GET", "/silence") { _ in .silence }
    let idle = try RawClient(server)
    let waiting = try RawClient(server)
    waiting.send("GET /silence HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(server.waitUntil { $0.requests.count == 1 && $0.connections.count == 2 })
    server.stop()
    server.stop()
    #expect(idle.isClosed())
    #expect(waiting.isClosed())
    #expect(server.log.connections.map(\.end) == [.stopped, .stopped])
    #expect(throws: ServerFailure.self) { _ = try RawClient(server) }
  }

  @Test func releaseStops() throws {
    var server: LoopbackServer? = try LoopbackServer()
    let client = try RawClient(#require(server))
    #expect(server?.waitUntil { $0.connections.count == 1 } == true)
    server = nil
    #expect(client.isClosed())
  }

  @Test func manyConnectionsAtOnce() throws {
    let clients = try (0..<64).map { _ in try Socket.connection(toPort: server.port) }
    for client in clients { client.send(Array("GET /a HTTP/1.1\r\nHost: h\r\n\r\n".utf8)) }
    #expect(server.waitUntil { $0.requests.count == 64 })
    #expect(Set(server.log.requests.map(\.connection)).count == 64)
    for client in clients { client.close() }
    #expect(server.waitUntil { $0.openConnections.isEmpty })
  }
}
