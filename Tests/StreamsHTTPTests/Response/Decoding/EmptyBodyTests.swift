import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("A body")
struct EmptyBodyTests {
  @Test(
    "is as long as the head says, or its answer is a failure",
    arguments: Vectors.rows("empty-body") { $0.kind != "target" })
  func lengths(_ row: Vector) throws {
    let bytes = [UInt8](repeating: 65, count: row.input["received"].integer ?? 0)
    let request = Request<Answer, RequestFailure>(try Self.details(row), reading: .answer)
    let answered = Self.answer(to: request.validate(.anyStatus), row, bytes)
    let actual: JSON =
      switch answered.values.first {
      case nil: .object(["outcome": .text("error")])
      case let answer? where answer.body.isEmpty: .object(["outcome": .text("empty")])
      case let answer?:
        .object(["outcome": .text("body"), "length": .integer(answer.body.count)])
      }
    #expect(row.accepts(actual), "wanted \(row.wanted), got \(actual)")
  }

  private struct Model: Decodable, Sendable { var id: Int }

  @Test(
    "of no byte is what the value makes of it",
    arguments: Vectors.rows("empty-body") { $0.kind == "target" })
  func targets(_ row: Vector) throws {
    let details = try Self.details(row)
    let bytes = Array((row.input["body"].text ?? "").utf8)
    let result =
      switch row.input["target"].text {
      case "void":
        Self.result(
          Self.answer(to: Request<Void, RequestFailure>(details, reading: .nothing), row, bytes)
        ) { _ in false }
      case "optional":
        Self.result(
          Self.answer(to: Request<Model?, RequestFailure>(details, reading: .decoded), row, bytes)
        ) { $0 == nil }
      default:
        Self.result(
          Self.answer(to: Request<Model, RequestFailure>(details, reading: .decoded), row, bytes)
        ) { _ in false }
      }
    let actual = JSON.object(["result": .text(result)])
    #expect(row.accepts(actual), "wanted \(row.wanted), got \(actual)")
  }

  private static func details(_ row: Vector) throws -> RequestDetails {
    RequestDetails(method: try HTTPMethod(row.input["method"].text ?? ""), path: "/")
  }

  private static func answer<Value>(
    to request: Request<Value, RequestFailure>, _ row: Vector, _ bytes: [UInt8]
  ) -> Recording<Value, RequestFailure> {
    let bench = Bench()
    bench.stub.on { _ in true }.respond(
      HTTPStatus(row.input["status"].integer ?? 0), pairs: row.input["headers"].pairs,
      bytes: bytes)
    return bench.send(request)
  }

  private static func result<Value>(
    _ answered: Recording<Value, RequestFailure>, isNil: (Value) -> Bool
  ) -> String {
    switch answered.events.first?.event {
    case .value(let value): isNil(value) ? "nil" : "success"
    case .failure(.status): "error-status"
    case .failure(.decoding(let failure)):
      failure.reason == .empty ? "error-empty" : "error-decode"
    default: "\(answered.events)"
    }
  }
}
