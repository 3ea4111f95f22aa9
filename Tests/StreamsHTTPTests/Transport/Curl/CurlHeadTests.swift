import Testing

@testable import StreamsHTTP

/// Lines, as libcurl hands them over, become responses.
@Suite("Heads, line by line") struct CurlHeadTests {
  private func head(limit: Int = 10_000) throws -> CurlHead {
    CurlHead(url: try HTTPURL("http://h/"), limit: limit)
  }

  /// What comes of the lines of `text`, each with its end.
  private func receive(_ text: String, by head: inout CurlHead) throws -> [HTTPResponse] {
    var responses: [HTTPResponse] = []
    let octets = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    for line in octets.split(separator: 10, omittingEmptySubsequences: false).dropLast() {
      let bytes = line + [10]
      let response = try unsafe bytes.withUnsafeBytes { bytes in
        Result { () throws(TransportFailure) in try unsafe head.receive(bytes) }
      }.get()
      if let response { responses.append(response) }
    }
    return responses
  }

  private func fields(_ lines: String) throws -> HTTPFields {
    var head = try head()
    return try #require(receive("HTTP/1.1 200 OK\r\n\(lines)\r\n", by: &head).first).fields
  }

  @Test("nothing counts before the empty line")
  func emptyLine() throws {
    var head = try head()
    #expect(try receive("HTTP/1.1 200 OK\r\nA: 1\r\n", by: &head) == [])
    #expect(!head.isWhole)
    let response = try #require(receive("\r\n", by: &head).first)
    #expect(response.status == 200)
    #expect(response.fields["A"] == "1")
    #expect(head.isWhole)
  }

  @Test("informational heads come before the final one, which 101 is")
  func informational() throws {
    var head = try head()
    let text = "HTTP/1.1 103 Early\r\nLink: a\r\n\r\nHTTP/1.1 100\r\n\r\n"
    #expect(try receive(text, by: &head).map(\.status) == [103, 100])
    #expect(!head.isWhole)
    #expect(try receive("HTTP/2 204 \r\nb: 2\r\n\r\n", by: &head).map(\.status) == [204])
    #expect(head.isWhole)
    var upgrade = try self.head()
    #expect(try receive("HTTP/1.1 101 Go\r\n\r\n", by: &upgrade).map(\.status) == [101])
    #expect(upgrade.isWhole)
  }

  @Test("order, duplicates and case are kept; values are octets without space around them")
  func values() throws {
    let fields = try fields("B: 2\r\nA:1\r\nb:\t 3 \r\nN: J\u{FC}\u{1}\r\nE:\r\nC: x:y\r\n")
    #expect(fields.map(\.name) == ["B", "A", "b", "N", "E", "C"])
    #expect(fields.map(\.value) == ["2", "1", "3", "J\u{FC}", "", "x:y"])
  }

  @Test("a line that begins with a space goes on with the value before it")
  func folded() throws {
    #expect(try fields("A: 1\r\n  2\r\n\t3\r\nB: 4\r\n")["A"] == "1   2 \t3")
  }

  @Test("bare line feeds end lines too")
  func lineFeeds() throws {
    var head = try head()
    let responses = try receive("HTTP/1.1 200 OK\nA: 1\n\n", by: &head)
    #expect(responses.first?.fields["A"] == "1")
  }

  @Test(
    "what is no head is malformed",
    arguments: [
      "HTTP/1.1 200 OK\r\nA (: 1\r\n\r\n", "HTTP/1.1 200 OK\r\nnonsense\r\n\r\n",
      "HTTP/1.1 000 X\r\n\r\n", "HTTP/1.1\r\n\r\n", "ICY 200 OK\r\n\r\n", "HTTP/1.1 1000 X\r\n\r\n",
      "HTTP/1.1 200 OK\r\n: 1\r\n\r\n", "HTTP/1.1 abc X\r\n\r\n",
      "HTTP/1.1 417 No\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
    ])
  func malformed(_ text: String) throws {
    var head = try head()
    do {
      _ = try receive(text, by: &head)
      Issue.record("it was taken")
    } catch {
      #expect((error as? TransportFailure)?.kind == .malformedResponse)
    }
  }

  @Test("heads are limited together, informational ones too")
  func limit() throws {
    var head = try head(limit: 60)
    let text = String(repeating: "HTTP/1.1 103 Early\r\n\r\n", count: 3)
    do {
      _ = try receive(text, by: &head)
      Issue.record("it was taken")
    } catch {
      #expect((error as? TransportFailure)?.kind == .tooLarge)
    }
  }

  @Test("what comes behind the content is trailers")
  func trailers() throws {
    var head = try head()
    _ = try receive("HTTP/1.1 200 OK\r\nA: 1\r\n\r\n", by: &head)
    #expect(head.trailers.isEmpty)
    #expect(try receive("X-Sum: 7\r\nX-More: a\r\n", by: &head) == [])
    #expect(head.trailers["x-sum"] == "7")
    #expect(head.trailers.count == 2)
    #expect(head.trailers["A"] == nil)
  }
}
