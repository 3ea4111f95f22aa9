import Streams
import StreamsHTTP
import StreamsHTTPTesting
import StreamsTesting
import Testing

@Suite("The stub transport")
struct StubTransportTests {
  private typealias Told = Event<TransportEvent, TransportFailure>

  private let time = TestScheduler()
  private let stub: StubTransport

  init() {
    stub = StubTransport(scheduler: time)
  }

  @Test("does nothing before observation, and each observation is an exchange")
  func cold() throws {
    stub.on(.get, "/x").respond(text: "hi")
    let signal = stub.send(try request("https://h/x"), body: .none)
    #expect(stub.exchanges.isEmpty)
    let told = [log(signal), log(signal)]
    #expect(told.allSatisfy { $0.count == 3 })
    #expect(stub.exchanges.count == 2)
  }

  @Test("answers head, pieces and end in virtual time")
  func pieces() throws {
    stub.on(.get, "/x")
      .respond(fields: ["A": "1"], pieces: ["a", "b"], every: .seconds(2), after: .seconds(1))
    let request = try request("https://h/x")
    let told = time.record(stub.send(request, body: .none))
    let head = HTTPResponse(status: 200, fields: try HTTPFields([("A", "1")]), url: request.url)
    var wanted: [Told] = []
    for event in [Told.value(.head(head)), .value(.chunk([97])), .value(.chunk([98]))] {
      #expect(told.events.map(\.event) == wanted)
      time.advance(by: wanted.isEmpty ? .seconds(1) : .seconds(2))
      wanted.append(event)
    }
    #expect(told.events.map(\.event) == wanted + [.finished])
    #expect(stub.exchanges.map(\.ending) == [.finished])
    #expect(stub.exchanges.map(\.ended?.offset) == [.seconds(5)])
  }

  @Test("gives the answers of a line in turn, and the last for ever")
  func turns() throws {
    stub.on(.get, "/x").respond(503).fail(.connectionLost).respond(200)
    let signal = stub.send(try request("https://h/x"), body: .none)
    let told = (0..<4).map { _ in log(signal).first }
    guard case .failure(let failure) = told[1] else {
      Issue.record("\(told)")
      return
    }
    #expect(failure.kind == .connectionLost)
    let statuses = told.compactMap { event -> HTTPStatus? in
      if case .value(.head(let response)) = event { response.status } else { nil }
    }
    #expect(statuses == [503, 200, 200])
  }

  @Test("fails for what no line answers, and names the request")
  func miss() throws {
    stub.on(.get, "/x").respond()
    stub.on(.get, "/y?a=1").respond()
    let unanswered = [
      HTTPRequest(method: .post, url: try HTTPURL("https://h/x")), try request("https://h/z"),
      try request("https://h/y?a=2"),
    ]
    for request in unanswered {
      guard case .failure(let failure) = log(stub.send(request, body: .none)).last else {
        Issue.record("\(request) was answered")
        continue
      }
      #expect(failure.request == request)
      #expect(failure.description.contains("\(request)"))
    }
    #expect(stub.requests == unanswered)
  }

  @Test("finds a line by method and path, or by the query too; later lines go before")
  func lines() throws {
    stub.on(.get, "/x").respond(201)
    stub.on(.get, "/x?a=1").respond(202)
    stub.on { $0.url.host == "other" }.respond(203)
    let statuses = try ["https://h/x?b=2", "https://h/x?a=1", "https://other/x?a=1"].map { text in
      guard
        case .value(.head(let response)) = log(stub.send(try request(text), body: .none))
          .first
      else { return 0 }
      return response.status.code
    }
    #expect(statuses == [201, 202, 203])
  }

  @Test("remembers bodies of every kind, and tells that they went out")
  func bodies() throws {
    stub.on(.post, "/x").respond()
    let request = HTTPRequest(method: .post, url: try HTTPURL("https://h/x"))
    let bodies: [HTTPBody] = [
      .bytes([1, 2]), .once(length: nil, .sequence([[1], [2]])),
      .replayable(length: 2) { .sequence([[1], [2]]) }, .bytes([]),
    ]
    let first = bodies.map { log(stub.send(request, body: $0)).first }
    let sent = Told.value(.uploaded(TransferProgress(completed: 2, total: 2)))
    #expect(first.dropLast().allSatisfy { $0 == sent })
    #expect(stub.exchanges.map(\.body) == [[1, 2], [1, 2], [1, 2], []])
  }

  @Test("fails when the body of a request does")
  func brokenBody() throws {
    stub.on(.post, "/x").respond()
    let request = HTTPRequest(method: .post, url: try HTTPURL("https://h/x"))
    for body in [HTTPBody.once(length: 1, .fail(BodyFailure("no"))), .file(path: "/no/such/file")] {
      guard case .failure(let failure) = log(stub.send(request, body: body)).last else {
        Issue.record("\(body) was sent")
        continue
      }
      #expect(failure.kind == .bodyFailed)
    }
  }

  @Test("remembers a cancel, and sends nothing after it")
  func cancel() throws {
    stub.on(.get, "/x").respond(after: .seconds(2))
    stub.on(.get, "/never").never()
    let told = [
      time.record(stub.send(try request("https://h/x"), body: .none)),
      time.record(stub.send(try request("https://h/never"), body: .none)),
    ]
    time.advance(by: .seconds(1))
    for recording in told { recording.cancel() }
    time.advance(by: .seconds(5))
    #expect(told.allSatisfy { $0.events.isEmpty })
    #expect(stub.exchanges.map(\.ending) == [.cancelled, .cancelled])
    #expect(stub.exchanges.map(\.ended?.offset) == [.seconds(1), .seconds(1)])
    try time.verify()
  }

  private func request(_ url: String) throws -> HTTPRequest {
    HTTPRequest(url: try HTTPURL(url))
  }

  /// What an observation is told, as far as time has come.
  private func log(_ signal: Signal<TransportEvent, TransportFailure>) -> [Told] {
    time.record(signal).events.map(\.event)
  }
}
