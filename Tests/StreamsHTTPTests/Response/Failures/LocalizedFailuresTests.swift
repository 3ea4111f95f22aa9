import Foundation
import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("What an app shows of a failure")
struct LocalizedFailuresTests {
  private static let secret = "hunter2"

  private static func failures() throws -> [any LocalizedError] {
    var bench = Bench()
    bench.client.fields = try HTTPFields([("Authorization", secret)])
    bench.stub.on { _ in true }.respond(500, text: secret).respond(401, text: secret)
      .respond(418, text: secret).respond(text: secret).fail(.connectionLost, secret)
      .respond(json: #"{"code":1,"x":"\#(secret)"}"#).respond(404, json: #"{"title":"\#(secret)"}"#)
    let user = Request<User, RequestFailure>.get("x?token=\(secret)").query("q", secret)
    let plain = (0..<5).compactMap { _ in bench.send(user).failure as (any LocalizedError)? }
    return try plain + [
      #require(bench.send(user.errorCode(Int.self, at: "code")).failure),
      #require(bench.send(user.failureBody(as: Problem.self)).failure),
      #require(bench.send(user.field("a b", secret)).failure),
      RequestFailure.cancelled,
    ]
  }

  @Test("is a sentence and what to do, on one line each, without anything of request or answer")
  func texts() throws {
    let failures = try Self.failures()
    #expect(failures.count == 9)
    for failure in failures {
      let texts = [failure.errorDescription, failure.recoverySuggestion].compactMap { $0 }
      #expect(failure.errorDescription?.isEmpty == false)
      #expect(failure.localizedDescription == failure.errorDescription)
      for text in texts {
        #expect(!text.contains(Self.secret) && !text.contains("api.example"))
        #expect(text.split(whereSeparator: \.isNewline).count == 1)
        #expect(text.count < 80 && text.hasSuffix("."))
      }
    }
  }

  @Test("tells kinds apart", arguments: TransportFailure.Kind.allCases)
  func transport(_ kind: TransportFailure.Kind) {
    let failure = TransportFailure(kind, Self.secret)
    #expect(failure.localizedDescription == RequestFailure.transport(failure).localizedDescription)
    #expect(failure.localizedDescription.hasSuffix("."))
    #expect(!failure.localizedDescription.contains(Self.secret))
  }

  @Test("names a wait in words, rounded up")
  func waits() {
    func suggestion(_ wait: String) -> String? {
      let bench = Bench()
      bench.stub.on { _ in true }.respond(503, pairs: [("Retry-After", wait)])
      return bench.send(.user(7)).failure?.recoverySuggestion
    }
    #expect(suggestion("0") == "Try again later.")
    #expect(suggestion("1") == "Try again in 1 second.")
    #expect(suggestion("119") == "Try again in 119 seconds.")
    #expect(suggestion("121") == "Try again in 3 minutes.")
    #expect(suggestion("7201") == "Try again in 3 hours.")
    #expect(suggestion("99999999999999999999")?.hasPrefix("Try again in ") == true)
  }

  @Test("is in the words of a code or an error body that has such")
  func ownWords() {
    struct Words: LocalizedError, Codable, Equatable, Sendable {
      var code: Int
      var errorDescription: String? { "The account is locked." }
      var recoverySuggestion: String? { "Call us." }
    }
    let bench = Bench()
    bench.stub.on { _ in true }.respond(json: #"{"e":{"code":1}}"#).respond(
      400, json: #"{"code":1}"#)
    let user = Request<User, RequestFailure>.user(7)
    let coded: (any LocalizedError)? = bench.send(user.errorCode(Words.self, at: "e")).failure
    let refused: (any LocalizedError)? = bench.send(user.failureBody(as: Words.self)).failure
    for failure in [coded, refused] {
      #expect(failure?.errorDescription == "The account is locked.")
      #expect(failure?.recoverySuggestion == "Call us.")
    }
  }
}
