import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

private struct Asking: RequestForm {
  typealias Value = Void
  var fields: KeyValuePairs<String, String?> = [:]
  var kind = RequestKind.request
  var path: RequestPath { "x" }
}

@Suite("The fields of forms")
struct FormFieldsTests {
  private var bench = Bench()

  init() {
    bench.stub.on { _ in true }.respond()
  }

  private func sent(_ form: Asking, by client: Client) -> HTTPFields? {
    _ = bench.time.record(client.send(form))
    return bench.stub.requests.last?.fields
  }

  private func fields(_ pairs: KeyValuePairs<String, String>) throws -> HTTPFields {
    try HTTPFields(pairs.map { ($0.key, $0.value) })
  }

  @Test("are those of the client, over them its kind's, over them the form's, at last decorators'")
  func precedence() throws {
    let names: KeyValuePairs = ["A": "1", "B": "1", "C": "1", "D": "1"]
    var client = bench.client.adding(
      TransportDecorator { next, _ in
        ClosureTransport { request, body in
          var request = request
          try? request.fields.set("D", "4")
          return next.send(request, body: body)
        }
      })
    client.fields = try fields(names)
    client.kindFields[.request] = try fields(["B": "2", "C": "2", "D": "2"])
    let sent = sent(Asking(fields: ["c": "3", "d": "3"]), by: client)
    #expect(["A", "B", "C", "D"].map { sent?.values(of: $0) } == [["1"], ["2"], ["3"], ["4"]])
  }

  @Test(
    "accept what their kind is answered with",
    arguments: [
      (RequestKind.request, "application/json"), (.upload, "application/json"), (.download, "*/*"),
    ])
  func accept(_ kind: RequestKind, _ type: String) throws {
    var client = bench.client
    #expect(sent(Asking(kind: kind), by: client)?.values(of: "Accept") == [type])
    client.fields = try fields(["Accept": "text/plain"])
    #expect(sent(Asking(kind: kind), by: client)?.values(of: "Accept") == [type])
    client.kindFields[kind] = nil
    #expect(sent(Asking(kind: kind), by: client)?.values(of: "Accept") == ["text/plain"])
  }

  @Test("can do without one, and have several lines of one name")
  func removing() throws {
    var client = bench.client
    client.fields = try fields(["X": "1", "Y": "1"])
    let sent = sent(
      Asking(fields: ["Accept": nil, "x": nil, "Y": "2", "y": "3"]), by: client)
    #expect(sent?.contains("Accept") == false)
    #expect(sent?.contains("X") == false)
    #expect(sent?.values(of: "Y") == ["2", "3"])
  }

  @Test("that cannot be sent fail the form, and nothing is sent")
  func invalid() {
    let sent = bench.time.record(bench.client.send(Asking(fields: ["A": "b\r\nC: d"])))
    guard case .invalidRequest(let failure) = sent.failure, case .field = failure.reason else {
      Issue.record("\(sent.events)")
      return
    }
    #expect(bench.stub.requests.isEmpty)
  }

  @Test("are not given to requests that no form has made")
  func plainRequests() {
    _ = bench.send(Request<Void, RequestFailure>.get("x"))
    #expect(bench.stub.requests.map(\.fields.isEmpty) == [true])
  }
}
