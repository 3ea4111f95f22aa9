import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

/// Faults that the texts other request layers write for a log have had.
@Suite("Logging faults")
struct LoggingFaults {
  private typealias Ask = Request<User, RequestFailure>

  @Test(
    "LOG-2: a secret in the query or the body is in no text about the request",
    arguments: [401, 200, 503])
  func secretsInQueryAndBody(_ status: Int) throws {
    let bench = Bench()
    bench.stub.on { _ in true }.respond(HTTPStatus(status), text: "hunter2")
    let ask = Ask.post("login?token=hunter2", json: ["user": "ada", "password": "hunter2"])
      .query("api_key", "hunter2")
    let failure = try #require(bench.send(ask).failure)
    let command = try bench.client.curl(ask)
    for text in ["\(ask)", "\(failure)", String(reflecting: failure), command] {
      #expect(!text.contains("hunter2"), "\(text)")
    }
    #expect(command.contains(#"{"password":"<redacted>","user":"ada"}"#))
    #expect(command.contains("?token=<redacted>&api_key=<redacted>"))
  }

  @Test(
    "LOG-3: nothing in a command runs, whatever it is made of",
    arguments: [
      "'; echo ran #", "$(echo ran)", "`echo ran`", "\n echo ran \n", "' && echo ran '",
      "| echo ran",
      "\\'; echo ran #", "\"; echo ran \"", "%s$(echo ran)\u{1}'; echo ran #", "-o /ran @/ran !!",
    ])
  func injection(_ text: String) throws {
    let octets = text.replacing("\n", with: " ").replacing("\u{1}", with: "\u{FC}")
    let ask = Ask.post("users/\(text)?\(text)", json: [text]).query(text, text)
      .field("X-A", octets).body(.bytes(Array(text.utf8)), contentType: octets)
    let methods = ["GET'`echo", "$", "~", "*"].compactMap { try? HTTPMethod($0) }
    #expect(methods.count == 4)
    for method in methods + [.put] {
      var ask = ask
      ask.details.method = method
      let command = try Bench().client.curl(ask, showingSecrets: true)
      let printed = try Shell.output(of: "curl() { cat >/dev/null; }\n\(command)")
      #expect(printed.isEmpty, "\(command)")
      let reading = try CurlReading(command)
      #expect(reading.method == method.rawValue)
      #expect(reading.body == Array(text.utf8))
      #expect(reading.fields.map(\.name) == ["Content-Type", "X-A"])
    }
  }
}
