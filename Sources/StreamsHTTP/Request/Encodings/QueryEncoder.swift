public import Foundation

/// Makes the items of a query of values that are `Encodable`.
///
/// ```swift
/// struct Filter: Encodable { var words = "a b"; var tags = ["x", "y"]; var page: Int? }
/// try QueryEncoder().items(for: Filter())   // words=a b, tags[]=x, tags[]=y
/// ```
///
/// Items come in the order in which a value encodes them; dictionaries are sorted by name and sets
/// by text, so that a value always makes the same query. Names stand as their coding keys say.
///
/// Numbers are written as JSON has them, independent of any locale; a `Decimal` and a large integer
/// keep every digit. A `URL` is its text, `Data` is Base64 (RFC 4648 section 4). Only a value
/// that has named parts can stand alone; a number or a list cannot, because nothing says its name.
/// An empty list has no items. A case of an enum without values is its name with nothing after it.
///
/// What cannot be written fails, and the error names the place: a number that is not finite, a date
/// outside the years 0 to 9999, what is nested more than 128 deep.
public struct QueryEncoder: Sendable {
  /// How the elements of a list are named.
  public enum Arrays: Hashable, Sendable, CaseIterable {
    /// `a[]=1&a[]=2`.
    case brackets
    /// `a=1&a=2`.
    case plain
    /// `a[0]=1&a[1]=2`: the one form that keeps lists of objects, and lists of lists, apart.
    case indexed
  }

  /// How truth is written.
  public enum Booleans: Hashable, Sendable, CaseIterable {
    /// `true` and `false`.
    case literal
    /// `1` and `0`.
    case numeric
  }

  /// How dates are written.
  public enum Dates: Sendable {
    /// `2026-11-30T19:10:10Z` (RFC 3339), in UTC, whole seconds.
    case iso8601
    /// Seconds since the start of 1970, with a fraction if there is one.
    case secondsSince1970
    /// Whole milliseconds since the start of 1970.
    case millisecondsSince1970
    /// What the closure says; what it throws fails the request.
    case custom(@Sendable (Date) throws -> String)
  }

  /// What becomes of a value that is nil.
  public enum Nils: Hashable, Sendable, CaseIterable {
    /// It has no item.
    case omitted
    /// Its name, with nothing after the `=`.
    case empty
  }

  /// How a part of a part is named.
  public enum Nesting: Hashable, Sendable, CaseIterable {
    /// `user[name]=Ada`.
    case brackets
    /// `user.name=Ada`.
    case dots
  }

  /// How the elements of a list are named.
  public var arrays: Arrays
  /// How truth is written.
  public var booleans: Booleans
  /// How dates are written.
  public var dates: Dates
  /// What becomes of a value that is nil.
  public var nils: Nils
  /// How a part of a part is named.
  public var nesting: Nesting
  /// What types that encode themselves can look up.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// An encoder of the given habits.
  public init(
    arrays: Arrays = .brackets, booleans: Booleans = .literal, dates: Dates = .iso8601,
    nils: Nils = .omitted, nesting: Nesting = .brackets
  ) {
    self.arrays = arrays
    self.booleans = booleans
    self.dates = dates
    self.nils = nils
    self.nesting = nesting
  }

  /// The items for the parts of `value`; none for nil.
  ///
  /// - Throws: an error that names the place, for what cannot be written and for a value without
  ///   named parts.
  public func items(for value: some Encodable) throws(QueryEncodingFailure) -> [QueryItem] {
    let node = try node(for: value, at: [])
    switch node.kind {
    case .text, .list:
      throw QueryEncodingFailure(type(of: value), at: [], "it has no parts that are named")
    case .nothing, .null, .object:
      return node.items(named: nil, by: self)
    }
  }

  /// The items for a value of that name: one for a number or a text, several for a list or for a
  /// value with parts.
  ///
  /// - Throws: an error that names the place, for what cannot be written.
  public func items(
    named name: String, for value: some Encodable
  ) throws(QueryEncodingFailure) -> [QueryItem] {
    try node(for: value, at: [QueryKey(stringValue: name)]).items(named: name, by: self)
  }

  private func node(
    for value: some Encodable, at path: [any CodingKey]
  ) throws(QueryEncodingFailure) -> QueryNode {
    let run = QueryRun(self)
    let node = QueryNode()
    do {
      try QueryTreeEncoder(run, node, of: type(of: value), at: path, depth: 0).put(value)
    } catch {
      throw QueryEncodingFailure(error, of: type(of: value), at: path)
    }
    if let fault = run.fault { throw fault }
    return node
  }
}
