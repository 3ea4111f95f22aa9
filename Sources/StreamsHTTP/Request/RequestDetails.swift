/// What a request asks, apart from how its answer is read.
///
/// A plain value: nothing is sent or checked by making one. What was described and cannot be, an
/// invalid field say, is kept and fails the request when it is sent.
public struct RequestDetails: Sendable {
  /// What is asked.
  public var method: HTTPMethod
  /// Where it is asked, below the client's base URL.
  public var path: RequestPath
  /// What is asked in the query, put after a query of the base and of the path.
  public var query = RequestQuery()
  /// Fields of this request; each replaces the client's default of its name.
  public private(set) var fields = HTTPFields()
  /// Names of the client's default fields that this request does without, in lower case.
  public private(set) var removedFields: Set<String> = []
  /// What is sent.
  public var body: RequestBody
  /// How long the whole may take, retries and waits among them; nil leaves it to the client.
  public var timeout: Duration?
  /// What decorators are to know.
  public var options = RequestOptions()
  /// What kind of form it was made of, whose fields it is given by the client; nil for none.
  public var kind: RequestKind?
  /// Where the body of an accepted answer is stored; nil keeps it in memory.
  public internal(set) var destination: FileDestination?
  /// The first field that cannot be sent.
  private(set) var fault: InvalidField?

  /// A request for `path`.
  public init(method: HTTPMethod, path: RequestPath, body: RequestBody = .none) {
    self.method = method
    self.path = path
    self.body = body
  }

  /// Makes `value` the only value of the field, or, for nil, does without the field and without
  /// the client's default.
  public mutating func setField(_ name: String, _ value: String?) {
    guard let value else {
      fields.remove(name)
      removedFields.insert(name.lowercasedASCII())
      return
    }
    change { fields throws(InvalidField) in try fields.set(name, value) }
  }

  /// Adds a line of that name to those of this request.
  public mutating func appendField(_ name: String, _ value: String) {
    change { fields throws(InvalidField) in try fields.append(name, value) }
  }

  private mutating func change(_ change: (inout HTTPFields) throws(InvalidField) -> Void) {
    do throws(InvalidField) {
      try change(&fields)
    } catch {
      fault = fault ?? error
    }
  }
}

extension RequestDetails: CustomStringConvertible, CustomDebugStringConvertible {
  /// Method and path, without secrets.
  public var description: String { "\(method) \(path)" }

  /// The same as `description`.
  public var debugDescription: String { description }
}
