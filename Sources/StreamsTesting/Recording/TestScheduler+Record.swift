public import Streams

extension TestScheduler {
  /// Observes `signal` now and keeps everything it delivers, with when.
  ///
  /// ``verify(fileID:line:)`` names the place of the call while the observation is alive.
  public func record<Value: Sendable, Failure: Error>(
    _ signal: Signal<Value, Failure>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Recording<Value, Failure> {
    let origin = CallSite(fileID: fileID, line: line)
    let recording = Recording<Value, Failure>(on: self, origin: origin)
    collectingMisuse { recording.begin(signal) }
    return recording
  }

  /// Observes `signal` at `instant`, in its place among equals, and keeps everything it delivers.
  ///
  /// ```swift
  /// let shown = time.observe(results, at: Instant(offset: .seconds(2)))
  ///   .cancel(at: Instant(offset: .seconds(5)))
  /// ```
  public func observe<Value: Sendable, Failure: Error>(
    _ signal: Signal<Value, Failure>, at instant: Instant, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Recording<Value, Failure> {
    let origin = CallSite(fileID: fileID, line: line)
    let recording = Recording<Value, Failure>(on: self, origin: origin)
    recording.begin(signal, at: instant)
    return recording
  }

  /// Observes `signal` at `start`, cancels at `end` where one is given, and keeps everything it
  /// delivers: ``observe(_:at:fileID:line:)`` and ``Recording/cancel(at:)`` in one.
  public func record<Value: Sendable, Failure: Error>(
    _ signal: Signal<Value, Failure>, from start: Instant, cancelAt end: Instant? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Recording<Value, Failure> {
    let recording = observe(signal, at: start, fileID: fileID, line: line)
    return end.map { recording.cancel(at: $0) } ?? recording
  }
}
