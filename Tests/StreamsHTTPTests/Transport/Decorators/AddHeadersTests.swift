import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("The header decorator")
struct AddHeadersTests {
  @Test("gives what the request lacks, and the request wins")
  func defaults() {
    var bench = Bench()
    bench.client = bench.client.adding(.headers(["Accept": "a", "X-One": "1"]))
    bench.stub.on { _ in true }.respond()
    _ = bench.send(Request<Void, RequestFailure>.get("x").field("accept", "b"))
    #expect(bench.stub.requests.map(\.fields.description) == ["accept: b\nX-One: 1"])
  }

  @Test("adds one line a name, however often a request passes")
  func noPilingUp() {
    var bench = Bench()
    for _ in 1...3 { bench.client = bench.client.adding(.headers(["X-One": "1"])) }
    bench.stub.on { _ in true }.respond()
    _ = bench.send(Request<Void, RequestFailure>.get("x"))
    #expect(bench.stub.requests.map { $0.fields.values(of: "X-One") } == [["1"]])
  }

  @Test("keeps several lines of one name of the request")
  func severalLines() {
    var bench = Bench()
    bench.client = bench.client.adding(.headers(["X": "default"]))
    bench.stub.on { _ in true }.respond()
    _ = bench.send(
      Request<Void, RequestFailure>.get("x").addingField("x", "1").addingField("X", "2"))
    #expect(bench.stub.requests.map { $0.fields.values(of: "X") } == [["1", "2"]])
  }

  @Test("that holds a field no wire can carry fails, and sends nothing")
  func invalid() {
    var bench = Bench()
    bench.client = bench.client.adding(.headers(["X": "a\r\nY: 1"]))
    bench.stub.on { _ in true }.respond()
    let sent = bench.send(Request<Void, RequestFailure>.get("x"))
    #expect(TimeoutTests.kind(sent.failure) == .invalidRequest)
    #expect(bench.stub.requests.isEmpty)
  }
}
