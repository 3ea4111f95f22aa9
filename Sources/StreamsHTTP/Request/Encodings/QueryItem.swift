/// One name and value of a query: data, escaped when the URL is made.
public struct QueryItem: Hashable, Sendable {
  /// The name.
  public var name: String
  /// The value.
  public var value: String

  /// An item of that name and value.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension QueryItem: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The name; the value may be secret.
  public var description: String { "\(name)=<redacted>" }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// Shows what `description` does.
  public var customMirror: Mirror {
    Mirror(self, children: ["item": description])
  }
}
