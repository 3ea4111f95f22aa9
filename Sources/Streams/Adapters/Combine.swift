// Apple systems only; Linux, where the proof runs, cannot compile this file.
#if canImport(Combine)
  public import Combine

  extension Signal {
    /// What a Combine publisher delivers. `publisher` is called once per observation, so nothing of
    /// it has to be `Sendable`. A publisher that sends while it is subscribed to hears of a cancel
    /// when it has returned; what it sent in between goes nowhere.
    public init<Source: Publisher & SendableMetatype>(
      publisher: @escaping @Sendable () -> Source
    ) where Source.Output == Value, Source.Failure == Failure {
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

    /// This signal as a Combine publisher: each subscriber is an observation, which starts with its
    /// first demand; its cancel is a cancel. Values wait, without bound, until they are asked for.
    public var publisher: AnyPublisher<Value, Failure> {
      // The buffer asks for all there is and obeys the demand of whoever is below it.
      SignalPublisher(signal: self)
        .buffer(size: .max, prefetch: .keepFull, whenFull: .dropNewest)
        .eraseToAnyPublisher()
    }
  }

  // MARK: - One subscriber, one observation

  private struct SignalPublisher<Output: Sendable, Failure: Error>: Publisher {
    let signal: Signal<Output, Failure>

    func receive<Target: Subscriber>(subscriber: Target)
    where Target.Input == Output, Target.Failure == Failure {
      // Events are serial, which is all that a subscriber asks for.
      nonisolated(unsafe) let deliver: (Event<Output, Failure>) -> Void = { event in
        switch event {
        case .value(let value): _ = subscriber.receive(value)
        case .failure(let failure): subscriber.receive(completion: .failure(failure))
        case .finished: subscriber.receive(completion: .finished)
        }
      }
      subscriber.receive(subscription: SignalRun(signal) { unsafe deliver($0) })
    }
  }

  private final class SignalRun<Value: Sendable, Failure: Error>: Combine.Subscription {
    private let scope = Streams.Subscription()
    private let start: Lock<(@Sendable () -> Void)?>

    init(_ signal: Signal<Value, Failure>, _ receive: @escaping Signal<Value, Failure>.Receive) {
      start = Lock { [scope] in signal.run(receive, scope.child()) }
    }

    func request(_ demand: Subscribers.Demand) {
      guard demand != .none else { return }
      start.withLock { $0.take() }?()
    }

    func cancel() {
      scope.cancel()
      _ = start.withLock { $0.take() }
    }
  }
#endif
