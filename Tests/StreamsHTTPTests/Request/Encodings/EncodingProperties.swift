import Streams
import StreamsTesting
import Testing

@testable import StreamsHTTP

/// What is sent is read back by readers that were written apart.
@Suite("Encodings, read back")
struct EncodingProperties {
  private static let texts = [
    "", " ", "a", "+", "%", "&=", "a;b", "\"", "\r\n", "\n", "--B", "é", "e\u{301}", "😀", "\0",
    "\u{FEFF}", "%2B", "x=y&z", "true", "null", "#/?:@",
  ]

  @Test("give a tree back from a query with indices", arguments: 0..<60 as Range<UInt64>)
  func query(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let tree = Self.object(&random, depth: 3)
    let encoder = QueryEncoder(arrays: .indexed, nils: .empty)
    let items = try encoder.items(for: tree)
    for (isForm, text) in [
      (true, PercentEncoding.form(items)),
      (false, PercentEncoding.query(items.map { ($0.name, $0.value) })),
    ] {
      var read = Tree()
      for pair in text.isEmpty ? [] : FormText.pairs(text) {
        #expect(pair.count == 2)
        #expect(isForm || !text.contains("+"))
        read.put(pair[1], at: Tree.names(pair[0])[...])
      }
      #expect(read == Tree(tree))
    }
  }

  @Test("give the parts of a multipart form back", arguments: 0..<60 as Range<UInt64>)
  func multipart(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var wanted: [ReadPart] = []
    var parts: [MultipartPart] = []
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      let name = Self.texts.randomElement(using: &random) ?? ""
      let filename = Bool.random(using: &random) ? Self.texts.randomElement(using: &random) : nil
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        Array("\r\n-B".utf8).randomElement(using: &random) ?? 0
      }
      let type = Bool.random(using: &random) ? "a/b; c=d" : nil
      let isStream = Bool.random(using: &random)
      let body =
        isStream ? HTTPBody.replayable(length: bytes.count) { .just(bytes) } : .bytes(bytes)
      parts.append(MultipartPart(name, body, filename: filename, contentType: type))
      wanted.append(
        ReadPart(
          name: name, filename: filename,
          type: type ?? filename.map { _ in "application/octet-stream" }, bytes: bytes))
    }
    let (body, type) = try MultipartForm(parts).content()
    let bytes = TestScheduler().record(body.pieces()).values.flatMap { $0 }
    #expect(bytes.count == body.knownLength)
    let boundary = String(type.trimmingPrefix("multipart/form-data; boundary="))
    #expect(ReadPart.all(in: bytes, boundary) == wanted)
  }

  private static func object(_ random: inout SeededGenerator, depth: Int) -> OrderedJSON {
    .object(
      (0..<Int.random(in: 1...4, using: &random)).map { index in
        ("\(index)k\(texts.randomElement(using: &random) ?? "")", value(&random, depth: depth))
      })
  }

  private static func value(_ random: inout SeededGenerator, depth: Int) -> OrderedJSON {
    switch Int.random(in: depth > 0 ? 0...6 : 2...6, using: &random) {
    case 0: object(&random, depth: depth - 1)
    case 1:
      .list(
        (0..<Int.random(in: 1...3, using: &random)).map { _ in value(&random, depth: depth - 1) })
    case 2: .null
    case 3: .bool(Bool.random(using: &random))
    case 4: .number("\(Int.random(in: .min ... .max, using: &random))")
    default: .text(texts.randomElement(using: &random) ?? "")
    }
  }
}

/// A tree by the paths of its leaves, as a server builds one of `a[b][0]`.
private struct Tree: Equatable {
  private var text: String?
  private var parts: [String: Tree] = [:]

  init() {}

  init(_ value: OrderedJSON) {
    switch value {
    case .null: text = ""
    case .bool(let flag): text = flag ? "true" : "false"
    case .number(let digits): text = digits
    case .text(let text): self.text = text
    case .list(let items):
      for (index, item) in items.enumerated() { parts["\(index)"] = Tree(item) }
    case .object(let members):
      for (name, value) in members { parts[name] = Tree(value) }
    }
  }

  mutating func put(_ value: String, at names: ArraySlice<String>) {
    guard let name = names.first else {
      text = value
      return
    }
    parts[name, default: Tree()].put(value, at: names.dropFirst())
  }

  static func names(_ name: String) -> [String] {
    let parts = name.unicodeScalars.split(separator: "[", omittingEmptySubsequences: false)
    return parts.enumerated().map { index, part in
      String(String.UnicodeScalarView(index == 0 ? part : part.dropLast()))
    }
  }
}

/// A part as a server reads it.
private struct ReadPart: Equatable {
  var name: String
  var filename: String?
  var type: String?
  var bytes: [UInt8]

  static func all(in body: [UInt8], _ boundary: String) -> [ReadPart] {
    let delimiter = Array("\r\n--\(boundary)".utf8)
    let text = Array("\r\n".utf8) + body
    let starts = text.indices.filter { text[$0...].starts(with: delimiter) }
    return zip(starts, starts.dropFirst()).map { start, end in
      let part = Array(text[(start + delimiter.count + 2)..<end])
      let blank = part.indices.first { part[$0...].starts(with: Array("\r\n\r\n".utf8)) } ?? 0
      let head = String(decoding: part[..<blank], as: UTF8.self)
      let lines = head.components("\r\n")
      return ReadPart(
        name: parameter("name", in: lines[0]) ?? "?",
        filename: parameter("filename", in: lines[0]),
        type: lines.dropFirst().first.map { String($0.trimmingPrefix("Content-Type: ")) },
        bytes: Array(part[(blank + 4)...]))
    }
  }

  private static func parameter(_ name: String, in line: String) -> String? {
    let parts = line.components("; \(name)=\"")
    guard parts.count == 2 else { return nil }
    return parts[1].components("\"")[0]
      .replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
  }
}

extension String {
  fileprivate func components(_ separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
