/// Which answers are accepted. What is not fails: for its status with `RequestFailure.status`, for
/// its media type with `RequestFailure.decoding`.
public struct ResponseValidation: Sendable {
  private let accepts: @Sendable (HTTPResponse) -> Bool
  private var ranges: [MediaRange]?

  /// Accepts the answers that pass `accepts`, which may be called from any thread.
  public init(_ accepts: @escaping @Sendable (HTTPResponse) -> Bool) {
    self.accepts = accepts
  }

  /// Accepts 2xx: the default.
  public static let success = Self { $0.status.kind == .success }

  /// Accepts every answer; the value is read from its body whatever the status says.
  public static let anyStatus = Self { _ in true }

  /// Accepts statuses in `codes`.
  public static func statuses(_ codes: Range<Int>) -> Self {
    Self { codes.contains($0.status.code) }
  }

  /// Accepts 2xx, and the statuses listed.
  public static func success(or statuses: HTTPStatus...) -> Self {
    Self { $0.status.kind == .success || statuses.contains($0.status) }
  }

  /// Accepts 2xx whose body is of one of these media types; see `contentType` of a validation.
  public static func contentType(_ ranges: MediaRange...) -> Self {
    success.contentType(ranges)
  }

  /// Accepts of these answers those whose body is of one of these media types.
  ///
  /// ```swift
  /// .validate(.contentType("application/json", "application/problem+json"))
  /// .validate(.statuses(200..<500).contentType("image/*"))
  /// ```
  ///
  /// An empty body is of any type. A body of no type, or of one that cannot be read, is in `*/*`
  /// only.
  public func contentType(_ ranges: MediaRange...) -> Self {
    contentType(ranges)
  }

  /// Accepts of these answers those whose body is of one of these media types.
  public func contentType(_ ranges: [MediaRange]) -> Self {
    var validation = self
    validation.ranges = ranges
    return validation
  }

  /// Whether the answer of that head is accepted if it has a body, as far as it is known before
  /// the body comes.
  func acceptsBody(of response: HTTPResponse) -> Bool {
    accepts(response) && acceptsType(of: response)
  }

  /// Why an answer is not accepted; nil when it is. The body of one that is kept in a file was
  /// accepted before it went there.
  func refusal(of answer: Answer) -> RequestFailure? {
    guard accepts(answer.response) else { return .status(StatusFailure(answer)) }
    guard let ranges, !answer.body.isEmpty, !acceptsType(of: answer.response) else { return nil }
    return .decoding(DecodingFailure(answer, .mediaType(accepted: ranges)))
  }

  private func acceptsType(of response: HTTPResponse) -> Bool {
    ranges?.contains { $0.contains(response.mediaType) } ?? true
  }
}
