/// Encodes values as `application/x-www-form-urlencoded` (WHATWG URL section 5.2): the items of a
/// query, with `+` for a space.
public struct FormBodyEncoder: BodyEncoder {
  /// What makes items of a value.
  public var query: QueryEncoder

  /// An encoder of the items that `query` makes.
  public init(_ query: QueryEncoder = QueryEncoder()) {
    self.query = query
  }

  /// `application/x-www-form-urlencoded`, which has no charset: it is always UTF-8.
  public var contentType: String { "application/x-www-form-urlencoded" }

  /// The form for the parts of `value`; of no bytes when there are none.
  public func encode(_ value: any Encodable) throws -> [UInt8] {
    Array(PercentEncoding.form(try query.items(for: value)).utf8)
  }
}

extension BodyEncoder where Self == FormBodyEncoder {
  /// Forms, with lists, truth and dates as a `QueryEncoder` has them at first.
  public static var form: Self { FormBodyEncoder() }

  /// Forms of the items that `query` makes.
  public static func form(_ query: QueryEncoder) -> Self { FormBodyEncoder(query) }
}
