extension HTTPFields {
  /// One line of fields; two are equal when their names differ in case only.
  public struct Field: Sendable {
    /// The name as it was given.
    public let name: String
    /// The value, without whitespace around it.
    public let value: String
    /// The name in lower case, by which lines are found.
    let key: String

    init(name: String, value: String) throws(InvalidField) {
      guard Token.isValid(name) else {
        throw InvalidField(name: Self.nameOfLine(name), reason: .name)
      }
      let value = value.trimmingOptionalWhitespace()
      guard value.unicodeScalars.allSatisfy(Self.isValueScalar) else {
        throw InvalidField(name: name, reason: .value)
      }
      self.name = name
      self.value = value
      key = name.lowercasedASCII()
    }

    /// A line whose parts are checked already: a token, and a value with nothing around it.
    init(checkedName name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
      self.name = String(decoding: name, as: UTF8.self)
      self.value = String(decoding: value, as: UTF8.self)
      key = String(lowercasingASCII: name)
    }

    private static func isValueScalar(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x09, 0x20...0x7E, 0x80...0xFF: true
      default: false
      }
    }

    /// A whole line given as a name without what follows its colon, which may be a credential.
    private static func nameOfLine(_ text: String) -> String {
      let scalars = text.unicodeScalars
      guard let colon = scalars.firstIndex(of: ":"), colon > scalars.startIndex else { return text }
      return String(String.UnicodeScalarView(scalars[...colon]))
    }
  }
}

extension HTTPFields.Field: Hashable {
  /// Equal names but for case, equal values.
  public static func == (left: Self, right: Self) -> Bool {
    left.key == right.key && left.value == right.value
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(value)
  }
}

extension HTTPFields.Field: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// `name: value`, or `name: <redacted>` for a secret; a URL is shown without its query.
  public var description: String {
    "\(name): \(shownValue)"
  }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// Shows what `description` does.
  public var customMirror: Mirror {
    Mirror(self, children: ["line": description])
  }
}

/// A field that cannot go on the wire: refused, never dropped or sent in part.
public struct InvalidField: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with the field.
  public enum Reason: Hashable, Sendable {
    /// The name is no token (RFC 9110 section 5.1).
    case name
    /// The value holds CR, LF, NUL, another control character, or one past U+00FF (RFC 9110
    /// section 5.5).
    case value
    /// The field frames the message, which the transport alone does (RFC 9112 section 6).
    case framing
  }

  /// The name of the field.
  public let name: String
  /// What is wrong.
  public let reason: Reason

  /// One line that names the field; it does not show the value.
  public var description: String {
    switch reason {
    case .name: "\(name.quotedOnOneLine) is no field name"
    case .value: "the value of field \(name.quotedOnOneLine) holds a character no value can have"
    case .framing: "field \(name.quotedOnOneLine) does not fit the body: leave it to the transport"
    }
  }
}
