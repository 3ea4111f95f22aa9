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
  var session = URLSession(configuration: .ephemeral)

  func send(
    _ request: HTTPRequest, body: HTTPBody
  ) -> Signal<TransportEvent, TransportFailure> {
    Signal { emitter in
      guard let url = URL(string: request.url.string) else {
        return emitter.fail(TransportFailure(.invalidRequest, request: request))
      }
      var theirs = URLRequest(url: url)
      theirs.httpMethod = request.method.rawValue
      for field in request.fields { theirs.addValue(field.value, forHTTPHeaderField: field.name) }
      if case .bytes(let bytes) = body { theirs.httpBody = Data(bytes) }
      let task = session.dataTask(with: theirs) { data, answer, error in
        guard let answer = answer as? HTTPURLResponse, error == nil else {
          let isRefused = (error as? URLError)?.code == .cannotConnectToHost
          let kind: TransportFailure.Kind = isRefused ? .cannotConnect : .connectionLost
          return emitter.fail(TransportFailure(kind, "\(error as Any)", request: request))
        }
        var head = HTTPResponse(status: HTTPStatus(answer.statusCode), url: request.url)
        for case (let name as String, let value as String) in answer.allHeaderFields {
          try? head.fields.append(name, value)
        }
        emitter.send(.head(head))
        emitter.send(.chunk(Array(data ?? Data())))
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
