extension RequestDetails {
  /// What goes to the transport, made of this description and of what the client says where it
  /// says nothing.
  ///
  /// - Throws: `InvalidRequest` for the first part that cannot be sent.
  func prepared(
    by defaults: PreparationDefaults
  ) throws(InvalidRequest) -> (request: HTTPRequest, body: HTTPBody) {
    let items = try items(by: defaults.queryEncoder)
    var request = HTTPRequest(method: method, url: try url(below: defaults.baseURL, items))
    request.options = options
    if let fault { throw InvalidRequest(.field(fault), in: self, request: request) }
    let encoders = BodyEncoders(body: defaults.encoder, query: defaults.queryEncoder)
    let content = try content(by: encoders, request)
    let body = content?.body ?? .none
    guard !body.isPresent || !method.refusesContent else {
      throw InvalidRequest(.bodyNotAllowed(method), in: self, request: request)
    }
    do throws(InvalidField) {
      var base =
        kind.flatMap { defaults.kindFields[$0] }?.merged(over: defaults.fields)
        ?? defaults.fields
      if body.isPresent, let contentType = content?.contentType {
        try base.set("Content-Type", contentType)
      }
      if let directive = options.cache.directive { try base.set("Cache-Control", directive) }
      request.fields = try fields.merged(over: base, removing: removedFields)
        .withoutFraming(of: body)
    } catch {
      throw InvalidRequest(.field(error), in: self, request: request)
    }
    if let type = content?.contentType, !request.fields.nameBoundary(of: type) {
      let reason = "the Content-Type that was set does not name the boundary of the form"
      throw InvalidRequest(.body(reason), in: self, request: request)
    }
    return (request, body)
  }

  private func items(by encoder: QueryEncoder) throws(InvalidRequest) -> [(String, String)] {
    do throws(QueryEncodingFailure) {
      return try query.items(by: encoder).map { ($0.name, $0.value) }
    } catch {
      throw InvalidRequest(.query(error.description), in: self)
    }
  }

  private func url(
    below base: Result<HTTPURL, InvalidURL>, _ items: [(String, String)]
  ) throws(InvalidRequest) -> HTTPURL {
    do throws(InvalidURL) {
      if let fault = path.fault { throw fault }
      return try base.url(below: path.text, query: items)
    } catch {
      if case .failure(let fault) = base, fault == error {
        throw InvalidRequest(.baseURL(error), in: self)
      }
      throw InvalidRequest(.path(error), in: self)
    }
  }

  private func content(
    by encoders: BodyEncoders, _ request: HTTPRequest
  ) throws(InvalidRequest) -> RequestBody.Content? {
    do {
      return try body.content(by: encoders)
    } catch let error as MultipartFailure {
      throw InvalidRequest(.body(error.description), in: self, request: request)
    } catch {
      let words = QueryEncodingFailure.words(for: error)
      throw InvalidRequest(.body(words), in: self, request: request)
    }
  }
}

/// What a client prepares requests with where they say nothing.
struct PreparationDefaults: Sendable {
  var baseURL: Result<HTTPURL, InvalidURL>
  var fields: HTTPFields
  var kindFields: [RequestKind: HTTPFields] = [:]
  var encoder: any BodyEncoder
  var queryEncoder: QueryEncoder
}

extension Result<HTTPURL, InvalidURL> {
  /// A path that is a whole URL needs no base.
  fileprivate func url(
    below path: String, query: [(String, String)]
  ) throws(InvalidURL) -> HTTPURL {
    switch self {
    case .success(let base):
      return try base.appending(path: path, query: query)
    case .failure(let fault):
      guard HTTPURL.scheme(of: path) != nil else { throw fault }
      return try HTTPURL(path).appending(path: "", query: query)
    }
  }
}

extension HTTPFields {
  /// Whether nobody could take the parts of a body of that type for others: its boundary, if it
  /// has one, is the one that is sent (RFC 2046 section 5.1.1).
  fileprivate func nameBoundary(of type: String) -> Bool {
    guard let parameter = type.firstRange(of: "boundary=").map({ type[$0.lowerBound...] }) else {
      return true
    }
    guard let sent = self["Content-Type"] else { return false }
    return sent == type
      || sent.split(separator: ";").contains { $0.trimmingOptionalWhitespace() == parameter }
  }

  /// Without the fields that frame the message, which the transport adds (RFC 9112 section 6).
  ///
  /// - Throws: `InvalidField` when what they say does not fit the body.
  fileprivate func withoutFraming(of body: HTTPBody) throws(InvalidField) -> HTTPFields {
    var fields = self
    if contains("Transfer-Encoding") {
      throw InvalidField(name: "Transfer-Encoding", reason: .framing)
    }
    if let length = self["Content-Length"] {
      guard let known = body.knownLength, length == String(known) else {
        throw InvalidField(name: "Content-Length", reason: .framing)
      }
      fields.remove("Content-Length")
    }
    return fields
  }
}
