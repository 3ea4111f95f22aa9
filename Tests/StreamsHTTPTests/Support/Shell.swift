import Foundation

/// A POSIX shell, for commands that are to be read by one; there is none where programs cannot
/// start others.
enum Shell {
  /// What `script` writes to its standard output.
  static func output(of script: String, shell: String = "sh") throws -> [UInt8] {
    #if os(Linux) || os(macOS)
      // A command may be longer than what a program can be given.
      let file = FileManager.default.temporaryDirectory.appending(component: "\(UUID()).sh")
      try Data(script.utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [shell, file.path]
      let output = Pipe()
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      let written = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return [UInt8](written)
    #else
      throw CocoaError(.featureUnsupported)
    #endif
  }

  static func has(_ program: String) -> Bool {
    (try? output(of: "command -v \(program)").isEmpty) == false
  }
}

/// What a curl command says to curl, read by a shell in which `curl` is a function that prints its
/// arguments and what is piped to it.
struct CurlReading: Equatable {
  var method: String
  var url = ""
  /// A value of nil is a field that curl is not to add by itself.
  var fields: [(name: String, value: String?)] = []
  var body: [UInt8]?
  var isGlobbing = true
  var waitsForBody = true

  static func == (left: Self, right: Self) -> Bool {
    left.method == right.method && left.url == right.url && left.body == right.body
      && left.fields.elementsEqual(right.fields) { $0.name == $1.name && $0.value == $1.value }
  }

  private static let stub = #"""
    curl() {
      printf '%s\000' "$#"; piped=
      for word do printf '%s\000' "$word"; [ "$word" = @- ] && piped=1; done
      if [ "$piped" ]; then cat; fi
    }

    """#

  init(_ command: String, shell: String = "sh") throws {
    let output = try Shell.output(of: Self.stub + command, shell: shell)
    var rest = output[...]
    let count = Int(Self.word(&rest)) ?? 0
    var words = (0..<count).map { _ in Self.word(&rest) }[...]
    method = ""
    while let word = words.popFirst() {
      switch word {
      case "-X", "--request": method = words.popFirst() ?? ""
      case "-I", "--head": (method, waitsForBody) = ("HEAD", false)
      case "-H", "--header": fields.append(Self.field(words.popFirst() ?? ""))
      case "--data-raw": body = Array((words.popFirst() ?? "").utf8)
      case "--data-binary":
        let source = words.popFirst() ?? ""
        body = source == "@-" ? Array(rest) : Array(source.utf8)
      case "-g", "--globoff": isGlobbing = false
      default: url += word
      }
    }
    if method.isEmpty { method = body == nil ? "GET" : "POST" }
  }

  private static func word(_ bytes: inout ArraySlice<UInt8>) -> String {
    let word = bytes.prefix { $0 != 0 }
    bytes = bytes[word.endIndex...].dropFirst()
    return String(decoding: word, as: UTF8.self)
  }

  private static func field(_ line: String) -> (name: String, value: String?) {
    if line.hasSuffix(";"), !line.contains(":") { return (String(line.dropLast()), "") }
    let name = line.prefix { $0 != ":" }
    let value = line.dropFirst(name.count + 1)
    return (String(name), value.isEmpty ? nil : String(value.dropFirst()))
  }
}
