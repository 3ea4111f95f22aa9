internal import Streams

extension Request {
  /// The curl command for this request below `base`, as a client without settings of its own would
  /// send it; see ``HTTPRequest/curl(body:hiding:showingSecrets:)``.
  ///
  /// - Throws: `InvalidRequest` for what cannot be sent.
  public func curl(
    base: String, hiding names: Set<String> = [], showingSecrets: Bool = false
  ) throws(InvalidRequest) -> String {
    try Client(baseURL: base, transport: Unsending())
      .curl(self, hiding: names, showingSecrets: showingSecrets)
  }
}

extension Client {
  /// The curl command for `request` as this client prepares it: with its base URL, fields and
  /// encoders, without what decorators add; see ``HTTPRequest/curl(body:hiding:showingSecrets:)``.
  ///
  /// - Throws: `InvalidRequest` for what cannot be sent.
  public func curl<Value, Failure>(
    _ request: Request<Value, Failure>, hiding names: Set<String> = [],
    showingSecrets: Bool = false
  ) throws(InvalidRequest) -> String {
    let (request, body) = try request.details.prepared(by: preparationDefaults)
    return request.curl(body: body, hiding: names, showingSecrets: showingSecrets)
  }

  /// The curl command for a form's request; see `curl(_:hiding:showingSecrets:)`.
  ///
  /// - Throws: `InvalidRequest` for what cannot be sent.
  public func curl(
    _ form: some RequestForm, hiding names: Set<String> = [], showingSecrets: Bool = false
  ) throws(InvalidRequest) -> String {
    try curl(form.request, hiding: names, showingSecrets: showingSecrets)
  }
}

/// For a client that only describes.
private struct Unsending: Transport {
  func send(
    _ request: HTTPRequest, body: HTTPBody
  ) -> Signal<TransportEvent, TransportFailure> {
    .empty()
  }
}
