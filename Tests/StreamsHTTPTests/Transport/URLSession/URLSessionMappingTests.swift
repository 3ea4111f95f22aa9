import Foundation
import Testing

@testable import StreamsHTTP

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The parts of the transport that decide, each on its own.
@Suite struct URLSessionMappingTests {
  @Test(arguments: [
    (URLError.Code.timedOut, TransportFailure.Kind.timedOut),
    (.cannotFindHost, .nameNotFound), (.dnsLookupFailed, .nameNotFound),
    (.cannotConnectToHost, .cannotConnect), (.notConnectedToInternet, .cannotConnect),
    (.networkConnectionLost, .connectionLost), (.badServerResponse, .connectionLost),
    (.unsupportedURL, .malformedResponse), (.cannotParseResponse, .malformedResponse),
    (.badURL, .invalidRequest), (.dataLengthExceedsMaximum, .tooLarge),
    (.httpTooManyRedirects, .tooManyRedirects), (.fileDoesNotExist, .bodyFailed),
    (.secureConnectionFailed, .tls), (.serverCertificateUntrusted, .tls),
    (.clientCertificateRequired, .tls), (.unknown, .other), (.cancelled, .other),
  ])
  func codes(_ code: URLError.Code, _ kind: TransportFailure.Kind) {
    let failure = TransportFailure(urlSession: URLError(code), hasHead: false, isSecure: false)
    #expect(failure.kind == kind)
  }

  @Test(arguments: [
    ("SSL certificate problem: self-signed certificate", false, true, TransportFailure.Kind.tls),
    ("SSL certificate problem: self-signed certificate", false, false, .other),
    ("transfer closed with 18 bytes remaining to read", true, false, .connectionLost),
    ("transfer closed with outstanding read data remaining", true, true, .connectionLost),
    ("Failed writing header", false, false, .malformedResponse),
    ("Illegal or missing sequence in chunked-encoding", true, false, .malformedResponse),
    ("Error while processing content unencoding: incorrect", true, false, .malformedResponse),
    ("OpenSSL SSL_read: unexpected eof while reading", true, true, .connectionLost),
    ("Out of memory", false, false, .tooLarge),
    ("who knows", false, false, .other),
    ("who knows", true, false, .connectionLost),
  ])
  func words(
    _ message: String, _ hasHead: Bool, _ isSecure: Bool, _ kind: TransportFailure.Kind
  ) {
    let found = TransportFailure.Kind(
      urlErrorCode: -1, message: message, hasHead: hasHead, isSecure: isSecure)
    #expect(found == kind)
  }

  @Test(arguments: [
    ("", [""]), ("a=1", ["a=1"]), ("a=1, b=2", ["a=1", "b=2"]), ("a=1,b=2", ["a=1", "b=2"]),
    (
      "a=1; Expires=Wed, 09 Jun 2021 10:18:14 GMT, b=2; Path=/",
      ["a=1; Expires=Wed, 09 Jun 2021 10:18:14 GMT", "b=2; Path=/"]
    ),
    ("a=x,y, b=2", ["a=x,y", "b=2"]), ("a=1, =2", ["a=1, =2"]),
  ])
  func cookieLines(_ joined: String, _ lines: [String]) {
    #expect(SetCookieLines.split(joined) == lines)
  }

  @Test func octets() {
    #expect(String(octets: "plain") == "plain")
    #expect(String(octets: "\u{C3}\u{BC}") == "ü")
    #expect(String(octets: "\u{FC}") == nil)
  }

  @Test func aTaskIsCancelledOnce() {
    var life = ExchangeLife<Int>()
    #expect(life.begin(1) == true)
    #expect(life.started() == nil)
    #expect(life.stop() == 1)
    #expect(life.stop() == nil)
  }

  @Test func aStopBeforeTheTaskRefusesIt() {
    var life = ExchangeLife<Int>()
    #expect(life.stop() == nil)
    #expect(life.begin(1) == false)
  }

  @Test func aStopWhileItIsResumedWaitsForThat() {
    var life = ExchangeLife<Int>()
    #expect(life.begin(1) == true)
    #expect(life.stop() == nil)
    #expect(life.stop() == nil)
    #expect(life.started() == 1)
  }

  @Test func aTaskThatHasEndedIsNotCancelled() {
    var life = ExchangeLife<Int>()
    #expect(life.begin(1) == true)
    life.complete()
    #expect(life.started() == nil)
    #expect(life.stop() == nil)
  }
}
