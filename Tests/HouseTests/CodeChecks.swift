/// What code of this package does not say.
enum CodeChecks {
  /// Where `@unchecked Sendable` may stand: behind a lock, in serial state, and around the C
  /// pointers of the libcurl transport.
  static func mayBeUnchecked(_ path: String) -> Bool {
    path == "Sources/Streams/Internal/Lock.swift"
      || path == "Sources/Streams/Internal/SerialState.swift"
      || path.hasPrefix("Sources/StreamsHTTP/Transport/Curl")
  }

  static func traps(_ file: SwiftText) -> [String] {
    let words = ["fatalError", "preconditionFailure", "assertionFailure"]
    return file.code.indices.flatMap { line in
      let code = file.code[line]
      return
        (words.filter { file.words(line).contains(Substring($0)) }
        + ["try!", "as!"].filter { code.contains($0) })
        .map { "\(file.place(line)) says \($0)" }
    }
  }

  static func unchecked(_ file: SwiftText) -> [String] {
    guard !mayBeUnchecked(file.path) else { return [] }
    return file.code.indices
      .filter { file.words($0).contains("@unchecked") }
      .map { "\(file.place($0)) says @unchecked" }
  }

  static func concreteSchedulers(_ file: SwiftText) -> [String] {
    guard file.path.contains("/Operators/") else { return [] }
    let names: Set<Substring> = [
      "DispatchScheduler", "ImmediateScheduler", "TestScheduler", "UnimplementedScheduler",
    ]
    return file.code.indices.flatMap { line in
      file.words(line).filter { word in names.contains { word.hasPrefix($0) } }
        .map { "\(file.place(line)) names \($0)" }
    }
  }

  /// Words that betray a machine; put together here so that this file is not found by itself.
  static let machineWords = ["/wo" + "rk/", "/tm" + "p/", "/ho" + "me/", "/Us" + "ers/"]

  static func machinePaths(_ path: String, _ text: String) -> [String] {
    machineWords.filter { text.contains($0) }.map { "\(path) says \($0)" }
  }
}

/// Who may import whom.
enum ImportChecks {
  private static let system: Set<String> = ["Glibc", "Musl", "Darwin"]

  private static let modules: [String: Set<String>] = [
    "Streams": ["Synchronization"],
    "StreamsTesting": ["Streams", "Synchronization"],
    "StreamsHTTP": [
      "Streams", "Synchronization", "Foundation", "FoundationNetworking", "CStreamsCurl",
    ],
    "StreamsHTTPTesting": [
      "Streams", "StreamsHTTP", "StreamsTesting", "Synchronization", "Foundation",
      "FoundationNetworking", "Dispatch", "Glibc", "Musl", "Darwin",
    ],
  ]

  static func allowed(_ path: String) -> Set<String>? {
    let parts = path.split(separator: "/")
    guard parts.count > 2, parts[0] == "Sources", let some = modules[String(parts[1])] else {
      return nil
    }
    if path == "Sources/Streams/Internal/Lock.swift" { return some.union(system) }
    // It makes the process end with a status of its own.
    if path == "Sources/StreamsTesting/Marbles/UntoldFailures.swift" { return some.union(system) }
    if path == "Sources/Streams/Adapters/Combine.swift" { return some.union(["Combine"]) }
    if path.hasPrefix("Sources/Streams/Schedulers/") { return some.union(["Dispatch"]) }
    if path.hasPrefix("Sources/StreamsHTTP/Transport/") {
      return some.union(system).union(["Dispatch"])
    }
    return some
  }

  static func imports(_ file: SwiftText) -> [String] {
    guard let allowed = allowed(file.path) else { return [] }
    return file.code.indices.compactMap { line in
      let words = file.words(line)
      guard let index = words.firstIndex(of: "import"), index + 1 < words.count else { return nil }
      let name = words[index + 1].prefix { $0 != "." }
      return allowed.contains(String(name)) ? nil : "\(file.place(line)) imports \(name)"
    }
  }
}
