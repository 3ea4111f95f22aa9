import Foundation

/// What is written about the code, and where.
enum DocChecks {
  // MARK: - Mirrors

  /// Operators without a test file at the mirrored path, and tests without an operator.
  static func mirrors(_ paths: [String]) -> [String] {
    let (source, test) = ("Sources/Streams/Operators/", "Tests/StreamsTests/Operators/")
    let paths = Set(paths)
    return paths.sorted().compactMap { path in
      guard path.hasSuffix(".swift") else { return nil }
      if path.hasPrefix(source) {
        let mirror = test + path.dropFirst(source.count).dropLast(6) + "Tests.swift"
        return paths.contains(mirror) ? nil : "\(path) has no \(mirror)"
      }
      if path.hasPrefix(test) {
        let mirror = source + path.dropFirst(test.count).dropLast(11) + ".swift"
        return paths.contains(mirror) ? nil : "\(path) tests no \(mirror)"
      }
      return nil
    }
  }

  // MARK: - Operators

  /// Public functions and initializers that make a signal and have no block in their doc.
  static func undrawn(_ file: SwiftText) -> [String] {
    guard file.path.contains("/Operators/") else { return [] }
    var isSignal = false
    return file.code.indices.compactMap { line in
      let code = file.code[line]
      if !code.hasPrefix(" "), !code.hasPrefix("}"), code.contains("{") {
        isSignal = code.hasPrefix("extension Signal ")
      }
      let words = file.words(line)
      guard words.contains("public"),
        words.contains("func") && makesSignal(file, line) || words.contains("init") && isSignal
      else { return nil }
      let doc = docs(of: line, in: file)
      return doc.filter { $0.contains("```") }.count >= 2
        ? nil : "\(file.place(line)) draws nothing"
    }
  }

  private static func makesSignal(_ file: SwiftText, _ line: Int) -> Bool {
    for next in line..<min(line + 20, file.code.count) {
      if let arrow = file.code[next].range(of: ") -> ", options: .backwards) {
        let answer = file.code[next][arrow.upperBound...]
        if answer.hasSuffix("{") { return answer.hasPrefix("Signal") }
      }
      if file.code[next].hasSuffix("{") { return false }
    }
    return false
  }

  private static func docs(of line: Int, in file: SwiftText) -> [Substring] {
    var first = line
    while first > 0 {
      let above = file.lines[first - 1].drop { $0 == " " }
      guard above.hasPrefix("///") || above.hasPrefix("@") else { break }
      first -= 1
    }
    return Array(file.lines[first..<line])
  }

  // MARK: - Pages

  static func headings(_ level: Int, in text: String) -> [String] {
    let mark = String(repeating: "#", count: level) + " "
    return text.split(separator: "\n").filter { $0.hasPrefix(mark) }
      .map { $0.dropFirst(mark.count).trimmingCharacters(in: .whitespaces) }
  }

  /// The two commands a newcomer types first.
  static let commands = ["swift run Playground", "swift test"]

  /// A block of code begins by line 12, and the commands stand by line 20.
  static func readme(_ text: String, folders: [String]) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let top = lines.prefix(20).joined(separator: "\n")
    let begins = lines.prefix(12).contains { $0.hasPrefix("```swift") }
    let headings = Set((2...4).flatMap { Self.headings($0, in: text) })
    return (lines.count > 151 ? ["README.md has \(lines.count) lines"] : [])
      + (begins ? [] : ["README.md shows no Swift by line 12"])
      + commands.filter { !top.contains($0) }.map { "README.md lacks `\($0)` by line 20" }
      + folders.filter { !headings.contains($0) }.map { "README.md has no heading \($0)" }
  }

  static func contributing(_ text: String) -> [String] {
    let count = text.split(separator: "\n", omittingEmptySubsequences: false).count
    return count > 61 ? ["CONTRIBUTING.md has \(count) lines"] : []
  }

  /// Topics that are not about an operator: the other folders of the module.
  static func catalog(_ text: String, folders: [String], others: Set<String>) -> [String] {
    let page = text.components(separatedBy: "\n## Topics\n")
    let topics = headings(3, in: page.dropFirst().joined())
    return folders.filter { !topics.contains($0) }.map { "Streams.md has no topic \($0)" }
      + topics.filter { !folders.contains($0) && !others.contains($0) }
      .map { "Streams.md has a topic \($0) that is no folder" }
  }
}
