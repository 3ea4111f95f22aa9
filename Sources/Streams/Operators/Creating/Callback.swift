internal import Synchronization

extension Signal {
  /// Work that answers once through a callback.
  ///
  /// ```swift
  /// Signal<Image, LoadError>(callback: { answer in loader.load(url) { answer($0) } })
  /// ```
  ///
  /// `work` runs once per observation. Threads: the answer may come on any. A second answer is
  /// ignored and reported; a callback that is let go of without an answer is reported as an
  /// emitter is. A callback cannot be stopped: after a cancel its answer goes nowhere. Where the
  /// work can be stopped, use `Signal { emitter in … }` with ``Emitter/onTermination(_:)``.
  @_disfavoredOverload
  public init(
    callback work:
      @escaping @Sendable (_ answer: @escaping @Sendable (Result<Value, Failure>) -> Void) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(fileID: fileID, line: line) { emitter in
      let once = Once()
      let handler = Misuse.taskHandler
      work { result in
        guard once.isFirst() else {
          return Misuse.callbackCalledAgain(CallSite(fileID: fileID, line: line))
            .report(to: handler)
        }
        guard !emitter.isCancelled else { return }
        switch result {
        case .success(let value):
          emitter.send(value)
          emitter.finish()
        case .failure(let failure):
          emitter.fail(failure)
        }
      }
    }
  }
}

// MARK: -

private final class Once: Sendable {
  private let isDone = Atomic(false)

  func isFirst() -> Bool { !isDone.exchange(true, ordering: .acquiringAndReleasing) }
}
