import Streams
import Testing

@testable import StreamsHTTP

@Suite("The retry policy for transient failures")
struct RetryPolicyTests {
  @Test(
    "repeats what may be repeated, and nothing else",
    arguments: Vectors.rows("retry-eligibility") { $0.kind != "count" })
  func eligibility(_ row: Vector) throws {
    var request = HTTPRequest(
      method: try HTTPMethod(row.input["method"].text ?? ""), url: try HTTPURL("https://h"))
    request.options.isIdempotent = row.input["opt_in"].bool ?? false
    if row.input["idempotency_key"].bool == true { try request.fields.set("Idempotency-Key", "k") }
    let body: HTTPBody =
      switch row.input["body"].text {
      case "replayable": .bytes([1])
      case "once": .once(length: 1, .just([1]))
      default: .none
      }
    let outcome = Self.outcome(row.input["failure"])
    let retry = outcome.map { RetryPolicy.transientFailures.allows($0, of: request, with: body) }
    let actual = JSON.object(["retry": .bool(retry ?? false)])
    #expect(row.accepts(actual), "wanted \(row.wanted), got \(actual)")
  }

  /// What a transport calls the failures of the table; nil for those that happen above it, which
  /// it is never asked about.
  static func outcome(_ failure: JSON) -> Attempt.Outcome? {
    if let status = failure["status"].integer { return .status(HTTPStatus(status)) }
    return kinds[failure["kind"].text ?? ""].map { .failure($0) }
  }

  private static let kinds: [String: TransportFailure.Kind] = [
    "connect": .cannotConnect, "lost": .connectionLost, "timeout": .timedOut,
    "truncated": .connectionLost, "tls-certificate": .tls, "invalid-request": .invalidRequest,
    "too-many-redirects": .tooManyRedirects,
  ]
}
