/// What a page found out, beside what it should have.
struct Expect {
  private(set) var met = 0
  private(set) var mismatches: [String] = []

  /// Expects `got` to equal `expected`; `what` names it.
  mutating func callAsFunction<Value: Equatable>(
    _ what: String, _ got: Value, equals expected: Value
  ) {
    note(got == expected, "\(what): expected \(expected), got \(got)")
  }

  /// Expects a condition, the way a test does.
  mutating func callAsFunction(
    _ condition: Bool, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    note(condition, "expected at \(fileID):\(line), got the contrary")
  }

  /// Notes something that should not have come.
  mutating func never(_ what: String, _ got: Any) {
    note(false, "\(what): expected none, got \(got)")
  }

  private mutating func note(_ isMet: Bool, _ words: String) {
    if isMet { met += 1 } else { mismatches.append(words) }
  }

  /// A line for each mismatch, or one that says there was none.
  var summary: String {
    guard mismatches.isEmpty else {
      return mismatches.map { Text.bad("  ✗ \($0)") }.joined(separator: "\n")
    }
    return Text.good("  ✓ ") + Text.dim(met == 1 ? "as expected" : "\(met) things as expected")
  }
}
