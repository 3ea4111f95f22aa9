import Streams
public import StreamsHTTP

/// The contract of `Transport`, T1 to T8, as a check that any transport can be put through.
///
/// ```swift
/// let violations = try await TransportContract.violations(of: MyTransport())
/// #expect(violations.isEmpty)
/// ```
///
/// It needs no test framework and no network but a `LoopbackServer` of its own. Every wait is
/// bounded, so a transport that hangs is reported rather than waited for.
public enum TransportContract {
  /// A rule that was broken, and how.
  public struct Violation: Sendable, Hashable, CustomStringConvertible {
    /// The rule, such as `T3`.
    public let rule: String
    /// What was seen.
    public let message: String

    /// Rule and message.
    public var description: String { "\(rule): \(message)" }
  }

  /// Asks a server of the kit's own through `transport` and tells what it does wrong.
  ///
  /// - Parameters:
  ///   - transport: the transport to check, with its decorators if it is to be checked with some.
  ///   - limit: how long each wait may take.
  /// - Throws: `ServerFailure` when there is no server to ask.
  public static func violations(
    of transport: any Transport, within limit: Duration = .seconds(10)
  ) async throws(ServerFailure) -> [Violation] {
    let server = try LoopbackServer()
    let check = ContractCheck(
      transport: transport, server: server, address: server.url(""), limit: limit)
    return await violations(check, isDirect: true)
  }

  /// Asks a server through something in between that hands bytes on as they come, such as what ends
  /// TLS, and tells what the transport does wrong.
  ///
  /// What a refused connection looks like is the matter of what stands in between, and not checked.
  ///
  /// - Parameters:
  ///   - transport: the transport to check.
  ///   - server: a server that nobody has asked yet; it is given routes, and stopped in the end.
  ///   - address: where the transport reaches it, such as `https://127.0.0.1:8443`.
  ///   - limit: how long each wait may take.
  public static func violations(
    of transport: any Transport, asking server: LoopbackServer, at address: String,
    within limit: Duration = .seconds(10)
  ) async -> [Violation] {
    await violations(
      ContractCheck(transport: transport, server: server, address: address, limit: limit),
      isDirect: false)
  }

  private static func violations(
    _ check: ContractCheck, isDirect: Bool
  ) async -> [Violation] {
    // A transport that keeps the thread would keep the thread of each check to come.
    var violations = await check.waiting()
    guard violations.isEmpty else {
      check.server.stop()
      return violations
    }
    violations += await check.coldness()
    violations += await check.order()
    violations += await check.ends()
    violations += await check.cancel(in: "/silent", sending: "nothing")
    violations += await check.cancel(in: "/stalled", sending: "a part of the content")
    check.server.stop()
    if isDirect { violations += await check.refusal() }
    return violations
  }

  /// Puts a stub below `decorator` and tells what the decorator does wrong (T6).
  ///
  /// - Parameters:
  ///   - decorator: wraps a transport; what it adds must not need more than one attempt.
  ///   - request: what is sent through it; it never leaves the stub.
  ///   - limit: how long each wait may take.
  public static func violations(
    ofDecorator decorator: (any Transport) -> any Transport, request: HTTPRequest,
    within limit: Duration = .seconds(10)
  ) async -> [Violation] {
    let stub = CountingTransport()
    let signal = decorator(stub).send(request, body: .none)
    var violations: [Violation] = []
    if stub.starts != 0 {
      violations.append(Violation("T1", "the next transport was asked before an observation"))
    }
    let recorder = ExchangeRecorder()
    let subscription = recorder.observe(signal)
    _ = await stub.waits(within: limit) { $0.starts > 0 }
    subscription.cancel()
    if await !stub.waits(within: limit, for: { $0.cancels == $0.starts }) {
      violations.append(Violation("T6", "a cancel was not forwarded"))
    }
    if stub.starts != 1 {
      violations.append(Violation("T6", "\(stub.starts) exchanges below for one attempt"))
    }
    return violations
  }
}

extension TransportContract.Violation {
  init(_ rule: String, _ message: String) {
    self.init(rule: rule, message: message)
  }
}

// MARK: - The checks

/// One run of the kit over one transport.
private struct ContractCheck: Sendable {
  typealias Violation = TransportContract.Violation

  let transport: any Transport
  let server: LoopbackServer
  let address: String
  let limit: Duration

  init(
    transport: any Transport, server: LoopbackServer, address: String, limit: Duration
  ) {
    self.transport = transport
    self.server = server
    self.address = address
    self.limit = limit
    server.route("GET", "/whole") { _ in .chunked(["one", "two", "three"]) }
    server.route("POST", "/echo") { .bytes($0.body).preceded(by: 103) }
    server.route("GET", "/cut") { _ in .text("0123456789").broken(.close, at: .body(4)) }
    server.route("GET", "/reset") { _ in .reset }
    server.route("GET", "/missing") { _ in .text("none", status: 404) }
    server.route("GET", "/quiet") { _ in .silence }
    server.route("GET", "/silent") { _ in .silence }
    server.route("GET", "/stalled") { _ in .text("0123456789").broken(.stall, at: .body(4)) }
  }

  /// T1, and T8: an observation returns though nothing comes, and none waits for another one.
  func waiting() async -> [Violation] {
    guard let signal = signal("/quiet") else { return [noURL] }
    guard server.log.connections.isEmpty else {
      return [Violation("T1", "it connected before an observation")]
    }
    let scope = Subscription()
    let returned = Changes(0)
    for _ in 0..<2 {
      // On a thread of its own: what is kept must not be what the waits of this check run on.
      let isStarted = ServerThread.start {
        signal.observe(in: scope.child()) { _ in }
        returned.update { $0 += 1 }
      }
      if !isStarted { returned.update { $0 += 1 } }
    }
    let areBack = await returned.waits(within: limit) { $0 == 2 }
    scope.cancel()
    return areBack ? [] : [Violation("T8", "an observation keeps its thread while it waits")]
  }

  /// T7: nobody listens any more; the server was stopped.
  func refusal() async -> [Violation] {
    guard let signal = signal("/whole") else { return [noURL] }
    let failure = await record(signal).failure
    if failure?.kind == .cannotConnect { return [] }
    let end = failure.map { "failed: \($0)" } ?? "did not fail"
    return [Violation("T7", "an exchange with nobody \(end)")]
  }

  /// T1 and T2.
  func coldness() async -> [Violation] {
    guard let signal = signal("/whole") else { return [noURL] }
    var violations: [Violation] = []
    let before = server.log.requests(to: "/whole").count
    for _ in 0..<2 { _ = await record(signal) }
    if before != 0 { violations.append(Violation("T1", "it asked before an observation")) }
    let count = server.log.requests(to: "/whole").count
    if count != 2 { violations.append(Violation("T2", "2 observations, \(count) exchanges")) }

    let scope = Subscription()
    scope.cancel()
    signal.observe(in: scope) { _ in }
    _ = await record(signal)
    if server.log.requests(to: "/whole").count != count + 1 {
      violations.append(Violation("T1", "an observation that was cancelled before asked"))
    }
    return violations
  }

  /// T3, for answers with and without informational ones.
  func order() async -> [Violation] {
    var violations: [Violation] = []
    for (target, body) in [("/whole", HTTPBody.none), ("/echo", .bytes([1, 2, 3]))] {
      guard let signal = signal(target, body) else { return [noURL] }
      violations += await record(signal).orderViolations.map { "\(target): \($0)" }
        .map { Violation("T3", $0) }
    }
    return violations
  }

  /// T4, for good ends and bad ones, and that a status is no failure while a cut answer is (T7).
  func ends() async -> [Violation] {
    var violations: [Violation] = []
    let lost = TransportFailure.Kind.connectionLost
    let targets = [("/whole", nil), ("/missing", nil), ("/cut", lost), ("/reset", lost)]
    for (target, kind) in targets {
      guard let signal = signal(target) else { return [noURL] }
      let exchange = await record(signal)
      if exchange.ends != 1 {
        violations.append(Violation("T4", "\(target): \(exchange.ends) ends"))
      } else if exchange.failure?.kind != kind {
        let end = exchange.failure.map { "failed: \($0)" } ?? "finished"
        violations.append(Violation("T7", "\(target) \(end)"))
      }
    }
    return violations
  }

  /// T5: the server sees the connection close, and nothing follows.
  func cancel(in target: String, sending what: String) async -> [Violation] {
    guard let signal = signal(target) else { return [noURL] }
    let recorder = ExchangeRecorder()
    let subscription = recorder.observe(signal)
    let hasBegun = await server.waitUntil(within: limit) { !$0.requests(to: target).isEmpty }
    guard hasBegun else { return [Violation("T2", "\(target) was never asked")] }
    let connection = server.log.requests(to: target)[0].connection
    subscription.cancel()
    let count = recorder.exchange.events.count
    let isClosed = await server.waitUntil(within: limit) {
      $0.connections[connection - 1].end != nil
    }
    var violations: [Violation] = []
    if !isClosed {
      violations.append(Violation("T5", "the connection stays open when it sent \(what)"))
    }
    if recorder.exchange.ends > 0 || recorder.exchange.events.count > count + 1 {
      violations.append(Violation("T5", "events came after a cancel"))
    }
    return violations
  }

  private var noURL: Violation { Violation("T2", "the server's URL was refused") }

  private func signal(
    _ target: String, _ body: HTTPBody = .none
  ) -> Signal<TransportEvent, TransportFailure>? {
    guard let url = try? HTTPURL(address + target) else { return nil }
    let method: HTTPMethod = body.isPresent ? .post : .get
    return transport.send(HTTPRequest(method: method, url: url), body: body)
  }

  private func record(_ signal: Signal<TransportEvent, TransportFailure>) async -> Exchange {
    let recorder = ExchangeRecorder()
    let subscription = recorder.observe(signal)
    _ = await recorder.waits(within: limit) { $0.ends > 0 }
    subscription.cancel()
    return recorder.exchange
  }
}
