import Streams
import StreamsHTTP
import StreamsHTTPTesting
import Testing

/// A cancel stops the exchange at once, and nothing follows.
@Suite(.timeLimit(.minutes(10))) struct WireCancelTests {
  private func fixture(_ wire: Wire) throws -> WireFixture {
    let fixture = try WireFixture(wire)
    fixture.server.route("GET", "/x") { _ in .text("x") }
    fixture.server.route("*", "/silent") { _ in .silence }
    fixture.server.route("GET", "/stalled") { _ in
      .text("0123456789").broken(.stall, at: .body(4))
    }
    return fixture
  }

  @Test(arguments: Wire.all) func beforeTheStart(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    let scope = Subscription()
    scope.cancel()
    let signal = fixture.transport.send(try fixture.request(.get, "/x"), body: .none)
    signal.observe(in: scope) { _ in Issue.record("an event after a cancel") }
    #expect(await signal.exchange().text == "x")
    #expect(fixture.server.log.requests.count == 1)
  }

  @Test(arguments: Wire.all, ["GET", "POST"])
  func whileTheHeadIsAwaited(_ wire: Wire, _ method: String) async throws {
    let fixture = try fixture(wire)
    let body = method == "POST" ? HTTPBody.bytes([1, 2, 3]) : .none
    let request = try fixture.request(try HTTPMethod(method), "/silent")
    let recorder = ExchangeRecorder()
    let subscription = recorder.observe(fixture.transport.send(request, body: body))
    #expect(await fixture.server.waitUntil { $0.requests.count == 1 })
    subscription.cancel()
    subscription.cancel()
    #expect(await fixture.server.waitUntil { $0.connections.map(\.end) == [.byClient] })
    #expect(recorder.exchange.ends == 0)
    #expect(recorder.exchange.heads.isEmpty)
  }

  @Test(arguments: Wire.all) func inTheMiddleOfTheContent(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    let recorder = ExchangeRecorder()
    let request = try fixture.request(.get, "/stalled")
    let subscription = recorder.observe(fixture.transport.send(request, body: .none))
    #expect(await recorder.waits { $0.text == "0123" })
    subscription.cancel()
    #expect(await fixture.server.waitUntil { $0.openConnections.isEmpty })
    #expect(recorder.exchange.ends == 0)
    #expect(recorder.exchange.text == "0123")
  }

  @Test(arguments: Wire.all) func fromTheHandler(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    let scope = Subscription()
    let recorder = ExchangeRecorder()
    let request = try fixture.request(.get, "/stalled")
    fixture.transport.send(request, body: .none).observe(in: scope) { event in
      recorder.record(event)
      scope.cancel()
    }
    #expect(await fixture.server.waitUntil { $0.connections.map(\.end) == [.byClient] })
    #expect(recorder.exchange.events.count == 1)
    #expect(recorder.exchange.status == 200)
  }

  @Test(arguments: Wire.all) func duringADownloadItDoesNotBlock(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    // Some ten megabytes a second: at full speed Foundation on Linux can take seconds to cancel,
    // and keeps every other session of the process waiting meanwhile.
    let part = [UInt8](repeating: 1, count: 1 << 14)
    fixture.server.route("GET", "/fast") { _ in
      ServerAnswer(body: [part], framing: .untilClose).broken(.flood, at: .end)
        .pausing(.milliseconds(1))
    }
    let recorder = ExchangeRecorder()
    let request = try fixture.request(.get, "/fast")
    let subscription = recorder.observe(fixture.transport.send(request, body: .none))
    #expect(await recorder.waits { $0.events.count > 10 })
    let time = ContinuousClock().measure { subscription.cancel() }
    #expect(time < .seconds(1))
    #expect(recorder.exchange.ends == 0)
    #expect(await fixture.server.waitUntil { $0.openConnections.isEmpty })
  }

  /// Cancels that race the whole life of an exchange: one end or none, and nothing hangs.
  @Test(arguments: Wire.all) func racingTheEnd(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    let request = try fixture.request(.get, "/x")
    var finished = 0
    for round in 0..<500 {
      let recorder = ExchangeRecorder()
      let subscription = recorder.observe(fixture.transport.send(request, body: .none))
      let pause = Duration.microseconds(round % 50 * 40)
      let start = ContinuousClock.now
      while start.duration(to: .now) < pause { await Task.yield() }
      subscription.cancel()
      let exchange = recorder.exchange
      #expect(exchange.ends <= 1)
      #expect(exchange.failure == nil)
      finished += exchange.ends
    }
    #expect(await fixture.transport.send(request, body: .none).exchange().text == "x")
    #expect(finished < 500)
  }

  @Test(arguments: Wire.all) func manyCancelsFromManyThreads(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    let request = try fixture.request(.get, "/x")
    let transport = fixture.transport
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<64 {
        group.addTask {
          let recorder = ExchangeRecorder()
          let subscription = recorder.observe(transport.send(request, body: .none))
          if index % 2 == 0 { await Task.yield() }
          async let first: Void = subscription.cancel()
          async let second: Void = subscription.cancel()
          _ = await (first, second)
          #expect(recorder.exchange.ends <= 1)
        }
      }
    }
    #expect(await transport.send(request, body: .none).exchange().text == "x")
  }

  @Test(arguments: Wire.all, ["/x", "/silent", "/cut"])
  func whatTheObserverHoldsIsReleased(_ wire: Wire, _ target: String) async throws {
    let fixture = try fixture(wire)
    fixture.server.route("GET", "/cut") { _ in .text("abc").broken(.reset, at: .body(1)) }
    let (released, release) = AsyncStream.makeStream(of: Void.self)
    var probe: ReleaseProbe? = ReleaseProbe { release.yield() }
    let signal = fixture.transport.send(try fixture.request(.get, target), body: .none)
    let subscription = signal.observe { [probe] _ in withExtendedLifetime(probe) {} }
    probe = nil
    if target == "/silent" {
      #expect(await fixture.server.waitUntil { $0.requests.count == 1 })
      subscription.cancel()
    }
    for await _ in released { break }
  }

  @Test(arguments: Wire.all) func aReleasedTransportFinishesWhatRuns(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    fixture.server.route("GET", "/slow") { _ in
      .chunked(["one", "two"]).pausing(.milliseconds(50))
    }
    var transport: (any Transport)? = wire.transport()
    let recorder = ExchangeRecorder()
    let request = try fixture.request(.get, "/slow")
    let subscription = transport.map { recorder.observe($0.send(request, body: .none)) }
    transport = nil
    #expect(await recorder.waits { $0.ends == 1 })
    #expect(recorder.exchange.failure == nil)
    #expect(recorder.exchange.text == "onetwo")
    #expect(await fixture.server.waitUntil { $0.openConnections.isEmpty })
    #expect(subscription?.isCancelled == false)
  }

  @Test(arguments: Wire.all) func aReleasedTransportLeavesNoConnection(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    let request = try fixture.request(.get, "/x")
    for _ in 0..<50 {
      #expect(await wire.transport().send(request, body: .none).exchange().text == "x")
    }
    #expect(await fixture.server.waitUntil { $0.openConnections.isEmpty })
  }
}
