extension Request where Value: Decodable {
  /// Reads the value at a place in the body instead of the whole body.
  ///
  /// ```swift
  /// Request<[Hit], RequestFailure>.get("search").value(atKeyPath: "data.items")
  /// ```
  ///
  /// The decoder walks there on its own, in its one pass over the body; what is beside the way is
  /// not decoded. Any value can be there: an object, a list, a text, a number. A `null`, and an
  /// empty body, is nil to an optional and a failure to any other value; a path that does not
  /// exist is a failure to both. Each fault has a `DecodingFailure.Reason` of its own.
  ///
  /// A key is named as it stands in the body, or as the decoder's key strategy has it. A path
  /// takes the place of the one before. Text and bytes, too, are what the decoder finds there; at
  /// the root as well, which `""` names. A text that is no path, and a path of a request whose
  /// answer is not decoded but mapped from its head, fails the request before it is sent.
  public func value(atKeyPath path: ValuePath) -> Self {
    changing { $0.reading.path = path }
  }

  /// Reads the value that the body holds under one key, such as `{"user": {…}}`: the key as it
  /// is, dots in it separate nothing.
  public func value(underRootKey key: String) -> Self {
    value(atKeyPath: ValuePath(components: [key]))
  }
}

extension Request where Failure == RequestFailure {
  /// Reads the body of answers that were refused with one of `statuses` as a `Body`, and makes it
  /// part of the failure.
  ///
  /// ```swift
  /// Request<User, RequestFailure>.get("users/7").failureBody(as: ProblemDetails.self)
  /// Request<User, RequestFailure>.get("users/7")
  ///   .failureBody(as: Problem.self, atKeyPath: "error", for: 400..<500)
  /// ```
  ///
  /// The body is read at a key path of its own, or as a whole: text and bytes as they are. One
  /// that cannot be read so does not hide the status: the failure is then the one it would have
  /// been.
  public func failureBody<Body: Decodable & Sendable>(
    as type: Body.Type, atKeyPath path: ValuePath? = nil, for statuses: Range<Int> = 400..<600
  ) -> Request<Value, ProblemFailure<Body>> {
    Request<Value, ProblemFailure<Body>>(
      details, reading: reading.failureBody(as: type, at: path, for: statuses))
  }

  /// Fails with the code that an accepted answer holds at a place in its body, if it is none of
  /// `success`.
  ///
  /// ```swift
  /// Request<User, RequestFailure>.get("users/7").errorCode(Int.self, at: "errorCode", success: 0)
  /// ```
  ///
  /// For servers that answer 200 and say in the body that it went wrong. The code is looked for
  /// before the value is read, in the same pass, and from the root whatever key path the value
  /// has. Where nothing is at the place, or a null, there is no code, and there is none in a body
  /// that is a list or a single value where the path begins with a key, nor in one that is no such
  /// text as the decoder reads. What is there and is no `Code` is a failure to decode.
  /// Failures of other kinds, a refused status too, are `CodeFailure.request`.
  public func errorCode<Code: Decodable & Equatable & Sendable>(
    _ type: Code.Type, at path: ValuePath, success: Code...
  ) -> Request<Value, CodeFailure<Code>> {
    errorCode(type, at: path, success: success)
  }

  /// Fails with the code that an accepted answer holds at a place in its body, if it is none of
  /// `success`.
  public func errorCode<Code: Decodable & Equatable & Sendable>(
    _ type: Code.Type, at path: ValuePath, success: [Code]
  ) -> Request<Value, CodeFailure<Code>> {
    Request<Value, CodeFailure<Code>>(
      details, reading: reading.errorCode(type, at: path, success: success))
  }
}
