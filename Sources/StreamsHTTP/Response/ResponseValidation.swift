/// Which answers are accepted. What is not fails with `RequestFailure.status`.
public struct ResponseValidation: Sendable {
  let accepts: @Sendable (HTTPResponse) -> Bool

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
}
