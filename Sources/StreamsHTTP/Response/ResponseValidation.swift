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

  /// Why an answer is not accepted; nil when it is. A body that is kept elsewhere is told of by
  /// `isEmpty`.
  func refusal(of answer: Answer, isEmpty: Bool? = nil) -> RequestFailure? {
    guard accepts(answer.response) else { return .status(StatusFailure(answer)) }
    guard let ranges, !(isEmpty ?? answer.body.isEmpty) else { return nil }
    let type = answer.response.mediaType
    guard !ranges.contains(where: { $0.contains(type) }) else { return nil }
    return .decoding(DecodingFailure(answer, .mediaType(accepted: ranges)))
  }
}
