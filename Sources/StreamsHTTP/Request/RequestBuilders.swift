extension Request where Value: Decodable, Failure == RequestFailure {
  /// Asks for a value with GET.
  public static func get(_ path: RequestPath) -> Self {
    Self(RequestDetails(method: .get, path: path), reading: .decoded)
  }

  /// Posts `body` as JSON, or as the client's encoder does, and reads a value.
  public static func post(_ path: RequestPath, json body: any Encodable & Sendable) -> Self {
    Self(RequestDetails(method: .post, path: path, body: .value(body)), reading: .decoded)
  }

  /// Posts without a body, or with the one given later, and reads a value.
  public static func post(_ path: RequestPath) -> Self {
    Self(RequestDetails(method: .post, path: path), reading: .decoded)
  }

  /// Puts `body` as JSON, or as the client's encoder does, and reads a value.
  public static func put(_ path: RequestPath, json body: any Encodable & Sendable) -> Self {
    Self(RequestDetails(method: .put, path: path, body: .value(body)), reading: .decoded)
  }

  /// Puts without a body, or with the one given later, and reads a value.
  public static func put(_ path: RequestPath) -> Self {
    Self(RequestDetails(method: .put, path: path), reading: .decoded)
  }

  /// Patches with `body` as JSON, or as the client's encoder does, and reads a value.
  public static func patch(_ path: RequestPath, json body: any Encodable & Sendable) -> Self {
    Self(RequestDetails(method: .patch, path: path, body: .value(body)), reading: .decoded)
  }

  /// Patches without a body, or with the one given later, and reads a value.
  public static func patch(_ path: RequestPath) -> Self {
    Self(RequestDetails(method: .patch, path: path), reading: .decoded)
  }

  /// Deletes, and reads a value.
  public static func delete(_ path: RequestPath) -> Self {
    Self(RequestDetails(method: .delete, path: path), reading: .decoded)
  }
}

extension Request where Value == Void, Failure == RequestFailure {
  /// Asks with GET whether the answer is accepted; its body is not read.
  public static func get(_ path: RequestPath) -> Self {
    Self(RequestDetails(method: .get, path: path), reading: .nothing)
  }

  /// Asks with HEAD whether the answer is accepted.
  public static func head(_ path: RequestPath) -> Self {
    Self(RequestDetails(method: .head, path: path), reading: .nothing)
  }

  /// Posts `body` as JSON, or as the client's encoder does; the answer's body is not read.
  public static func post(_ path: RequestPath, json body: any Encodable & Sendable) -> Self {
    Self(RequestDetails(method: .post, path: path, body: .value(body)), reading: .nothing)
  }

  /// Posts without a body, or with the one given later; the answer's body is not read.
  public static func post(_ path: RequestPath) -> Self {
    Self(RequestDetails(method: .post, path: path), reading: .nothing)
  }

  /// Puts `body` as JSON, or as the client's encoder does; the answer's body is not read.
  public static func put(_ path: RequestPath, json body: any Encodable & Sendable) -> Self {
    Self(RequestDetails(method: .put, path: path, body: .value(body)), reading: .nothing)
  }

  /// Puts without a body, or with the one given later; the answer's body is not read.
  public static func put(_ path: RequestPath) -> Self {
    Self(RequestDetails(method: .put, path: path), reading: .nothing)
  }

  /// Patches with `body` as JSON, or as the client's encoder does; the answer's body is not read.
  public static func patch(_ path: RequestPath, json body: any Encodable & Sendable) -> Self {
    Self(RequestDetails(method: .patch, path: path, body: .value(body)), reading: .nothing)
  }

  /// Patches without a body, or with the one given later; the answer's body is not read.
  public static func patch(_ path: RequestPath) -> Self {
    Self(RequestDetails(method: .patch, path: path), reading: .nothing)
  }

  /// Deletes; the answer's body is not read.
  public static func delete(_ path: RequestPath) -> Self {
    Self(RequestDetails(method: .delete, path: path), reading: .nothing)
  }
}

extension Request where Value == HTTPResponse, Failure == RequestFailure {
  /// Asks for the head alone.
  public static func head(_ path: RequestPath) -> Self {
    Self(RequestDetails(method: .head, path: path), reading: .head)
  }
}
