/// Where in a body a value is: the keys and indices on the way to it.
///
/// ```swift
/// "data.items"               // the member `items` of the member `data`
/// "teams.0.name"             // of the first element of `teams`
/// #"a\.b.c"#                 // a backslash escapes a dot and a backslash
/// "users.\(login).name"      // an interpolated value is data: it is exactly one key
/// ["a.b", ""]                // components as they are, so that any key can be named
/// ""                         // the root: the body as a whole
/// ```
///
/// In an object a component is a key, digits too; in a list it is an index, counted from 0 and
/// written as JSON writes numbers. Nothing else is understood: no wildcard, no mapping over the
/// elements of a list.
///
/// A text that is no path – with an empty component, or a backslash before anything else – is kept
/// and fails the request before it is sent; nothing traps.
public struct ValuePath: Hashable, Sendable {
  /// The keys and indices, outermost first; none for the root and for a text that is no path.
  public let components: [String]
  /// The text that is no path.
  let malformedText: String?

  /// The path of these components, each taken as it is.
  public init(components: [String]) {
    self.components = components
    malformedText = nil
  }

  /// The path that is written so.
  public init(_ text: String) {
    let parsed = Self.parse(text)
    components = parsed ?? []
    malformedText = parsed == nil ? text : nil
  }

  /// The body as a whole.
  public static let root = Self(components: [])

  /// Whether the path is one: false for a text with an empty component or an unknown escape.
  public var isValid: Bool { malformedText == nil }

  /// The components; nil when `text` is no path.
  private static func parse(_ text: String) -> [String]? {
    guard !text.isEmpty else { return [] }
    var components: [String] = []
    var component = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\" where !isEscaped:
        isEscaped = true
        continue
      case "." where !isEscaped:
        components.append(String(component))
        component = String.UnicodeScalarView()
      case _ where isEscaped && scalar != "\\" && scalar != ".":
        return nil
      default:
        component.append(scalar)
      }
      isEscaped = false
    }
    components.append(String(component))
    return isEscaped || components.contains("") ? nil : components
  }
}

extension ValuePath: ExpressibleByStringInterpolation, ExpressibleByArrayLiteral {
  /// The path that is written so.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// The path that is written so, each value in it exactly one component or a part of one.
  public init(stringInterpolation: StringInterpolation) {
    self.init(stringInterpolation.text)
  }

  /// The path of these components, each taken as it is.
  public init(arrayLiteral components: String...) {
    self.init(components: components)
  }

  /// Collects the literal parts and the values of a path.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    /// Room for the parts to come.
    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 8)
    }

    /// Takes a literal part as it is.
    public mutating func appendLiteral(_ literal: String) {
      text += literal
    }

    /// Takes a value as data: its dots and backslashes separate nothing.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += ValuePath.escaped(value.description)
    }
  }
}

extension ValuePath: CustomStringConvertible {
  /// The path as it is written with dots.
  public var description: String {
    malformedText ?? components.map(Self.escaped).joined(separator: ".")
  }

  fileprivate static func escaped(_ component: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in component.unicodeScalars {
      if scalar == "\\" || scalar == "." { text.append("\\") }
      text.append(scalar)
    }
    return String(text)
  }
}
