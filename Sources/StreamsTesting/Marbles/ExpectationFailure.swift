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
    /// Work went on in one instant for ever; it was given up.
    case endless(EndlessWork)
    /// A scheduler was used of which the test said that it would not be.
    case unimplementedScheduler(UnimplementedScheduler.Use)
  }

  /// Why.
  public let reason: Reason
  let place: TestPlace
  /// What it is about: `The signal`.
  let subject: String
  /// When its diagram begins.
  var beginning = Instant.zero

  /// What to tell: everything but the place.
  public var message: String {
    switch reason {
    case .different(let difference):
      "\(subject) is not what the diagram says\(begins).\n\(difference)"
    case .badDiagram(let fault): fault.description
    case .badStep(let step, let taken):
      "A step of \(step.brief) makes no sense; it goes on with \(taken.brief)."
    case .otherCount(let expected, let actual, let drawing):
      "Expected \(Self.subscriptions(expected)), got \(actual).\n\(drawing)"
    case .endless(let work): "\(subject) has no end. \(work)"
    case .unimplementedScheduler(let use): use.description
    }
  }

  /// Module and file of the expectation: `#fileID`.
  public var fileID: String { place.fileID.description }
  /// Its file on disk: `#filePath`.
  public var filePath: String { place.filePath.description }
  /// The same, as XCTest wants it.
  public var file: StaticString { place.filePath }
  /// Its line, from 1.
  public var line: Int { Int(clamping: place.line) }
  /// Its column, from 1.
  public var column: Int { Int(clamping: place.column) }

  /// The place and the message.
  public var description: String { "\(place): \(message)" }

  private var begins: String {
    beginning == .zero ? "" : ", which begins at \(beginning.offset.brief)"
  }

  private static func subscriptions(_ count: Int) -> String {
    count == 1 ? "1 subscription" : "\(count) subscriptions"
  }
}

/// A line of a test.
struct TestPlace: Sendable, CustomStringConvertible {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  /// `File.swift:12:5`, with the path that an editor opens.
  var description: String { "\(filePath):\(line):\(column)" }

  /// The place as signals name it.
  var source: CallSite { CallSite(fileID: fileID, line: line) }
}
