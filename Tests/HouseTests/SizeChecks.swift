/// How long things may be.
enum SizeChecks {
  static let fileLimit = 400
  static let functionLimit = 40
  static let columnLimit = 100
  static let medianLimit = 100

  static func longFile(_ file: SwiftText) -> [String] {
    file.lineCount > fileLimit ? ["\(file.path) has \(file.lineCount) lines"] : []
  }

  static func longLines(_ file: SwiftText) -> [String] {
    file.lines.indices.filter { file.lines[$0].count > columnLimit }
      .map { "\(file.place($0)) has \(file.lines[$0].count) columns" }
  }

  static func median(_ files: [SwiftText]) -> Int {
    let counts = files.map(\.lineCount).sorted()
    return counts.isEmpty ? 0 : counts[counts.count / 2]
  }

  static func longFunctions(_ file: SwiftText) -> [String] {
    var scan = FunctionScan(file)
    return scan.bodies().filter { $0.lines > functionLimit }
      .map { "\(file.place($0.line)) has a function of \($0.lines) lines" }
  }
}

/// Finds the bodies of functions, initializers and deinitializers by their braces.
struct FunctionScan {
  struct Body: Equatable {
    /// Where it is declared, from 0.
    var line: Int
    /// How many lines stand between its braces.
    var lines: Int
  }

  /// An open brace: the function it begins, and what the reader knew when it came.
  private struct Open {
    var declared: Int?
    var line: Int
    var depthOutside: Int
    var declaredOutside: Int?
  }

  private let file: SwiftText
  private var found: [Body] = []
  private var open: [Open] = []
  /// A function whose brace has not come yet, and how deep in parentheses the reader is.
  private var declared: Int?
  private var depth = 0

  init(_ file: SwiftText) {
    self.file = file
  }

  mutating func bodies() -> [Body] {
    for line in file.code.indices {
      if Self.declares(file.words(line)), depth == 0 { declared = line }
      for character in file.code[line] { read(character, line) }
    }
    return found
  }

  private static func declares(_ words: [Substring]) -> Bool {
    words.contains { $0 == "func" || $0 == "init" || $0 == "deinit" || $0 == "subscript" }
  }

  private mutating func read(_ character: Character, _ line: Int) {
    switch character {
    case "(", "[": depth += 1
    case ")", "]": depth -= 1
    case "{":
      let begins = depth == 0
      open.append(
        Open(
          declared: begins ? declared : nil, line: line, depthOutside: depth,
          declaredOutside: begins ? nil : declared))
      (depth, declared) = (0, nil)
    case "}":
      guard let closed = open.popLast() else { return }
      // What is still declared here is a requirement of a protocol, without a body.
      (depth, declared) = (closed.depthOutside, closed.declaredOutside)
      if let declared = closed.declared {
        found.append(Body(line: declared, lines: max(0, line - closed.line - 1)))
      }
    default: break
    }
  }
}
