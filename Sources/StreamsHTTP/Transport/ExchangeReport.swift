/// What a transport has measured and learned of an exchange, for those who watch and keep figures;
/// nothing that reads an answer needs it.
public struct ExchangeReport: Hashable, Sendable {
  /// What carried the exchange, such as `libcurl 8.5.0`.
  public var transport: String
  /// What a person should know about that, such as why the preferred transport was not used.
  public var note: String?
  /// The version of the protocol, such as `HTTP/2`; nil when no answer came.
  public var httpVersion: String?
  /// Whether a connection that was there already was used; nil when it is not known.
  public var reusedConnection: Bool?
  /// How long the phases took; nil when it was not measured.
  public var timings: ExchangeTimings?
  /// The fields that came after the content (RFC 9110 section 6.5).
  public var trailers: HTTPFields

  /// A report of the given parts.
  public init(
    transport: String, note: String? = nil, httpVersion: String? = nil,
    reusedConnection: Bool? = nil, timings: ExchangeTimings? = nil,
    trailers: HTTPFields = HTTPFields()
  ) {
    self.transport = transport
    self.note = note
    self.httpVersion = httpVersion
    self.reusedConnection = reusedConnection
    self.timings = timings
    self.trailers = trailers
  }
}

/// When the phases of an exchange were over, each counted from the exchange's start; nil for a
/// phase that did not take place, as with a connection that was there already.
public struct ExchangeTimings: Hashable, Sendable {
  /// The host's address was found.
  public var nameLookup: Duration?
  /// The connection stood.
  public var connect: Duration?
  /// The secure connection stood.
  public var tls: Duration?
  /// The request could be sent.
  public var ready: Duration?
  /// The first byte of the answer came.
  public var firstByte: Duration?
  /// The exchange was over.
  public var total: Duration?

  /// Times of the given phases.
  public init(
    nameLookup: Duration? = nil, connect: Duration? = nil, tls: Duration? = nil,
    ready: Duration? = nil, firstByte: Duration? = nil, total: Duration? = nil
  ) {
    self.nameLookup = nameLookup
    self.connect = connect
    self.tls = tls
    self.ready = ready
    self.firstByte = firstByte
    self.total = total
  }
}
