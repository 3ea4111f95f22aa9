import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("A value at a key path")
struct KeyPathTests {
  @Test("is what the row says", arguments: Vectors.rows("keypath") { $0.kind != "decode" })
  func values(_ row: Vector) {
    let actual = Self.outcome(
      of: Request<JSON, RequestFailure>.get("x").value(atKeyPath: Self.path(row)), row)
    #expect(row.accepts(actual), "wanted \(row.wanted), got \(actual)")
    if actual["error"] != .null, row.wantedPosition != nil {
      #expect(actual["at"].integer == row.wantedPosition, "\(actual)")
    }
  }

  @Test(
    "is what an optional and a number make of it",
    arguments: Vectors.rows("keypath") { $0.kind == "decode" })
  func targets(_ row: Vector) {
    let actual =
      row.input["target"].text == "optional"
      ? Self.outcome(
        of: Request<Int?, RequestFailure>.get("x").value(atKeyPath: Self.path(row))
          .map { $0.map(JSON.integer) ?? .null }, row)
      : Self.outcome(
        of: Request<Int, RequestFailure>.get("x").value(atKeyPath: Self.path(row))
          .map(JSON.integer), row)
    #expect(row.accepts(actual), "wanted \(row.wanted), got \(actual)")
  }

  private static func path(_ row: Vector) -> ValuePath {
    row.input["path"].text.map { ValuePath($0) }
      ?? ValuePath(components: row.input["components"].list.compactMap(\.text))
  }

  private static func outcome(of request: Request<JSON, RequestFailure>, _ row: Vector) -> JSON {
    let bench = Bench()
    bench.stub.on { _ in true }.respond(json: row.input["json"].text ?? "")
    let sent = bench.send(request)
    switch sent.events.first?.event {
    case .value(let value):
      return .object(["value": value])
    case .failure(.decoding(let failure)):
      return .object([
        "error": .text(failure.reason.description),
        "at": .integer(ValuePath(failure.codingPath).components.count),
      ])
    case .failure(.invalidRequest(let failure)):
      guard case .valuePath = failure.reason, bench.stub.requests.isEmpty else { return .null }
      return .object(["error": .text(failure.description)])
    default:
      return .null
    }
  }
}
