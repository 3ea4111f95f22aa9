// Apple systems only; Linux, where the proof runs, cannot compile this file.
#if canImport(Combine)
  public import Combine

  extension Signal {
    /// What a Combine publisher delivers. `publisher` is called once per observation, so nothing of
    /// it has to be `Sendable`.
    public init<Source: Publisher>(publisher: @escaping @Sendable () -> Source)
    where Source.Output == Value, Source.Failure == Failure {
      self.init { emitter in
        nonisolated(unsafe) let subscription = publisher().sink(
          receiveCompletion: { completion in
            switch completion {
            case .finished: emitter.finish()
            case .failure(let failure): emitter.fail(failure)
            }
          },
          receiveValue: { emitter.send($0) })
        emitter.onTermination { unsafe subscription.cancel() }
      }
    }

    /// This signal as a Combine publisher: each subscriber is an observation, its cancel a cancel.
    /// Values wait, without bound, until they are asked for.
    public var publisher: AnyPublisher<Value, Failure> {
      Deferred {
        let values = Combine.PassthroughSubject<Value, Failure>()
        let scope = Subscription()
        return
          values
          .handleEvents(
            receiveSubscription: { _ in
              self.observe(
                in: scope, value: { values.send($0) },
                failure: { values.send(completion: .failure($0)) },
                finished: { values.send(completion: .finished) })
            },
            receiveCancel: { scope.cancel() }
          )
          .buffer(size: .max, prefetch: .keepFull, whenFull: .dropNewest)
      }
      .eraseToAnyPublisher()
    }
  }
#endif
