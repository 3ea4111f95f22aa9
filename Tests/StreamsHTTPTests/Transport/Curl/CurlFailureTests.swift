import Testing

@testable import StreamsHTTP

/// What libcurl's codes mean to a caller.
@Suite("Codes of libcurl") struct CurlFailureTests {
  @Test(
    "are sorted by what a caller can do",
    arguments: [
      (5, TransportFailure.Kind.nameNotFound), (6, .nameNotFound), (7, .cannotConnect),
      (45, .cannotConnect), (28, .timedOut), (35, .tls), (58, .tls), (60, .tls), (77, .tls),
      (90, .tls), (16, .connectionLost), (18, .connectionLost), (52, .connectionLost),
      (55, .connectionLost), (65, .connectionLost), (92, .connectionLost),
      (1, .malformedResponse), (8, .malformedResponse), (61, .malformedResponse),
      (27, .tooLarge), (63, .tooLarge), (100, .tooLarge), (26, .bodyFailed), (42, .bodyFailed),
      (3, .invalidRequest), (2, .other), (43, .other), (48, .other), (9999, .other),
    ])
  func codes(_ code: Int, _ kind: TransportFailure.Kind) {
    let failure = TransportFailure(CurlOutcome(code: code, message: "words"))
    #expect(failure?.kind == kind)
    #expect(failure?.message == "words")
  }

  @Test("0 is no failure")
  func success() {
    #expect(TransportFailure(CurlOutcome(code: 0)) == nil)
  }

  @Test(
    "56 is told apart by what is known beside it",
    arguments: [
      (CurlOutcome(code: 56, systemError: 104), TransportFailure.Kind.connectionLost),
      (CurlOutcome(code: 56, systemError: 110, hasHead: true, isChunked: true), .connectionLost),
      (CurlOutcome(code: 56, hasHead: true, isChunked: true), .malformedResponse),
      // An address that was refused first leaves its number behind.
      (CurlOutcome(code: 56, systemError: 111, hasHead: true, isChunked: true), .malformedResponse),
      (CurlOutcome(code: 56, hasHead: true), .connectionLost),
      (CurlOutcome(code: 56, hasHead: true, isChunked: true, isSecure: true), .connectionLost),
      (CurlOutcome(code: 56), .tooLarge),
      (CurlOutcome(code: 56, systemError: 104, proxyStatus: 407), .cannotConnect),
    ])
  func receiving(_ outcome: CurlOutcome, _ kind: TransportFailure.Kind) {
    #expect(TransportFailure(outcome)?.kind == kind)
  }

  @Test("a libcurl before 7.87 is not used, and one before 8.0 not for HTTP/2")
  func versions() {
    func version(_ number: Int, speaksHTTP2: Bool = true) -> CurlVersion {
      CurlVersion(number: number, text: "x", tls: "", speaksHTTP2: speaksHTTP2)
    }
    #expect(version(0x07_56_00).fault != nil)
    #expect(version(0x07_57_00).fault == nil)
    #expect(!version(0x07_58_01).multiplexesWell)
    #expect(version(0x08_00_00).multiplexesWell)
    #expect(!version(0x08_00_00, speaksHTTP2: false).multiplexesWell)
  }
}
