/// What vectors have rows for and the library has not yet.
enum Later {
  /// By name: the beginning of the declaration that will end the waiting, or several. A test fails
  /// when one is found in the sources: take the line out and put the operator into the table.
  static let operators: [String: String] = [
    "collect": "func collect()",
    "collectCount": "func collect(_ count:",
    "concat": "func concat(|func concat<",
    "dropWhile": "func drop(while",
    "first(where:)": "func first(where",
    "flatMapFirst": "func flatMapFirst<",
    "last": "func last(",
    "materialize": "func materialize(",
    "prefixUntilOutputFrom": "func prefix<",
    "prefixWhile": "func prefix(while",
    "prepend": "func prepend(",
    "race": "func race",
    "reduce": "func reduce<",
    "replaceEmpty": "func replaceEmpty(",
    "withLatestFrom": "func withLatestFrom<",
  ]

  /// The operator a step waits for; nil when it can be played.
  static func missing(in step: Step) -> String? {
    switch step.name {
    case "firstWhere" where step.text("where") != "all": "first(where:)"
    default: Operators.all[step.name] == nil ? step.name : nil
    }
  }

  static func missing(in vector: Vector) -> Set<String> {
    Set(vector.steps.compactMap(missing))
  }
}
