/// Where the parameters of a form are put.
public enum ParameterPlacing: Hashable, Sendable {
  /// In the query where the method has no use for a body, and for DELETE; else in the body.
  case byMethod
  /// In the query, by the client's query encoder.
  case query
  /// In the body, as JSON, or as the client's encoder does.
  case body
  /// In the body, as `application/x-www-form-urlencoded`.
  case form
}

/// The parameters of a form that has none.
public struct NoParameters: Encodable, Hashable, Sendable {
  /// None.
  public init() {}
}

/// An upload cannot carry its parameters in a body that is its content.
struct ParametersBesideContent: Error {}

extension RequestDetails {
  /// Puts parameters in their place.
  mutating func place(_ parameters: some Encodable & Sendable, _ placing: ParameterPlacing) {
    guard !(parameters is NoParameters) else { return }
    switch placing {
    case .byMethod:
      let hasNoBody = method.refusesContent || method == .delete
      place(parameters, hasNoBody ? .query : .body)
    case .query: query.append(parameters)
    case .body: body = .value(parameters)
    case .form: body = .form(parameters)
    }
  }
}
