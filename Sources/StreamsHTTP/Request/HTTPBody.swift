public import Streams

/// The body of a request, by where its bytes are.
///
/// A body is known to be replayable or not, because a request is sent again after a failure or a
/// redirect only when its body can be produced again.
public enum HTTPBody: Sendable {
  /// No body.
  case none
  /// Bytes at hand.
  case bytes([UInt8])
  /// The bytes of a file, read while they are sent.
  case file(path: String)
  /// Bytes that are produced anew for every attempt; `length` when it is known before.
  case replayable(length: Int?, @Sendable () -> Signal<[UInt8], BodyFailure>)
  /// Bytes that can be produced once only, such as a live recording.
  case once(length: Int?, Signal<[UInt8], BodyFailure>)

  /// Whether the same bytes can be sent a second time.
  public var isReplayable: Bool {
    switch self {
    case .none, .bytes, .file, .replayable: true
    case .once: false
    }
  }

  /// Whether there is a body; one of no bytes is a body.
  public var isPresent: Bool {
    if case .none = self { false } else { true }
  }

  /// How many bytes there are, where it is known without reading.
  public var knownLength: Int? {
    switch self {
    case .none: 0
    case .bytes(let bytes): bytes.count
    case .file: nil
    case .replayable(let length, _), .once(let length, _): length
    }
  }
}

/// Why the body of a request could not be produced.
public struct BodyFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong, for a person.
  public var message: String

  /// A failure of that message.
  public init(_ message: String) {
    self.message = message
  }

  /// The message.
  public var description: String { message }
}

extension HTTPBody: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// What kind of body it is and how long; not what it says.
  public var description: String {
    let length = knownLength.map { "\($0) bytes" } ?? "unknown length"
    return switch self {
    case .none: "no body"
    case .bytes: length
    case .file: "a file"
    case .replayable: "replayable, \(length)"
    case .once: "once only, \(length)"
    }
  }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// Shows what `description` does.
  public var customMirror: Mirror {
    Mirror(self, children: ["body": description])
  }
}
