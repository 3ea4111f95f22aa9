public import Streams

/// Changes each request before it is sent: adds a date, a nonce, a signature, what an async source
/// gives.
///
/// Every attempt starts from the request that came in, so nothing piles up and nothing is stale:
/// inside of `retry` it runs once per attempt, outside once per request. A failure while a request
/// is prepared fails it, and nothing is sent; a `TransportFailure` goes through as it is, any other
/// error is an `invalidRequest` that names its type only. A cancel ends async work.
public struct Preparation: Transport {
  private let next: any Transport
  private let prepare: @Sendable (HTTPRequest, HTTPBody) -> Signal<HTTPRequest, TransportFailure>

  /// A transport that sends through `next` what `prepare` makes of a request; the first value
  /// counts. The body is there to be looked at, for a digest say.
  public init(
    _ next: any Transport,
    prepare: @escaping @Sendable (HTTPRequest, HTTPBody) -> Signal<HTTPRequest, TransportFailure>
  ) {
    self.next = next
    self.prepare = prepare
  }

  /// Prepares the request, then sends it.
  public func send(
    _ request: HTTPRequest, body: HTTPBody
  ) -> Signal<TransportEvent, TransportFailure> {
    .deferred { prepare(request, body).first().flatMap { next.send($0, body: body) } }
  }

  static func failure(_ error: any Error, of request: HTTPRequest) -> TransportFailure {
    if let failure = error as? TransportFailure { return failure }
    // Of errors that are not ours it is not known whether they show a secret.
    let words =
      error is InvalidField || error is InvalidURL ? ": \(error)" : " (\(type(of: error)))"
    return TransportFailure(
      .invalidRequest, "it could not be prepared\(words)", request: request)
  }
}

extension TransportDecorator {
  /// Changes each request before it is sent.
  ///
  /// ```swift
  /// client.adding(
  ///   .preparing { request, _ in try request.fields.set("X-Request-Id", newID()) })
  /// ```
  public static func preparing(
    _ prepare: @escaping @Sendable (inout HTTPRequest, HTTPBody) throws -> Void
  ) -> Self {
    Self { next, _ in
      Preparation(next) { request, body in
        do {
          var prepared = request
          try prepare(&prepared, body)
          return .just(prepared)
        } catch {
          return .fail(Preparation.failure(error, of: request))
        }
      }
    }
  }

  /// Changes each request before it is sent, by code that waits, on the client's executor where it
  /// has one.
  ///
  /// ```swift
  /// client.adding(
  ///   .preparing(async: { request, body in
  ///     try request.fields.set("X-Signature", try await signer.sign(request, body))
  ///   }))
  /// ```
  public static func preparing(
    async prepare: @escaping @Sendable (inout HTTPRequest, HTTPBody) async throws -> Void
  ) -> Self {
    Self { next, context in
      Preparation(next) { request, body in
        Signal(
          async: { () async throws(TransportFailure) in
            do {
              var prepared = request
              try await prepare(&prepared, body)
              return prepared
            } catch {
              throw Preparation.failure(error, of: request)
            }
          }, executor: context.executor)
      }
    }
  }
}
