/// A request as a type of its own: what is to be filled in are its properties.
///
/// ```swift
/// struct Login: RequestForm {
///   typealias Value = Session
///   var user, password: String
///   var path: RequestPath { "login" }
///   var method: HTTPMethod { .post }
///   var parameters: some Encodable & Sendable { ["user": user, "password": password] }
/// }
/// client.send(Login(user: "ada", password: word)).observe { … }
/// ```
///
/// Everything but `Value` and `path` has a default: GET, no parameters, the fields of its
/// ``RequestKind``, the whole body as the value, `RequestFailure`. A form is no more than its
/// `request`, which can be changed as any request can, by whoever has the form or by the form:
///
/// ```swift
/// var request: Request<Session, ProblemFailure<ProblemDetails>> {
///   plainRequest.timeout(.seconds(5)).failureBody(as: ProblemDetails.self)
/// }
/// ```
///
/// Of two fields of one name the later wins: the client's, its kind's, the form's, and what
/// decorators set at last.
public protocol RequestForm: Sendable {
  /// What the answer is read as.
  associatedtype Value: Sendable
  /// What it fails with.
  associatedtype Failure: Error = RequestFailure
  /// What is sent to be answered.
  associatedtype Parameters: Encodable & Sendable = NoParameters

  /// Where it is asked, below the client's base URL.
  var path: RequestPath { get }
  /// What is asked; GET by default, for an `UploadForm` POST.
  var method: HTTPMethod { get }
  /// Fields of this form; nil does without one that the client or the kind has.
  var fields: KeyValuePairs<String, String?> { get }
  /// What is sent to be answered: a value whose parts have names.
  var parameters: Parameters { get }
  /// Where the parameters are put; by default where the method lets them be.
  var placing: ParameterPlacing { get }
  /// Where in the body the value is; nil, the default, is the body as a whole.
  var valuePath: ValuePath? { get }
  /// What kind of request it is, for the client's fields of that kind.
  var kind: RequestKind { get }

  /// What is asked, made of all the above.
  var details: RequestDetails { get }
  /// The request with its failures as they come.
  var plainRequest: Request<Value, RequestFailure> { get }
  /// The request.
  var request: Request<Value, Failure> { get }
}

// MARK: - Defaults

extension RequestForm {
  /// GET.
  public var method: HTTPMethod { .get }
  /// None.
  public var fields: KeyValuePairs<String, String?> { [:] }
  /// Where the method lets them be.
  public var placing: ParameterPlacing { .byMethod }
  /// The body as a whole.
  public var valuePath: ValuePath? { nil }
  /// A request that is neither an upload nor a download.
  public var kind: RequestKind { .request }

  /// Method, path, fields, and the parameters in their place.
  public var details: RequestDetails {
    var details = RequestDetails(of: self)
    details.place(parameters, placing)
    return details
  }
}

extension RequestForm where Parameters == NoParameters {
  /// None.
  public var parameters: NoParameters { NoParameters() }
}

extension RequestForm where Value: Decodable {
  /// Reads the value, at `valuePath` where there is one.
  public var plainRequest: Request<Value, RequestFailure> {
    let request = Request(details, reading: Reading<Value, RequestFailure>.decoded)
    return valuePath.map { request.value(atKeyPath: $0) } ?? request
  }
}

extension RequestForm where Value == Void {
  /// Reads nothing: the answer is accepted.
  public var plainRequest: Request<Void, RequestFailure> { Request(details, reading: .nothing) }
}

extension RequestForm where Value == HTTPResponse {
  /// Reads the head of the answer.
  public var plainRequest: Request<HTTPResponse, RequestFailure> {
    Request(details, reading: .head)
  }
}

extension RequestForm where Failure == RequestFailure {
  /// The plain request.
  public var request: Request<Value, RequestFailure> { plainRequest }
}

extension RequestDetails {
  /// Method, path, kind and fields of a form.
  init(of form: some RequestForm) {
    self.init(method: form.method, path: form.path)
    kind = form.kind
    for (name, value) in form.fields {
      if let value, fields.contains(name) {
        appendField(name, value)
      } else {
        setField(name, value)
      }
    }
  }
}
