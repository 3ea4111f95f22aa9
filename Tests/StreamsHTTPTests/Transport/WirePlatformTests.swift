import Streams
import StreamsHTTP
import StreamsHTTPTesting
import Testing

/// What the platform would do by itself is off.
@Suite(.timeLimit(.minutes(10))) struct WirePlatformTests {
  private func fixture(_ wire: Wire) throws -> WireFixture {
    let fixture = try WireFixture(wire)
    fixture.server.route("*", "/x") { _ in .text("x") }
    return fixture
  }

  @Test(
    "LNX-4: a 401 is an answer, whatever it asks for",
    arguments: Wire.all,
    ["Basic realm=\"r\"", "Digest realm=\"r\", nonce=\"n\"", "Bearer", "Negotiate"])
  func a401IsAnAnswer(_ wire: Wire, _ challenge: String) async throws {
    let fixture = try fixture(wire)
    fixture.server.route("*", "/401") { _ in
      .text("denied", status: 401).field("WWW-Authenticate", challenge)
    }
    let wrong = ("Authorization", "Basic dTpw")
    for (method, fields, body) in [
      (HTTPMethod.get, [], HTTPBody.none), (.get, [wrong], .none), (.post, [wrong], .bytes([1])),
      (.head, [], .none),
    ] {
      let exchange = try await fixture.exchange(method, "/401", fields, body: body)
      #expect(exchange.failure == nil)
      #expect(exchange.ends == 1)
      #expect(exchange.heads.map(\.status) == [401])
      #expect(exchange.heads.first?.fields["WWW-Authenticate"] == challenge)
      #expect(exchange.text == (method == .head ? "" : "denied"))
    }
    #expect(fixture.server.log.requests.count == 4)
  }

  @Test(arguments: Wire.all)
  func manyBasicChallengesAtOnce(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    fixture.server.route("GET", "/401") { _ in
      .text("denied", status: 401).field("WWW-Authenticate", "Basic realm=\"r\"")
    }
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<100 {
        group.addTask { try await fixture.exchange(.get, "/401").text }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(texts == Array(repeating: "denied", count: 100))
  }

  @Test(
    "P1, P2, P3, P4, P5, P8: a redirect is an answer, and is not followed",
    arguments: Wire.all, [301, 302, 303, 307, 308])
  func redirectsAreNotFollowed(_ wire: Wire, _ status: Int) async throws {
    let fixture = try fixture(wire)
    let other = try LoopbackServer()
    let location = other.url("/x")
    fixture.server.route("*", "/moved") { _ in
      .text("moved", status: status).field("Location", location)
    }
    let secret = ("Authorization", "Bearer secret")
    let asked: [(HTTPMethod, HTTPBody)] = [
      (.get, .none), (.post, .bytes([1, 2])), (.put, .bytes([1])), (.head, .none),
    ]
    for (method, body) in asked {
      let exchange = try await fixture.exchange(method, "/moved", [secret], body: body)
      #expect(exchange.failure == nil)
      #expect(exchange.heads.map(\.status) == [HTTPStatus(status)])
      #expect(exchange.heads.first?.fields["Location"] == location)
      #expect(exchange.text == (method == .head ? "" : "moved"))
      #expect(exchange.orderViolations == [])
    }
    #expect(other.log.connections.isEmpty)
    #expect(fixture.server.log.requests.map(\.path) == asked.map { _ in "/moved" })
  }

  @Test(
    "P7: no Location leads anywhere",
    arguments: Wire.all, ["/moved", "file:///etc/hostname", "//elsewhere.invalid/", "::", ""])
  func noLocationLeadsAnywhere(_ wire: Wire, _ location: String) async throws {
    let fixture = try fixture(wire)
    fixture.server.route("GET", "/moved") { _ in .status(302).field("Location", location) }
    let exchange = try await fixture.exchange(.get, "/moved")
    #expect(exchange.failure == nil)
    #expect(exchange.status == 302)
    #expect(fixture.server.log.requests.count == 1)
  }

  @Test("P12: cookies are not kept", arguments: Wire.all)
  func cookiesAreNotKept(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    fixture.server.route("GET", "/set") { _ in .text("x").field("Set-Cookie", "a=1; Path=/") }
    for target in ["/set", "/x", "/set"] { _ = try await fixture.exchange(.get, target) }
    _ = try await fixture.exchange(.post, "/x", body: .bytes([1]))
    #expect(fixture.server.log.requests.flatMap { $0.values(of: "Cookie") } == [])
  }

  @Test(arguments: Wire.all)
  func credentialsAreNotKept(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    _ = try await fixture.exchange(.get, "/x", [("Authorization", "Basic dTpw")])
    _ = try await fixture.exchange(.get, "/x")
    let values = fixture.server.log.requests.map { $0.values(of: "Authorization") }
    #expect(values == [["Basic dTpw"], []])
  }

  @Test(arguments: Wire.all)
  func answersAreNotKept(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    fixture.server.route("GET", "/cached") { _ in
      .text("x").field("Cache-Control", "max-age=3600").field("ETag", "\"q\"")
    }
    for _ in 0..<2 { _ = try await fixture.exchange(.get, "/cached") }
    let requests = fixture.server.log.requests
    #expect(requests.count == 2)
    #expect(requests.allSatisfy { $0.field("If-None-Match") == nil })
  }

  @Test(arguments: Wire.all)
  func nothingIsAskedForThatCannotBeDecoded(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    _ = try await fixture.exchange(.get, "/x")
    let codings = try fixture.received("/x").values(of: "Accept-Encoding")
    if wire == .curl {
      #expect(codings == ["gzip, deflate"])
    } else {
      #if canImport(FoundationNetworking)
        #expect(codings == ["identity"])
      #endif
    }
  }

  @Test(arguments: Wire.all)
  func connectionsToAHostAreLimited(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    let transport = wire.transport(maximumConnectionsPerHost: 2)
    let request = try fixture.request(.get, "/x")
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          let exchange = await transport.send(request, body: .none).exchange()
          #expect(exchange.text == "x")
        }
      }
    }
    #expect(fixture.server.log.connections.count <= 2)
  }
}
