public import Streams

extension TestScheduler {
  /// Observes `signal` now and keeps everything it delivers, with when.
  ///
  /// ``verify()`` names the place of the call while the observation is alive.
  public func record<Value: Sendable, Failure: Error>(
    _ signal: Signal<Value, Failure>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Recording<Value, Failure> {
    let recording = Recording<Value, Failure>(origin: SourceLocation(fileID: fileID, line: line))
    begin(recording, of: signal)
    return recording
  }

  /// Observes `signal` at `start`, cancels at `end` where one is given, and keeps everything it
  /// delivers.
  public func record<Value: Sendable, Failure: Error>(
    _ signal: Signal<Value, Failure>, from start: Instant, cancelAt end: Instant? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Recording<Value, Failure> {
    let recording = Recording<Value, Failure>(origin: SourceLocation(fileID: fileID, line: line))
    schedule(at: start) { self.begin(recording, of: signal) }
    if let end { schedule(at: end) { recording.cancel() } }
    return recording
  }

  private func begin<Value: Sendable, Failure: Error>(
    _ recording: Recording<Value, Failure>, of signal: Signal<Value, Failure>
  ) {
    collectingMisuse {
      let observation = signal.observe(in: recording.subscription) { event in
        recording.append(RecordedEvent(at: self.now, event))
      }
      let token = observations.withLock { $0.add(recording.origin) }
      observation.onClose { self.observations.withLock { $0.remove(token) } }
    }
  }

  /// What is lost while `body` runs is kept for ``verify()``.
  func collectingMisuse<Result>(_ body: () -> Result) -> Result {
    let keep = Misuse.TaskHandler { misuse in
      self.observations.withLock { $0.add(misuse) }
    }
    return Misuse.$taskHandler.withValue(keep) { body() }
  }
}

/// What a scheduler's recordings are about, and what was lost.
struct Observations: Sendable {
  private var origins: [Int: SourceLocation] = [:]
  private var misuses: [Misuse] = []
  private var next = 0

  mutating func add(_ origin: SourceLocation) -> Int {
    defer { next += 1 }
    origins[next] = origin
    return next
  }

  mutating func remove(_ token: Int) {
    origins[token] = nil
  }

  mutating func add(_ misuse: Misuse) {
    misuses.append(misuse)
  }

  /// In the order of beginning, then of loss.
  var alive: [Pending] {
    origins.sorted { $0.key < $1.key }.map { Pending(kind: .observation($0.value)) }
      + misuses.map { Pending(kind: .misuse($0)) }
  }
}
