internal import Streams

/// An expectation that did not hold.
public struct ExpectationFailure: Error, Sendable, CustomStringConvertible {
  /// Why.
  public enum Reason: Sendable {
    /// What happened is not what the diagram says.
    case different(MarbleDifference)
    /// The diagram cannot be read.
    case badDiagram(MarbleFault)
    /// The length of a step makes no sense; the nearest that does was taken.
    case badStep(Duration, taken: Duration)
    /// There are more subscriptions than diagrams, or fewer.
    case otherCount(expected: Int, actual: Int, drawing: String)
  }

  /// Why.
  public let reason: Reason
  /// The line of the test.
  public let place: TestPlace
  /// What it is about: `The signal`.
  let subject: String

  /// What to tell: everything but the place.
  public var message: String {
    switch reason {
    case .different(let difference):
      "\(subject) is not what the diagram says.\n\(difference)"
    case .badDiagram(let fault): fault.description
    case .badStep(let step, let taken):
      "A step of \(step.brief) makes no sense; it goes on with \(taken.brief)."
    case .otherCount(let expected, let actual, let drawing):
      "Expected \(Self.subscriptions(expected)), got \(actual).\n\(drawing)"
    }
  }

  /// The place and the message.
  public var description: String { "\(place): \(message)" }

  private static func subscriptions(_ count: Int) -> String {
    count == 1 ? "1 subscription" : "\(count) subscriptions"
  }
}

/// A line of a test, as test frameworks want to be told it.
public struct TestPlace: Sendable, CustomStringConvertible {
  /// The file on disk: `#filePath`.
  public let file: StaticString
  /// The line, from 1.
  public let line: Int
  /// The column, from 1.
  public let column: Int
  let module: StaticString

  /// A place; by default where this is called.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    module = fileID
    file = filePath
    self.line = Int(clamping: line)
    self.column = Int(clamping: column)
  }

  /// Module and file: `#fileID`.
  public var fileID: String { module.description }

  /// The file on disk, as a `String`.
  public var filePath: String { file.description }

  /// `File.swift:12:5`, with the path that an editor opens.
  public var description: String { "\(file):\(line):\(column)" }

  /// The place as signals name it.
  var source: SourceLocation { SourceLocation(fileID: module, line: UInt(line)) }
}
