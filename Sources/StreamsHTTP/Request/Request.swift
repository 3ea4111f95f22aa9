/// A description of something to fetch, and of how its answer is read.
///
/// ```swift
/// extension Request where Value == User, Failure == RequestFailure {
///   static func user(_ id: Int) -> Self { .get("users/\(id)") }
/// }
/// ```
///
/// The two parts are apart: `details` says what is asked, `reading` how the answer becomes a
/// `Value`. What changes one leaves the other as it is, so a mapped request keeps every setting.
/// A request is a plain value: making one does nothing, sending it twice is two fetches.
public struct Request<Value: Sendable, Failure: Error>: Sendable {
  /// What is asked.
  public var details: RequestDetails
  /// How the answer is read.
  public var reading: Reading<Value, Failure>

  /// A request of the two parts.
  public init(_ details: RequestDetails, reading: Reading<Value, Failure>) {
    self.details = details
    self.reading = reading
  }
}

// MARK: - Transforming the reading

extension Request {
  /// The request whose answer is `transform` of this one's.
  public func map<NewValue: Sendable>(
    _ transform: @escaping @Sendable (Value) -> NewValue
  ) -> Request<NewValue, Failure> {
    Request<NewValue, Failure>(details, reading: reading.map(transform))
  }

  /// The request whose answer is `transform` of this one's, or its failure.
  public func tryMap<NewValue: Sendable>(
    _ transform: @escaping @Sendable (Value) throws(Failure) -> NewValue
  ) -> Request<NewValue, Failure> {
    Request<NewValue, Failure>(details, reading: reading.tryMap(transform))
  }

  /// The request that fails with `transform` of what this one fails with.
  public func mapError<NewFailure: Error>(
    _ transform: @escaping @Sendable (Failure) -> NewFailure
  ) -> Request<Value, NewFailure> {
    Request<Value, NewFailure>(details, reading: reading.mapError(transform))
  }

  /// The request that also tells the head its value came with.
  public func withResponse() -> Request<(value: Value, response: HTTPResponse), Failure> {
    Request<(value: Value, response: HTTPResponse), Failure>(
      details, reading: reading.withResponse())
  }

  /// Says which answers are accepted; the client's validation no longer counts. Others fail with
  /// `RequestFailure.status`, which keeps status, fields and body.
  public func validate(_ validation: ResponseValidation) -> Self {
    changing { $0.reading.validation = validation }
  }

  /// Reads the answer with `decoder` instead of the client's.
  public func decoding(with decoder: any BodyDecoder) -> Self {
    changing { $0.reading.decoder = decoder }
  }
}

// MARK: - Changing the description

extension Request {
  /// Makes `value` the only value of a field, over the client's default; nil does without it. A
  /// field that cannot be sent fails the request when it is sent.
  public func field(_ name: String, _ value: String?) -> Self {
    changing { $0.details.setField(name, value) }
  }

  /// Adds a line of that name to those of this request.
  public func addingField(_ name: String, _ value: String) -> Self {
    changing { $0.details.appendField(name, value) }
  }

  /// Sends that body, as the media type that is given; without one as what the end of a file's name
  /// says, and as `application/octet-stream` where nothing says more.
  public func body(_ body: HTTPBody, contentType: String? = nil) -> Self {
    let contentType = contentType ?? body.typeByName ?? "application/octet-stream"
    return changing { $0.details.body = .raw(body, contentType: contentType) }
  }

  /// Fails with `timedOut` when the whole, retries and waits among them, takes longer; the
  /// client's default no longer counts.
  public func timeout(_ limit: Duration) -> Self {
    changing { $0.details.timeout = limit }
  }

  /// Says that the request may be sent again though its method does not say so. With a key, the
  /// field `Idempotency-Key` tells the server which sends are one request; it is the same on
  /// every attempt.
  public func idempotent(key: String? = nil) -> Self {
    changing { request in
      request.details.options.isIdempotent = true
      if let key { request.details.setField("Idempotency-Key", key) }
    }
  }

  /// A copy, changed.
  func changing(_ change: (inout Self) -> Void) -> Self {
    var request = self
    change(&request)
    return request
  }
}

extension Request: CustomStringConvertible, CustomDebugStringConvertible {
  /// Method, path and what is read, without secrets.
  public var description: String { "\(details) as \(Value.self)" }

  /// The same as `description`.
  public var debugDescription: String { description }
}
