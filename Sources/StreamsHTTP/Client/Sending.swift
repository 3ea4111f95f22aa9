public import Streams

extension Client {
  /// The value of a request, as a cold signal: nothing happens before it is observed, and each
  /// observation is a fetch of its own. It delivers one value and finishes, or fails.
  ///
  /// A cancel stops the exchange, a retry that waits too. A failure carries what is known: the
  /// request, the answer, the attempts.
  public func send<Value, Failure>(_ request: Request<Value, Failure>) -> Signal<Value, Failure> {
    let defaults = ReadingDefaults(validation: validation, decoder: decoder)
    let reading = request.reading
    return answer(to: request.details, readBy: reading.settings)
      .mapError { reading.failure($0, by: defaults) }
      .tryMap { answer throws(Failure) in try reading.value(of: answer, by: defaults) }
  }

  /// Sends a request at once and calls one of the closures, once; neither after a cancel.
  ///
  /// A closure that is nil or left out is the client's own, `onSuccess` or `onFailure`; to leave
  /// both to the client, write `send(request, success: nil)`. A `send` without closures is a cold
  /// signal, which sends nothing until it is observed.
  @discardableResult
  public func send<Value, Failure>(
    _ request: Request<Value, Failure>,
    success: (@Sendable (Value) -> Void)?,
    failure: (@Sendable (Failure) -> Void)? = nil
  ) -> Subscription {
    send(request).observe { [onSuccess, onFailure] event in
      switch event {
      case .value(let value): if let success { success(value) } else { onSuccess?(value) }
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
    let defaults = ReadingDefaults(validation: validation, decoder: decoder)
    throw request.reading.failure(.cancelled, by: defaults)
  }

  /// The whole answer to a description, whatever its status.
  private func answer(
    to details: RequestDetails, readBy reading: ReadingSettings
  ) -> Signal<Answer, RequestFailure> {
    .deferred {
      do throws(InvalidRequest) {
        if let path = reading.fault { throw InvalidRequest(.valuePath(path), in: details) }
        let (request, body) = try details.prepared(
          by: PreparationDefaults(
            baseURL: baseURL, fields: fields, encoder: encoder, queryEncoder: queryEncoder))
        return exchange(request, body, limit: details.timeout ?? timeout)
          .mapError { .transport($0) }
      } catch {
        return .fail(.invalidRequest(error))
      }
    }
  }

  private func exchange(
    _ request: HTTPRequest, _ body: HTTPBody, limit: Duration?
  ) -> Signal<Answer, TransportFailure> {
    let events = transport.send(request, body: body)
    guard let limit else { return events.assembled(for: request, scheduler: context.scheduler) }
    let failure = TransportFailure(.timedOut, "no whole answer within \(limit)", request: request)
    return
      events
      .timeout(limit, .total, scheduler: context.scheduler, failure: failure)
      .assembled(for: request, scheduler: context.scheduler)
  }
}
