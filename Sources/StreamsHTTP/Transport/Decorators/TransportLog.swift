internal import Streams

/// Writes a line or a few for what happens to an exchange, without secrets.
///
/// ```
/// #1 > GET https://api.example.org/users?token=<redacted>
/// #1 < 200 after 0.2 seconds
/// #1 finished after 0.3 seconds
/// ```
///
/// Credentials, cookies, the values of a query, user information and bodies are not written; what a
/// path says is. No text that came from elsewhere begins a line of its own.
public struct TransportLog: TransportObserver {
  /// How much is written.
  public enum Detail: Hashable, Sendable {
    /// What was asked, the status, and the end.
    case lines
    /// The fields of requests and answers, too, each in a line.
    case fields
  }

  private let detail: Detail
  private let hidden: Set<String>
  private let write: @Sendable (String) -> Void

  /// A log that gives its lines to `write`, one at a time and none with a line break.
  ///
  /// - Parameters:
  ///   - detail: how much is written.
  ///   - hidden: names of fields whose values are not written, besides those that
  ///     `HTTPFields.Field.isSecret` knows.
  ///   - write: takes a line; called by any thread, by several at once.
  public init(
    _ detail: Detail = .lines, hiding hidden: Set<String> = [],
    to write: @escaping @Sendable (String) -> Void
  ) {
    self.detail = detail
    self.hidden = Set(hidden.map { $0.lowercasedASCII() })
    self.write = write
  }

  /// Writes what is to be said of an event.
  public func observe(_ event: ObservedEvent) {
    for line in lines(for: event) {
      write("#\(event.exchange.number) \(line.onOneLine(atMost: 2_000))")
    }
  }

  private func lines(for event: ObservedEvent) -> [String] {
    let time = "after \(event.elapsed)"
    switch event.kind {
    case .began:
      let request = event.exchange.request
      return ["> \(request)"] + lines(for: request.fields, ">")
    case .informational(let response), .head(let response):
      return ["< \(response.status) \(time)"] + lines(for: response.fields, "<")
    case .retrying(let attempt): return ["tries again after \(attempt)"]
    case .finished: return ["finished \(time)"]
    case .failed(let failure): return ["failed \(time): \(failure)"]
    case .cancelled: return ["cancelled \(time)"]
    case .report(let report): return report.note.map { ["note: \($0)"] } ?? []
    case .uploaded, .received: return []
    }
  }

  private func lines(for fields: HTTPFields, _ mark: String) -> [String] {
    guard detail == .fields else { return [] }
    return fields.map { field in
      hidden.contains(field.key) ? "\(mark) \(field.name): <redacted>" : "\(mark) \(field)"
    }
  }
}

extension TransportDecorator {
  /// Writes what happens to the exchanges that pass, without secrets; see ``TransportLog``.
  ///
  /// ```swift
  /// client.adding(.logging { line in print(line) })
  /// ```
  ///
  /// - Parameters:
  ///   - detail: how much is written.
  ///   - hidden: names of further fields whose values are not written.
  ///   - write: takes a line; called by any thread, by several at once.
  public static func logging(
    _ detail: TransportLog.Detail = .lines, hiding hidden: Set<String> = [],
    to write: @escaping @Sendable (String) -> Void
  ) -> Self {
    observing(TransportLog(detail, hiding: hidden, to: write))
  }
}
