/// The guide for those who know another library: its tables name every operator.
enum GuideChecks {
  /// What the files declare for users and no row's first cell names.
  static func missing(from guide: String, _ files: [SwiftText]) -> [String] {
    let rows = guide.split(separator: "\n").filter { $0.hasPrefix("|") }.compactMap { row in
      row.split(separator: "|").first.map { names(in: $0) }
    }
    return files.flatMap { file in
      declared(in: file).filter { words in !rows.contains { words.isSubset(of: $0) } }
        .map { "\(file.path): no row names \($0.sorted().joined(separator: " "))" }
    }
  }

  private static func names(in text: some StringProtocol) -> Set<String> {
    Set(text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map { String($0) })
  }

  /// Each public function and initializer that makes a signal, as its name and its labels; where
  /// there is no such thing, the name of the file.
  private static func declared(in file: SwiftText) -> Set<Set<String>> {
    let name = file.path.split(separator: "/").last?.split(separator: ".").first
    let ofFile: Set<String> = [String(name ?? "")]
    var isSignal = false
    var found: Set<Set<String>> = []
    for line in file.code.indices {
      let code = file.code[line]
      if !code.hasPrefix(" "), code.contains("{") { isSignal = code.hasPrefix("extension Signal ") }
      let words = file.words(line)
      guard words.contains("public"), isSignal || !code.hasPrefix(" ") else { continue }
      if let index = words.firstIndex(of: "func"), index + 1 < words.count {
        found.insert(labels(file, from: line).union([String(words[index + 1])]))
      } else if words.contains("init") {
        let labels = labels(file, from: line)
        found.insert(labels.isEmpty ? ofFile : labels)
      }
    }
    return found.isEmpty ? [ofFile] : found
  }

  /// The labels of the first parameter list from a line on, without those that name a place.
  private static func labels(_ file: SwiftText, from line: Int) -> Set<String> {
    let text = file.code[line..<min(line + 20, file.code.count)].joined(separator: " ")
    var depth = 0
    var (parameter, labels): (String, Set<String>) = ("", [])
    for character in text.drop(while: { $0 != "(" }) {
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
      if depth == 0 { break }
      guard depth == 1 else { continue }
      switch character {
      case "(", ",": parameter = ""
      case ":": labels.formUnion(parameter.split(separator: " ").prefix(1).map { String($0) })
      default: parameter.append(character)
      }
    }
    return labels.subtracting(["_", "fileID", "line"])
  }
}
