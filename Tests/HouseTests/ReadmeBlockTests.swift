import Foundation
import Testing

/// The README's first blocks are code that the Playground, or a test, runs.
@Suite("Blocks of the README")
struct ReadmeBlockTests {
  @Test(
    "are the Playground's and the tests'",
    arguments: [
      ("quickstart", "Playground/Tour/Pages/Quickstart.swift"),
      ("quickstart test", "Playground/Tour/Pages/Quickstart.swift"),
      ("adapters", "Tests/StreamsTestingTests/Marbles/Adapters.swift"),
    ])
  func blocks(_ name: String, _ path: String) throws {
    let page = try #require(House.text(path))
    let readme = try #require(House.text("README.md"))
    let block = MarkedBlock.text(named: name, in: page)
    #expect(block.split(separator: "\n").count > 5)
    #expect(readme.contains("```swift\n\(block)\n```"))
  }

  @Test(
    "of the guide to describing requests are a test's",
    arguments: ["models", "values", "forms", "sending", "codes", "endpoint", "transport"])
  func guide(_ name: String) throws {
    let page = try #require(House.text("Tests/StreamsHTTPTests/Client/GuideTests.swift"))
    let guide = try #require(House.text("Sources/StreamsHTTP/StreamsHTTP.docc/Requests.md"))
    let block = MarkedBlock.text(named: "guide \(name)", in: page)
      .replacingOccurrences(of: "fileprivate ", with: "")
      .replacingOccurrences(of: "private ", with: "")
    #expect(block.split(separator: "\n").count > 3)
    #expect(guide.contains("```swift\n\(block)\n```"))
  }

  @Test("of the guide to a transport of one's own is a test's")
  func ownTransport() throws {
    let page = try #require(House.text("Tests/StreamsHTTPTests/Client/OwnTransportTests.swift"))
    let guide = try #require(House.text("Sources/StreamsHTTP/StreamsHTTP.docc/OwnTransport.md"))
    let block = MarkedBlock.text(named: "guide client", in: page)
      .replacingOccurrences(of: "private ", with: "")
    #expect(block.split(separator: "\n").count > 25)
    #expect(guide.contains("```swift\n\(block)\n```"))
  }

  @Test("are what stands between marks, moved to the margin")
  func marks() {
    let page = """
      // README: begin a
      import A

      // README: end a
      func f() {
        // README: begin a
        if b {
          expect(c)
        }
        // README: end a
      }
      """
    #expect(MarkedBlock.text(named: "a", in: page) == "import A\n\nif b {\n  #expect(c)\n}")
    #expect(MarkedBlock.text(named: "b", in: page) == "")
  }
}

/// Code of a page of the Playground that the README shows.
enum MarkedBlock {
  /// The lines between `// README: begin NAME` and `// README: end NAME`, each part moved to the
  /// left margin by the place of its mark; the page's `expect` is a test's `#expect`.
  static func text(named name: String, in page: String) -> String {
    var (lines, margin) = ([String](), Int?.none)
    for line in page.components(separatedBy: "\n") {
      switch line.trimmingCharacters(in: .whitespaces) {
      case "// README: begin \(name)": margin = line.prefix { $0 == " " }.count
      case "// README: end \(name)": margin = nil
      default: if let margin { lines.append(String(line.dropFirst(margin))) }
      }
    }
    return lines.joined(separator: "\n").replacingOccurrences(of: "expect(", with: "#expect(")
  }
}
