import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

/// A task's cancel goes through the bridge to the exchange, all in virtual time.
@Suite("A task's cancel")
struct TaskCancelTests {
  private let bench = Bench()

  @Test("stops the exchange at once, through every bridge", arguments: Bridge.allCases)
  func stopsTheExchange(_ bridge: Bridge) throws {
    bench.stub.on(.get, "/v2/users/7").never()
    let client = bench.client
    let task = Task(executorPreference: bench.time) { await bridge.ask(client) }
    bench.time.advance(by: .seconds(1))
    #expect(bench.stub.exchanges.map(\.ending) == [nil])
    task.cancel()
    #expect(bench.stub.exchanges.map(\.ending) == [.cancelled])
    #expect(bench.stub.exchanges.map(\.ended) == [.zero.advanced(by: .seconds(1))])
    bench.time.advance(by: .zero)
    try bench.time.verify()
  }

  @Test("that came before asks for nothing, through every bridge", arguments: Bridge.allCases)
  func before(_ bridge: Bridge) throws {
    let client = bench.client
    let task = Task(executorPreference: bench.time) { await bridge.ask(client) }
    task.cancel()
    bench.time.advance(by: .seconds(1))
    #expect(bench.stub.exchanges.isEmpty)
    try bench.time.verify()
  }

  @Test("is not needed to leave a loop: breaking out stops the exchange that runs")
  func breaking() throws {
    bench.stub.on(.get, "/v2/users/7").never()
    let (client, time) = (bench.client, bench.time)
    Task(executorPreference: time) {
      let waiting = Signal.timer(every: .seconds(1), scheduler: time).map { "\($0)" }
        .setFailureType(to: RequestFailure.self)
      for try await _ in merge(waiting, client.send(.user(7)).map(\.name)).values { break }
    }
    time.advance(by: .seconds(1))
    #expect(bench.stub.exchanges.map(\.ending) == [.cancelled])
    try time.verify()
  }

  @Test("goes through a bridge there and back: async work that sends, observed as a signal")
  func thereAndBack() throws {
    bench.stub.on(.get, "/v2/users/7").never()
    let client = bench.client
    let sent = bench.time.record(
      Signal<User, RequestFailure>(
        async: { () async throws(RequestFailure) in try await client.value(for: .user(7)) },
        executor: bench.time))
    bench.time.advance(by: .seconds(1))
    sent.cancel()
    #expect(bench.stub.exchanges.map(\.ending) == [.cancelled])
    bench.time.advance(by: .zero)
    #expect(sent.events.isEmpty)
    try bench.time.verify()
  }

  enum Bridge: CaseIterable {
    case value, firstValue, result, values

    func ask(_ client: Client) async {
      switch self {
      case .value: _ = try? await client.value(for: .user(7))
      case .firstValue: _ = try? await client.send(.user(7)).firstValue()
      case .result: _ = await client.send(.user(7)).result()
      case .values:
        do { for try await _ in client.send(.user(7)).values {} } catch {}
      }
    }
  }
}
