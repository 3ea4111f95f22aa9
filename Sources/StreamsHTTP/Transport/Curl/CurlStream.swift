#if os(Linux)
  import Streams

  /// Bytes of a signal that wait to be sent.
  ///
  /// A signal pushes: past a mebibyte, what waits goes to a file without a name, so that memory
  /// stays small however slow the server is.
  final class CurlStream: Sendable {
    fileprivate struct State: Sendable {
      var memory: [[UInt8]] = []
      /// Which piece is the first that has not been read whole.
      var next = 0
      var memoryCount = 0
      /// How much of that piece has been read.
      var start = 0
      var spill: SpillFile?
      var received = 0
      var isFinished = false
      var failure: TransportFailure?
      /// Whether a reader found nothing.
      var isAwaited = false
      var wake: (@Sendable () -> Void)?
    }

    private static let memoryLimit = 1 << 20

    private let announced: Int?
    private let state = Lock(State())

    private init(length: Int?) { announced = length }

    /// - Throws: why there will be no bytes, as far as it is known yet.
    static func observing(
      _ signal: Signal<[UInt8], BodyFailure>, length: Int?,
      until emitter: Emitter<TransportEvent, TransportFailure>
    ) throws(TransportFailure) -> CurlStream {
      let stream = CurlStream(length: length)
      let scope = Subscription()
      emitter.onTermination { scope.cancel() }
      signal.run(
        { event in
          switch event {
          case .value(let bytes): if !stream.append(bytes) { scope.cancel() }
          case .failure(let failure): stream.fail(failure.message)
          case .finished: stream.finish()
          }
        }, scope.child())
      if let failure = stream.failure { throw failure }
      return stream
    }

    /// How many bytes there are in all: announced, or counted once all are there.
    var length: Int? { announced ?? state.withLock { $0.isFinished ? $0.received : nil } }

    /// Why there are no more bytes.
    var failure: TransportFailure? { state.withLock { $0.failure } }

    /// Runs `wake`, from any thread, when a reader that found nothing may look again, or when the
    /// stream has failed; at once when that was so before.
    func onChange(_ wake: @escaping @Sendable () -> Void) {
      let isDue = state.withLock { state in
        state.wake = wake
        return state.failure != nil || state.isAwaited
      }
      if isDue { wake() }
    }

    /// Reads what is there.
    func read(into room: UnsafeMutableRawBufferPointer) -> CurlReader.Step {
      state.withLock { state in
        if let failure = state.failure { return .failed(failure) }
        guard let read = unsafe state.take(into: room) else {
          let failure = TransportFailure(.bodyFailed, "a temporary file cannot be read")
          state.failure = failure
          return .failed(failure)
        }
        if read > 0 || state.isFinished { return .bytes(read) }
        state.isAwaited = true
        return .wait
      }
    }

    // MARK: - The signal's side

    private func append(_ bytes: [UInt8]) -> Bool {
      update { state in
        state.received += bytes.count
        if let announced, state.received > announced {
          state.failure = wrongLength(state.received)
        } else if !state.append(bytes, limit: Self.memoryLimit) {
          state.failure = TransportFailure(.bodyFailed, "a temporary file cannot be written")
        }
      }
    }

    private func finish() {
      _ = update { state in
        state.isFinished = true
        if let announced, state.received != announced {
          state.failure = wrongLength(state.received)
        }
      }
    }

    private func fail(_ message: String) {
      _ = update { $0.failure = TransportFailure(.bodyFailed, message) }
    }

    /// Changes the state and tells who waits; false when it has failed.
    private func update(_ change: (inout State) -> Void) -> Bool {
      let (hasFailed, wake) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
        change(&state)
        let hasFailed = state.failure != nil
        // Who waits before there is anybody to wake goes on waiting, for `onChange`.
        guard hasFailed || state.isAwaited, let wake = state.wake else { return (hasFailed, nil) }
        state.isAwaited = false
        return (hasFailed, wake)
      }
      wake?()
      return !hasFailed
    }

    private func wrongLength(_ count: Int) -> TransportFailure {
      TransportFailure(
        .bodyFailed, "the body gave \(count) bytes and was to give \(announced ?? 0)")
    }
  }

  extension CurlStream.State {
    /// Puts bytes behind those that wait; false when they cannot be kept.
    fileprivate mutating func append(_ bytes: [UInt8], limit: Int) -> Bool {
      if bytes.isEmpty { return true }
      if spill == nil, memoryCount + bytes.count <= limit {
        memory.append(bytes)
        memoryCount += bytes.count
        return true
      }
      guard let file = spill ?? SpillFile() else { return false }
      spill = file
      return spill?.append(bytes) ?? false
    }

    /// Nil when what waits cannot be read.
    fileprivate mutating func take(into room: UnsafeMutableRawBufferPointer) -> Int? {
      guard next < memory.count else {
        guard spill != nil else { return 0 }
        let count = unsafe spill?.take(into: room)
        if spill?.isEmpty == true { spill = nil }
        return count
      }
      let piece = memory[next]
      let count = min(room.count, piece.count - start)
      unsafe room.copyBytes(from: piece[start..<(start + count)])
      start += count
      if start == piece.count { dropPiece() }
      return count
    }

    private mutating func dropPiece() {
      memoryCount -= memory[next].count
      memory[next] = []
      (next, start) = (next + 1, 0)
      if next == memory.count { (memory, next) = ([], 0) }
    }
  }
#endif
