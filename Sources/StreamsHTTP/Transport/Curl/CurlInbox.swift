#if os(Linux)
  import CStreamsCurl
  import Streams

  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// What others ask of a loop.
  enum CurlOrder: Sendable {
    case start(CurlTransfer)
    case cancel(CurlTransfer)
    /// Content may have come, or failed to.
    case look(CurlTransfer)
  }

  /// Where others leave what they ask of a loop; it is woken only when it sleeps.
  final class CurlInbox: Sendable {
    enum Next: Sendable {
      case look
      case sleep
      case end
    }

    private struct State: Sendable {
      var commands: [CurlOrder] = []
      var isAsleep = false
      var isAbandoned = false
      var hasEnded = false
    }

    /// What wakes the loop; the last who could ring it closes it.
    let bell: Int32
    private let state = Lock(State())

    /// Nil when the system gives no bell.
    init?() {
      bell = sc_bell_new()
      if bell < 0 { return nil }
    }

    deinit { if bell >= 0 { close(bell) } }

    func push(_ command: CurlOrder) {
      let rings = state.withLock { state in
        // What comes after the end is about transfers that are over.
        guard !state.hasEnded else { return false }
        state.commands.append(command)
        defer { state.isAsleep = false }
        return state.isAsleep
      }
      if rings { sc_bell_ring(bell) }
    }

    /// Nobody starts a transfer any more: the loop may end after the last one.
    func abandon() {
      state.withLock { $0.isAbandoned = true }
      sc_bell_ring(bell)
    }

    // MARK: The loop's side

    /// Takes what is there into `commands`, which is empty.
    func take(_ commands: inout [CurlOrder]) {
      var taken = commands
      commands = []
      state.withLock { state in
        state.isAsleep = false
        swap(&taken, &state.commands)
      }
      commands = taken
    }

    /// What the loop is to do next, with so many transfers under way.
    func next(active: Int) -> Next {
      state.withLock { state in
        guard state.commands.isEmpty else { return .look }
        if state.isAbandoned && active == 0 {
          state.hasEnded = true
          return .end
        }
        state.isAsleep = true
        return .sleep
      }
    }
  }
#endif
