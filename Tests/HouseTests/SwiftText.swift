/// A Swift file as the checks read it: the text, and the same with comments and strings blanked.
struct SwiftText: Sendable {
  /// Relative to the package, with slashes.
  let path: String
  let lines: [Substring]
  /// Line by line the same, but for comments and the insides of strings, which are spaces.
  let code: [Substring]

  init(path: String, _ text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    code = Blanking(text).result.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The lines of the file; a newline at the end begins none.
  var lineCount: Int { lines.last?.isEmpty == true ? lines.count - 1 : lines.count }

  /// The words of the code, line by line.
  func words(_ line: Int) -> [Substring] {
    code[line].split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "@" || $0 == ".") }
  }

  /// Where this file is found by a reader: `path:line`.
  func place(_ line: Int) -> String { "\(path):\(line + 1)" }
}

// MARK: -

/// Blanks comments and strings. Interpolations are blanked with their string.
private struct Blanking {
  private let text: [Character]
  private var index = 0
  private(set) var result = ""

  init(_ text: String) {
    self.text = Array(text)
    result.reserveCapacity(text.count)
    while index < self.text.count { step() }
  }

  private mutating func step() {
    if starts("//") {
      while index < text.count, text[index] != "\n" { blank() }
    } else if starts("/*") {
      comment()
    } else if text[index] == "\"" || (text[index] == "#" && isRawString) {
      string()
    } else {
      result.append(text[index])
      index += 1
    }
  }

  private var isRawString: Bool {
    var next = index
    while next < text.count, text[next] == "#" { next += 1 }
    return next < text.count && text[next] == "\""
  }

  private func starts(_ word: String) -> Bool {
    text.dropFirst(index).prefix(word.count).elementsEqual(word)
  }

  private mutating func blank() {
    result.append(text[index] == "\n" ? "\n" : " ")
    index += 1
  }

  private mutating func comment() {
    var depth = 0
    repeat {
      let (opens, closes) = (starts("/*"), starts("*/"))
      depth += opens ? 1 : closes ? -1 : 0
      if opens || closes { blank() }
      blank()
    } while depth > 0 && index < text.count
  }

  private mutating func string() {
    var fence = ""
    while index < text.count, text[index] == "#" {
      fence += "#"
      blank()
    }
    let quotes = starts("\"\"\"") ? "\"\"\"" : "\""
    for _ in quotes { blank() }
    let end = quotes + fence
    while index < text.count, !starts(end) {
      if starts("\\" + fence + "(") {
        interpolation(escape: fence.count + 1)
      } else if starts("\\" + fence) {
        for _ in 0..<min(fence.count + 2, text.count - index) { blank() }
      } else {
        blank()
      }
    }
    for _ in 0..<min(end.count, text.count - index) { blank() }
  }

  private mutating func interpolation(escape: Int) {
    for _ in 0..<escape { blank() }
    var depth = 0
    repeat {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if text[index] == "\"" { string() } else { blank() }
    } while depth > 0 && index < text.count
  }
}
