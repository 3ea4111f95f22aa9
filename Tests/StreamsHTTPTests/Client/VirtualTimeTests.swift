import Streams
import StreamsHTTP
import StreamsHTTPTesting
import StreamsTesting
import Testing

/// A whole client, async code among it, runs in virtual time: nobody waits, nothing is left to
/// chance, and an advance is all a test needs to say.
@Suite("A client in virtual time")
struct VirtualTimeTests {
  @Test("async preparation, retries with jitter and dates, time-outs: one outcome, 300 times")
  func oneOutcome() throws {
    var outcomes: Set<[String]> = []
    for _ in 0..<300 {
      try TestScheduler.verifying { time in outcomes.insert(Self.story(on: time)) }
    }
    #expect(outcomes.count == 1)
    let story = try #require(outcomes.first)
    // A token takes 1 s, an answer 2; the date of the first is a minute after the start; the
    // backoff after the second is at most 4 s.
    #expect(story.prefix(2) == ["token 1 at 1.0 seconds", "sent token 1 at 1.0 seconds"])
    #expect(
      story.dropFirst(2).prefix(2) == [
        "token 2 at 61.0 seconds", "sent token 2 at 61.0 seconds",
      ])
    #expect(story.suffix(2).first?.hasPrefix("sent token 3 at 6") == true)
    #expect(story.last?.hasPrefix("A after 3 attempts at 6") == true)
  }

  private static func story(on time: TestScheduler) -> [String] {
    let log = Lock<[String]>([])
    let stub = StubTransport(scheduler: time)
    stub.on(.get, "/users/7")
      .respond(503, fields: ["Retry-After": "Sun, 06 Nov 1994 08:50:37 GMT"], after: .seconds(2))
      .fail(.connectionLost, after: .seconds(2))
      .respond(json: #"{"id": 7, "name": "A"}"#, after: .seconds(1))
    let client = client(over: stub, on: time) { line in log.withLock { $0.append(line) } }
    let task = Task(executorPreference: time) {
      do throws(RequestFailure) {
        let user = try await client.value(for: .user(7))
        let count = stub.exchanges.count
        log.withLock { $0.append("\(user.name) after \(count) attempts at \(time.now)") }
      } catch {
        log.withLock { $0.append("\(error)") }
      }
    }
    time.advance(by: .seconds(120))
    _ = task
    return log.withLock { $0 }
  }

  private static func client(
    over stub: StubTransport, on time: TestScheduler, _ log: @escaping @Sendable (String) -> Void
  ) -> Client {
    var client = Client(
      baseURL: "https://h", transport: stub, scheduler: time, wallClock: .virtual(time)
    )
    .adding(.token(from: TokenOffice(time: time, log: log), log: { log("\($0) at \(time.now)") }))
    .adding(
      .retry(
        backoff: .exponential(base: .seconds(2), max: .seconds(4)).jittered(.full, .seeded(7))))
    client.timeout = .seconds(100)
    return client
  }

  @Test("a time-out ends async preparation: its task is cancelled, nothing is sent")
  func timeout() throws {
    try TestScheduler.verifying { time in
      let stub = StubTransport(scheduler: time)
      let office = TokenOffice(time: time, delay: .seconds(500), log: { _ in })
      var client = Client(baseURL: "https://h", transport: stub, scheduler: time)
        .adding(.token(from: office, log: { _ in }))
      client.timeout = .seconds(10)
      let answer = time.record(client.send(Request<User, RequestFailure>.user(7)))
      time.advance(by: .seconds(10))
      guard case .transport(let failure) = answer.failure else {
        Issue.record("\(String(describing: answer.failure))")
        return
      }
      #expect(failure.kind == .timedOut)
      #expect(answer.events.map(\.at.offset) == [.seconds(10)])
      #expect(stub.exchanges.isEmpty)
    }
  }
}

extension VirtualTimeTests {
  @Test("a refresh: three requests refused at once ask for one token and are sent again with it")
  func refresh() throws {
    try TestScheduler.verifying { time in
      let stub = StubTransport(scheduler: time)
      stub.on { _ in true }.respond(401, after: .seconds(1))
      stub.on { $0.fields["Authorization"] == "token 1" }
        .respond(json: #"{"id": 7, "name": "A"}"#, after: .seconds(1))
      let tokens = Lock<[String]>([])
      let office = TokenOffice(time: time, log: { line in tokens.withLock { $0.append(line) } })
      let client = Client(baseURL: "https://h", transport: stub, scheduler: time)
        .adding(.refreshing(from: office))
      let answers = (1...3).map { time.record(client.send(.user($0))) }
      time.advance(by: .seconds(60))
      #expect(answers.map { $0.values.map(\.name) } == [["A"], ["A"], ["A"]])
      // A refusal, a token and an answer take a second each.
      #expect(answers.allSatisfy { $0.events.first?.at.offset == .seconds(3) })
      #expect(tokens.withLock { $0 } == ["token 1 at 2.0 seconds"])
      #expect(stub.exchanges.count == 6)
    }
  }
}

/// Gives out tokens, one each time, after a while.
private actor TokenOffice {
  private let time: TestScheduler
  private let delay: Duration
  private let log: @Sendable (String) -> Void
  private var count = 0

  init(
    time: TestScheduler, delay: Duration = .seconds(1), log: @escaping @Sendable (String) -> Void
  ) {
    self.time = time
    self.delay = delay
    self.log = log
  }

  func token() async throws(CancellationError) -> String {
    // Two tasks whose steps have to come in the same order each time.
    async let half: Void = time.sleep(for: delay / 2)
    do {
      try await time.sleep(for: delay)
      try await half
    } catch {
      throw CancellationError()
    }
    count += 1
    log("token \(count) at \(time.now)")
    return "token \(count)"
  }
}

extension TransportDecorator {
  /// Sends again what was refused, with a new token, fetched once for all who wait for it.
  fileprivate static func refreshing(from office: TokenOffice) -> Self {
    Self { next, _ in
      let current = Lock("token 0")
      let renewed = Signal<String, CancellationError>(
        async: { () async throws(CancellationError) in try await office.token() }
      )
      .handleEvents(onValue: { token in current.withLock { $0 = token } })
      .share()
      return ClosureTransport { request, body in
        let send = { @Sendable (token: String) in
          var signed = request
          try? signed.fields.set("Authorization", token)
          return next.send(signed, body: body)
        }
        return send(current.withLock { $0 }).flatMapFirst { event in
          guard case .head(let response) = event, response.status == 401 else {
            return .just(event)
          }
          return renewed.mapError { _ in TransportFailure(.other, "no token", request: request) }
            .flatMap { send($0) }
        }
      }
    }
  }

  /// Asks for a token before each attempt.
  fileprivate static func token(
    from office: TokenOffice, log: @escaping @Sendable (String) -> Void
  ) -> Self {
    Self { next, context in
      ClosureTransport { request, body in
        Signal<String, CancellationError>(
          async: { () async throws(CancellationError) in try await office.token() },
          executor: context.executor
        )
        .mapError { _ in TransportFailure(.other, "no token", request: request) }
        .flatMap { token in
          log("sent \(token)")
          return next.send(request, body: body)
        }
      }
    }
  }
}
