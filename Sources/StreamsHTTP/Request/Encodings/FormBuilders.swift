extension Request where Value: Decodable, Failure == RequestFailure {
  /// Posts the parts of `form` as `application/x-www-form-urlencoded`, and reads a value.
  public static func post(_ path: RequestPath, form: any Encodable & Sendable) -> Self {
    Self(RequestDetails(method: .post, path: path, body: .form(form)), reading: .decoded)
  }

  /// Puts the parts of `form` as `application/x-www-form-urlencoded`, and reads a value.
  public static func put(_ path: RequestPath, form: any Encodable & Sendable) -> Self {
    Self(RequestDetails(method: .put, path: path, body: .form(form)), reading: .decoded)
  }

  /// Patches with the parts of `form` as `application/x-www-form-urlencoded`, and reads a value.
  public static func patch(_ path: RequestPath, form: any Encodable & Sendable) -> Self {
    Self(RequestDetails(method: .patch, path: path, body: .form(form)), reading: .decoded)
  }

  /// Posts a form as `multipart/form-data`, and reads a value.
  public static func post(_ path: RequestPath, multipart form: MultipartForm) -> Self {
    Self(RequestDetails(method: .post, path: path, body: .multipart(form)), reading: .decoded)
  }

  /// Puts a form as `multipart/form-data`, and reads a value.
  public static func put(_ path: RequestPath, multipart form: MultipartForm) -> Self {
    Self(RequestDetails(method: .put, path: path, body: .multipart(form)), reading: .decoded)
  }

  /// Patches with a form as `multipart/form-data`, and reads a value.
  public static func patch(_ path: RequestPath, multipart form: MultipartForm) -> Self {
    Self(RequestDetails(method: .patch, path: path, body: .multipart(form)), reading: .decoded)
  }
}

extension Request where Value == Void, Failure == RequestFailure {
  /// Posts the parts of `form` as `application/x-www-form-urlencoded`; the answer's body is not
  /// read.
  public static func post(_ path: RequestPath, form: any Encodable & Sendable) -> Self {
    Self(RequestDetails(method: .post, path: path, body: .form(form)), reading: .nothing)
  }

  /// Puts the parts of `form` as `application/x-www-form-urlencoded`; the answer's body is not
  /// read.
  public static func put(_ path: RequestPath, form: any Encodable & Sendable) -> Self {
    Self(RequestDetails(method: .put, path: path, body: .form(form)), reading: .nothing)
  }

  /// Patches with the parts of `form` as `application/x-www-form-urlencoded`; the answer's body is
  /// not read.
  public static func patch(_ path: RequestPath, form: any Encodable & Sendable) -> Self {
    Self(RequestDetails(method: .patch, path: path, body: .form(form)), reading: .nothing)
  }

  /// Posts a form as `multipart/form-data`; the answer's body is not read.
  public static func post(_ path: RequestPath, multipart form: MultipartForm) -> Self {
    Self(RequestDetails(method: .post, path: path, body: .multipart(form)), reading: .nothing)
  }

  /// Puts a form as `multipart/form-data`; the answer's body is not read.
  public static func put(_ path: RequestPath, multipart form: MultipartForm) -> Self {
    Self(RequestDetails(method: .put, path: path, body: .multipart(form)), reading: .nothing)
  }

  /// Patches with a form as `multipart/form-data`; the answer's body is not read.
  public static func patch(_ path: RequestPath, multipart form: MultipartForm) -> Self {
    Self(RequestDetails(method: .patch, path: path, body: .multipart(form)), reading: .nothing)
  }
}
