import Foundation
import Streams
import StreamsHTTP
import StreamsHTTPTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// README: begin guide client
private struct DataTaskTransport: Transport {
  func send(_ request: HTTPRequest, body: HTTPBody) -> Signal<TransportEvent, TransportFailure> {
    Signal { emitter in
      guard let url = URL(string: request.url.string) else {
        return emitter.fail(TransportFailure(.invalidRequest, "a URL", request: request))
      }
      var theirs = URLRequest(url: url)
      theirs.httpMethod = request.method.rawValue
      for field in request.fields { theirs.addValue(field.value, forHTTPHeaderField: field.name) }
      switch body {
      case .none: break
      case .bytes(let bytes): theirs.httpBody = Data(bytes)
      default: return emitter.fail(TransportFailure(.bodyFailed, "bytes only", request: request))
      }
      let task = URLSession.shared.dataTask(with: theirs) { data, answer, error in
        guard let answer = answer as? HTTPURLResponse, error == nil else {
          let isRefused = (error as? URLError)?.code == .cannotConnectToHost
          let kind = isRefused ? TransportFailure.Kind.cannotConnect : .connectionLost
          return emitter.fail(TransportFailure(kind, "\(error as Any)", request: request))
        }
        let pairs = answer.allHeaderFields.map { ("\($0.key)", "\($0.value)") }
        guard let fields = try? HTTPFields(pairs) else {
          return emitter.fail(TransportFailure(.malformedResponse, "a field", request: request))
        }
        let status = HTTPStatus(answer.statusCode)
        emitter.send(.head(HTTPResponse(status: status, fields: fields, url: request.url)))
        emitter.send(.chunk([UInt8](data ?? Data())))
        emitter.finish()
      }
      emitter.onTermination { task.cancel() }
      task.resume()
    }
  }
}
// README: end guide client

@Suite("The guide to a transport of one's own", .timeLimit(.minutes(10)))
struct OwnTransportTests {
  @Test("the transport over another client keeps the contract")
  func contract() async throws {
    #expect(try await TransportContract.violations(of: DataTaskTransport()) == [])
  }

  @Test("what it cannot send fails, and nothing is sent")
  func refuses() async throws {
    let server = try LoopbackServer()
    let request = HTTPRequest(method: .put, url: try HTTPURL(server.url("/a")))
    let body = HTTPBody.once(length: nil, .just([1]))
    let exchange = await DataTaskTransport().send(request, body: body).exchange()
    #expect(exchange.failure?.kind == .bodyFailed)
    #expect(server.log.connections.isEmpty)
  }

  @Test("a client sends through it, bodies and fields too")
  func sends() async throws {
    let server = try LoopbackServer()
    server.route("POST", "/echo") { .bytes($0.body).field("X-Kind", $0.field("X-Kind") ?? "") }
    let client = Client(baseURL: server.url(), transport: DataTaskTransport())
    let request = Request<String, RequestFailure>.post("echo")
      .body(.bytes(Array("hello".utf8)), contentType: "text/plain").field("X-Kind", "a")
      .withResponse()
    let answer = try await client.value(for: request)
    #expect(answer.value == "hello")
    #expect(answer.response.fields["X-Kind"] == "a")
  }
}
