public import Streams

extension Client {
  /// What is told of a request while it runs, and its value at last, as a cold signal: progress,
  /// then one value, then the end.
  ///
  /// ```swift
  /// client.transfer(.download("films/7", to: .folder(films))).observe(value: { event in
  ///   switch event {
  ///   case .uploaded: break
  ///   case .received(let progress): bar.show(progress.fraction)  // nil while it is unknown
  ///   case .value(let file): play(file.path)
  ///   }
  /// })
  /// ```
  ///
  /// In each attempt `completed` only grows and never passes the total; where an attempt fails and
  /// another one follows, it begins at zero again. A body that is sent is told of by the time its
  /// answer is accepted, by a last event that says it has all gone. A body that is received is told
  /// of when its answer is accepted, with each piece, and last with all there was as the total: so
  /// one of unknown length has no fraction until it is whole. Counted are the bytes that are handed
  /// out: with a content coding the length that was announced is another one, and the total is
  /// unknown. What comes with an answer that is refused is not told of.
  public func transfer<Value, Failure>(
    _ request: Request<Value, Failure>
  ) -> Signal<TransferEvent<Value>, Failure> {
    let (reading, defaults) = (request.reading, readingDefaults)
    return steps(of: request.details, readBy: reading.settings, isTold: true)
      .mapError { reading.failure($0, by: defaults) }
      .concatMap { .sequence($0) }
      .tryMap { step throws(Failure) in
        switch step {
        case .uploaded(let progress): .uploaded(progress)
        case .received(let progress): .received(progress)
        case .answer(let answer): .value(try reading.value(of: answer, by: defaults))
        }
      }
  }
}

// MARK: - The exchange

extension Client {
  var readingDefaults: ReadingDefaults {
    ReadingDefaults(validation: validation, decoder: decoder)
  }

  /// What comes of asking what is described, whatever the status; the last step is the answer.
  func steps(
    of details: RequestDetails, readBy reading: ReadingSettings, isTold: Bool
  ) -> Signal<[ExchangeStep], RequestFailure> {
    let validation = reading.validation ?? validation
    return Signal(start: { receive, subscription in
      guard subscription.isActive else { return }
      do throws(RequestFailure) {
        let (request, body) = try prepared(details, readBy: reading)
        let plan = AssemblyPlan(
          request: request, scheduler: context.scheduler, validation: validation,
          destination: details.destination, meter: isTold ? TransferMeter(body: body) : nil)
        AssemblyRun(plan, receive, subscription)
          .start(exchange(request, body, limit: details.timeout ?? timeout))
      } catch {
        receive(.failure(error))
      }
    })
  }

  /// What requests are prepared with where they say nothing.
  var preparationDefaults: PreparationDefaults {
    PreparationDefaults(
      baseURL: baseURL, fields: fields, kindFields: kindFields, encoder: encoder,
      queryEncoder: queryEncoder)
  }

  private func prepared(
    _ details: RequestDetails, readBy reading: ReadingSettings
  ) throws(RequestFailure) -> (request: HTTPRequest, body: HTTPBody) {
    let prepared: (request: HTTPRequest, body: HTTPBody)
    do throws(InvalidRequest) {
      if let path = reading.fault { throw InvalidRequest(.valuePath(path), in: details) }
      prepared = try details.prepared(by: preparationDefaults)
    } catch {
      throw .invalidRequest(error)
    }
    do throws(StoringFault) {
      try details.destination?.check()
    } catch {
      throw .storing(StoringFailure(error, request: prepared.request))
    }
    return prepared
  }

  private func exchange(
    _ request: HTTPRequest, _ body: HTTPBody, limit: Duration?
  ) -> Signal<TransportEvent, TransportFailure> {
    let events = transport.send(request, body: body)
    guard let limit else { return events }
    let failure = TransportFailure(.timedOut, "no whole answer within \(limit)", request: request)
    return events.timeout(limit, .total, on: context.scheduler) { failure }
  }
}
