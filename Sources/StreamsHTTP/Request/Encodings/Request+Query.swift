extension Request {
  /// Adds a value to the query; nil adds nothing.
  ///
  /// The client's `queryEncoder`, or `encoder`, says when the request is sent how it is written: a
  /// list or a value with parts makes several items. What cannot be written fails the request.
  public func query(
    _ name: String, _ value: (some Encodable & Sendable)?, encoder: QueryEncoder? = nil
  ) -> Self {
    guard let value else { return self }
    return changing { $0.details.query.append(name, value, encoder: encoder) }
  }

  /// Adds a value that is text and reads back from it; nil adds nothing.
  @_disfavoredOverload
  public func query(_ name: String, _ value: (some LosslessStringConvertible)?) -> Self {
    guard let value else { return self }
    return changing { $0.details.query.append(QueryItem(name, value.description)) }
  }

  /// Adds values to the query, in the order written; nil adds nothing.
  public func query(_ values: KeyValuePairs<String, (any Encodable & Sendable)?>) -> Self {
    changing { request in
      for (name, value) in values {
        if let value { request.details.query.append(name, value) }
      }
    }
  }

  /// Adds an item for each part of `value`, by the client's `queryEncoder` or the one given.
  ///
  /// ```swift
  /// struct Filter: Encodable { var words: String; var tags: [String] }
  /// .get("search").query(Filter(words: "a b", tags: ["x", "y"]))
  /// // search?words=a%20b&tags%5B%5D=x&tags%5B%5D=y
  /// ```
  ///
  /// It is encoded when the request is sent, once for all attempts. A value that cannot be encoded
  /// fails the request, which names the place, and nothing is sent.
  @_disfavoredOverload
  public func query(_ value: some Encodable & Sendable, encoder: QueryEncoder? = nil) -> Self {
    changing { $0.details.query.append(value, encoder: encoder) }
  }
}
