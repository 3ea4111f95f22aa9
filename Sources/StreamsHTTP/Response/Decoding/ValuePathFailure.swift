/// Why there is nothing at a path in a body.
public struct ValuePathFailure: Error, Hashable, Sendable {
  /// What kind of fault it is.
  public enum Kind: Hashable, Sendable {
    /// An object has no such key.
    case missingKey
    /// What should hold the component is null.
    case null
    /// What should hold the component is a text, a number or a Boolean.
    case notAContainer
    /// The component is no index, and what should hold it is a list.
    case badIndex
    /// The list has that many elements and ends before the index.
    case indexOutOfRange(count: Int)
    /// The path's text is no path.
    case malformedPath
    /// The decoder gives whole bodies only.
    case unsupported
  }

  /// What kind of fault it is.
  public var kind: Kind
  /// The path.
  public var path: ValuePath
  /// Which component could not be applied, counted from 0; 0 where none is to blame.
  public var position: Int

  init(_ kind: Kind, _ path: ValuePath, at position: Int = 0) {
    self.kind = kind
    self.path = path
    self.position = position
  }

  /// The component that could not be applied.
  var component: String {
    path.components.indices.contains(position) ? path.components[position] : ""
  }

  /// What the body was followed along.
  var walked: ValuePath { ValuePath(components: Array(path.components.prefix(position))) }

  /// Whether the body simply does not hold the value, and nothing in it is of a wrong kind. A body
  /// that as a whole is of another kind, a list say, has no member to be of a wrong one.
  var isAbsence: Bool {
    switch kind {
    case .missingKey, .null, .indexOutOfRange: true
    case .notAContainer, .badIndex: position == 0
    case .malformedPath, .unsupported: false
    }
  }
}

extension ValuePathFailure: CustomStringConvertible {
  /// What is wrong with which path.
  public var description: String {
    let place = path.description.quotedOnOneLine
    return "\(place): \(DecodingFailure.Reason(self))"
  }
}
