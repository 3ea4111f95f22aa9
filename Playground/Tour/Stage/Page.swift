/// A part of the tour: a few lines of code worth copying, run for real, and what they must give.
protocol Page: Sendable {
  /// What it is called on the command line.
  var name: String { get }
  /// What it shows, in a sentence.
  var sentence: String { get }

  /// Prints what happens, and tells `expect` what should have.
  func run(on stage: Stage, _ expect: inout Expect) async throws
}
