/// What a request asks behind the question mark, in the order it was said: items, and values that
/// become items when the request is sent.
public struct RequestQuery: Sendable {
  fileprivate enum Part: Sendable {
    case item(QueryItem)
    case value(any Encodable & Sendable, name: String?, encoder: QueryEncoder?)
  }

  private var parts: [Part]

  /// A query of those items.
  public init(_ items: [QueryItem] = []) {
    parts = items.map { .item($0) }
  }

  /// Whether nothing is asked; a value may still turn out to have no items.
  public var isEmpty: Bool { parts.isEmpty }

  /// Adds an item.
  public mutating func append(_ item: QueryItem) {
    parts.append(.item(item))
  }

  /// Adds the items of the named parts of `value`, by that encoder or the client's.
  public mutating func append(
    _ value: any Encodable & Sendable, encoder: QueryEncoder? = nil
  ) {
    parts.append(.value(value, name: nil, encoder: encoder))
  }

  /// Adds the items of a value of that name, by that encoder or the client's.
  public mutating func append(
    _ name: String, _ value: any Encodable & Sendable, encoder: QueryEncoder? = nil
  ) {
    parts.append(.value(value, name: name, encoder: encoder))
  }

  /// The items, in order; values that were given no encoder of their own by `encoder`.
  ///
  /// - Throws: an error that names the place, for the first value that cannot be written.
  public func items(
    by encoder: QueryEncoder = QueryEncoder()
  ) throws(QueryEncodingFailure) -> [QueryItem] {
    var items: [QueryItem] = []
    for part in parts { items += try part.items(by: encoder) }
    return items
  }
}

extension RequestQuery: ExpressibleByArrayLiteral {
  /// A query of those items.
  public init(arrayLiteral items: QueryItem...) {
    self.init(items)
  }
}

extension RequestQuery.Part {
  fileprivate func items(by encoder: QueryEncoder) throws(QueryEncodingFailure) -> [QueryItem] {
    switch self {
    case .item(let item):
      [item]
    case .value(let value, let name?, let own):
      try (own ?? encoder).items(named: name, for: value)
    case .value(let value, nil, let own):
      try (own ?? encoder).items(for: value)
    }
  }

  fileprivate var description: String {
    switch self {
    case .item(let item): item.description
    case .value(_, let name?, _): "\(name)=<redacted>"
    case .value(let value, nil, _): "a value of type \(type(of: value))"
    }
  }
}

extension RequestQuery: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The names; values may be secret.
  public var description: String {
    parts.map(\.description).joined(separator: "&")
  }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// Shows what `description` does.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: parts.map(\.description), displayStyle: .collection)
  }
}
