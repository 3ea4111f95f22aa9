import Streams
import StreamsHTTPTesting
import Testing

@testable import StreamsHTTP

@Suite("A client over a real socket", .timeLimit(.minutes(10)))
struct WireTests {
  private let server: LoopbackServer
  private let client: Client

  init() throws {
    server = try LoopbackServer()
    client = Client(baseURL: server.url("/v2"))
      .adding(.headers(["Accept-Language": "en"]))
      .adding(.retry(.transientFailures, backoff: .constant(.milliseconds(1))))
  }

  @Test("sends JSON and reads JSON, with the fields and the path that were described")
  func roundTrip() async throws {
    server.route(.post, "/v2/users/a%2Fb") { .bytes($0.body) }
    let ada = User(id: 7, name: "Ada")
    let request = Request<User, RequestFailure>.post("users/\("a/b")", json: ada).query("q", "c d")
    #expect(try await client.value(for: request) == ada)
    let received = try #require(server.log.requests.first)
    #expect(received.target == "/v2/users/a%2Fb?q=c%20d")
    #expect(received.field("Accept-Language") == "en")
    #expect(received.field("Content-Type") == "application/json")
  }

  @Test("fails with status, fields and body of an answer that is refused")
  func refused() async throws {
    server.route(.get, "/v2/users/7", answers: [.json(#"{"title":"No"}"#, status: 404)])
    do throws(RequestFailure) {
      _ = try await client.value(for: .user(7))
      Issue.record("a 404 gave a value")
    } catch {
      guard case .status(let failure) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(failure.status == 404)
      #expect(failure.body == Array(#"{"title":"No"}"#.utf8))
    }
  }

  @Test("tries again after a 503, and after a connection that is reset")
  func retries() async throws {
    server.route(
      .get, "/v2/users/7",
      answers: [
        .text("busy", status: 503).field("Retry-After", "0"), .reset,
        .json(#"{"id":7,"name":"Ada"}"#),
      ])
    #expect(try await client.value(for: .user(7)).name == "Ada")
    #expect(server.log.requests(to: "/v2/users/7").count == 3)
  }

  @Test("CAN-15: gives up on a silent server when the request's time is over")
  func silence() async throws {
    server.route(.get, "/v2/users/7", answers: [.silence])
    do throws(RequestFailure) {
      _ = try await client.value(for: .user(7).timeout(.milliseconds(50)))
      Issue.record("silence gave a value")
    } catch {
      #expect(TimeoutTests.kind(error) == .timedOut)
    }
  }

  @Test("keeps the transport's contract through its decorators")
  func contract() async throws {
    let client = Client(baseURL: server.url())
      .adding(.headers(["Accept-Language": "en"]))
      .adding(.retry(.transientFailures.limited(to: 0)))
    #expect(try await TransportContract.violations(of: client.transport) == [])
  }

  @Test("calls the next transport once an attempt, and forwards a cancel, in each decorator")
  func decorators() async throws {
    let request = HTTPRequest(url: try HTTPURL(server.url()))
    let context = TransportContext(scheduler: ImmediateScheduler())
    for decorator in [TransportDecorator.headers(["Accept": "a"]), .retry()] {
      let violations = await TransportContract.violations(
        ofDecorator: { decorator($0, context: context) }, request: request)
      #expect(violations == [])
    }
  }
}
