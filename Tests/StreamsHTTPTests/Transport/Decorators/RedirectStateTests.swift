import Streams
import Testing

@testable import StreamsHTTP

@Suite("The state of a redirected request")
struct RedirectStateTests {
  private static func state(
    _ policy: RedirectPolicy = .follow(), body: HTTPBody = .none
  ) throws -> RedirectState {
    var request = HTTPRequest(
      method: body.isPresent ? .post : .get, url: try HTTPURL("https://h/a"))
    request.options.redirects = policy
    return RedirectState(request, body)
  }

  private static func head(
    _ status: HTTPStatus, _ fields: [(String, String)] = []
  ) throws -> Event<TransportEvent, TransportFailure> {
    let url = try HTTPURL("https://h/a")
    return .value(.head(HTTPResponse(status: status, fields: try HTTPFields(fields), url: url)))
  }

  @Test("reads a short body of a followed answer to its end, of known length")
  func drains() throws {
    var state = try Self.state()
    _ = state.begin()
    let head = try Self.head(302, [("Location", "/b"), ("Content-Length", "4")])
    #expect(state.judge(head) == .drop)
    #expect(state.judge(.value(.chunk([1, 2]))) == .drop)
    #expect(state.judge(.value(.uploaded(TransferProgress(completed: 1)))) == .drop)
    #expect(state.judge(.finished) == .again)
    #expect(state.begin().request.url.path == "/b")
    #expect(state.judge(.value(.chunk([1]))) == .deliver)
    #expect(state.judge(.finished) == .deliver)
  }

  @Test("goes on though the body of a followed answer is cut short")
  func cutShort() throws {
    var state = try Self.state()
    _ = state.begin()
    #expect(
      state.judge(try Self.head(302, [("Location", "/b"), ("Content-Length", "4")])) == .drop)
    #expect(state.judge(.failure(TransportFailure(.connectionLost))) == .again)
  }

  @Test("stops an answer at once whose body is long, of unknown length, or longer than it said")
  func stops() throws {
    for fields in [[("Content-Length", "16385")], [], [("Content-Length", "x")]] {
      var state = try Self.state()
      _ = state.begin()
      #expect(state.judge(try Self.head(302, [("Location", "/b")] + fields)) == .again)
    }
    var state = try Self.state()
    _ = state.begin()
    #expect(
      state.judge(try Self.head(302, [("Location", "/b"), ("Content-Length", "4")])) == .drop)
    let bytes = [UInt8](repeating: 0, count: UnwantedRest.limit + 1)
    #expect(state.judge(.value(.chunk(bytes))) == .again)
  }

  @Test("forgets where to go when an attempt below begins anew")
  func anew() throws {
    var state = try Self.state()
    _ = state.begin()
    #expect(
      state.judge(try Self.head(302, [("Location", "/b"), ("Content-Length", "4")])) == .drop)
    let attempt = Attempt(
      number: 1, started: .zero, ended: .zero, outcome: .failure(.connectionLost))
    #expect(state.judge(.value(.retrying(after: attempt))) == .deliver)
    #expect(state.judge(try Self.head(200)) == .deliver)
    #expect(state.judge(.finished) == .deliver)
  }

  @Test("does not send a body again once a hop went without it")
  func bodyStaysAway() throws {
    var state = try Self.state(body: .bytes([1]))
    var hops = [state.begin()]
    #expect(state.judge(try Self.head(303, [("Location", "/b")])) == .again)
    hops.append(state.begin())
    #expect(state.judge(try Self.head(307, [("Location", "/c")])) == .again)
    hops.append(state.begin())
    #expect(hops.map(\.body.isPresent) == [true, false, false])
    #expect(hops.map(\.request.method) == [.post, .get, .get])
  }
}
