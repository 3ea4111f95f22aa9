public import Streams

extension Client {
  /// The value of a request, as a cold signal: nothing happens before it is observed, and each
  /// observation is a fetch of its own. It delivers one value and finishes, or fails.
  ///
  /// A cancel stops the exchange, a retry that waits too. A failure carries what is known: the
  /// request, the answer, the attempts.
  public func send<Value, Failure>(_ request: Request<Value, Failure>) -> Signal<Value, Failure> {
    let (reading, defaults) = (request.reading, readingDefaults)
    let steps = steps(of: request.details, readBy: reading.settings, isTold: false)
    // One stage: what is between the wire and the observer runs for each request.
    return Signal(start: { receive, subscription in
      let upstream = subscription.child()
      steps.run(
        { event in
          switch event {
          case .value(let steps):
            guard let answer = steps.last?.answer else { return }
            do throws(Failure) {
              receive(.value(try reading.value(of: answer, by: defaults)))
            } catch {
              upstream.cancel()
              if subscription.isActive { receive(.failure(error)) }
            }
          case .failure(let failure): receive(.failure(reading.failure(failure, by: defaults)))
          case .finished: receive(.finished)
          }
        }, upstream)
    })
  }

  /// Sends a request at once and calls one of the closures, once; neither after a cancel.
  ///
  /// A closure that is nil or left out is the client's own, `onSuccess` or `onFailure`; to leave
  /// both to the client, write `send(request, success: nil)`. A `send` without closures is a cold
  /// signal, which sends nothing until it is observed.
  ///
  /// `uploaded` and `received` are told of progress, as `transfer(_:)` does, before that.
  @discardableResult
  public func send<Value, Failure>(
    _ request: Request<Value, Failure>,
    uploaded: (@Sendable (TransferProgress) -> Void)? = nil,
    received: (@Sendable (TransferProgress) -> Void)? = nil,
    success: (@Sendable (Value) -> Void)?,
    failure: (@Sendable (Failure) -> Void)? = nil
  ) -> Subscription {
    let isTold = uploaded != nil || received != nil
    let events = isTold ? transfer(request) : send(request).map { .value($0) }
    return events.observe { [onSuccess, onFailure] event in
      switch event {
      case .value(.uploaded(let progress)): uploaded?(progress)
      case .value(.received(let progress)): received?(progress)
      case .value(.value(let value)): if let success { success(value) } else { onSuccess?(value) }
      case .failure(let error): if let failure { failure(error) } else { onFailure?(error) }
      case .finished: break
      }
    }
  }

  /// Sends a request at once; a value goes to the client's `onSuccess`, a failure to `failure`.
  @discardableResult
  public func send<Value, Failure>(
    _ request: Request<Value, Failure>, failure: @escaping @Sendable (Failure) -> Void
  ) -> Subscription {
    send(request, success: nil, failure: failure)
  }

  /// Sends a request and waits for its value.
  ///
  /// - Throws: the request's own kind of failure; when the task is cancelled, what it makes of
  ///   `RequestFailure.cancelled`.
  public func value<Value, Failure>(
    for request: Request<Value, Failure>
  ) async throws(Failure) -> Value {
    if let value = try await send(request).firstValue() { return value }
    throw request.reading.failure(.cancelled, by: readingDefaults)
  }
}
