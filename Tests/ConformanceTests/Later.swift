/// What vectors have rows for and the library has not yet.
enum Later {
  /// By name: the beginning of the declaration that will end the waiting, or several. A test fails
  /// when one is found in the sources: take the line out and put the operator into the table.
  static let operators: [String: String] = [
    "collectByTimeOrCount": "byTimeOrCount",
    "share(replay:scope:)": "func share(replay",
    "throttle": "func throttle(",
  ]

  /// The operator a step waits for; nil when it can be played.
  static func missing(in step: Step) -> String? {
    switch step.name {
    case "share" where step.int("replay") ?? 0 > 0 || step.text("scope") != "whileObserved":
      "share(replay:scope:)"
    default: Operators.all[step.name] == nil ? step.name : nil
    }
  }

  static func missing(in vector: Vector) -> Set<String> {
    Set(vector.steps.compactMap(missing))
  }
}
