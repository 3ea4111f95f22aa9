import Foundation
import Streams
import StreamsHTTP
import StreamsHTTPTesting
import Testing

/// The kit finds what is wrong, and nothing where nothing is.
@Suite(.timeLimit(.minutes(10))) struct TransportContractTests {
  /// A transport made of a function.
  struct Made: Transport {
    typealias Exchange = Signal<TransportEvent, TransportFailure>
    let make: @Sendable (HTTPRequest, HTTPBody) -> Exchange

    func send(_ request: HTTPRequest, body: HTTPBody) -> Exchange { make(request, body) }
  }

  private let wire = URLSessionTransport()

  private func rules(
    _ transport: any Transport, within limit: Duration = .seconds(10)
  ) async throws -> Set<String> {
    let violations = try await TransportContract.violations(of: transport, within: limit)
    return Set(violations.map(\.rule))
  }

  private func rules(
    ofDecorator decorator: (any Transport) -> any Transport
  ) async throws -> [String] {
    let request = HTTPRequest(url: try HTTPURL("http://h/"))
    return await TransportContract.violations(
      ofDecorator: decorator, request: request, within: .milliseconds(200)
    ).map(\.rule)
  }

  @Test func aGoodTransport() async throws {
    #expect(try await TransportContract.violations(of: wire) == [])
  }

  @Test func aTransportThatAsksNobody() async throws {
    #expect(try await rules(Made { _, _ in .empty() }, within: .milliseconds(200)).contains("T2"))
  }

  @Test func aTransportThatCannotWait() async throws {
    let eager = Made { [wire] request, body in
      wire.send(request, body: body).observe { _ in }
      // Long enough for the connection to be seen.
      Thread.sleep(forTimeInterval: 0.5)
      return wire.send(request, body: body)
    }
    #expect(try await rules(eager) == ["T1"])
  }

  @Test func aTransportThatAsksTwice() async throws {
    let twice = Made { [wire] request, body in
      let silent = wire.send(request, body: body).filter { _ in false }
      return silent.append(wire.send(request, body: body))
    }
    #expect(try await rules(twice).contains("T2"))
  }

  @Test func aTransportThatLosesItsHead() async throws {
    let headless = Made { [wire] request, body in
      wire.send(request, body: body)
        .filter { event in if case .head = event { false } else { true } }
    }
    #expect(try await rules(headless) == ["T3"])
  }

  @Test func aTransportThatTakesACutForAnEnd() async throws {
    let careless = Made { [wire] request, body in
      wire.send(request, body: body).catch { _ -> Made.Exchange in .empty() }
    }
    #expect(try await rules(careless).contains("T7"))
  }

  @Test func aTransportThatDoesNotSayWhatWentWrong() async throws {
    let vague = Made { [wire] request, body in
      wire.send(request, body: body).mapError { TransportFailure(.other, $0.message) }
    }
    #expect(try await rules(vague) == ["T7"])
  }

  @Test func aTransportThatKeepsTheThread() async throws {
    let blocking = Made { _, _ in
      Signal { emitter in
        while !emitter.isCancelled { Thread.sleep(forTimeInterval: 0.001) }
      }
    }
    #expect(try await rules(blocking, within: .milliseconds(200)) == ["T8"])
  }

  @Test func aTransportThatIgnoresACancel() async throws {
    let stubborn = Made { [wire] request, body in
      Signal { emitter in _ = wire.send(request, body: body).observe { emitter.send($0) } }
    }
    #expect(try await rules(stubborn, within: .seconds(2)).contains("T5"))
  }

  @Test func decorators() async throws {
    #expect(try await rules(ofDecorator: { $0 }) == [])
    #expect(
      try await rules(ofDecorator: { next in
        Made { next.send($0, body: $1).merge(with: next.send($0, body: $1)) }
      }) == ["T6"])
    #expect(
      try await rules(ofDecorator: { next in
        Made { request, body in
          _ = next.send(request, body: body).observe { _ in }
          return .never()
        }
      }) == ["T1", "T6"])
    #expect(try await rules(ofDecorator: { _ in Made { _, _ in .never() } }) == ["T6"])
  }
}
