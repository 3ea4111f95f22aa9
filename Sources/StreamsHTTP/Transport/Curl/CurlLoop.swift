#if os(Linux)
  import CStreamsCurl
  import Streams

  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// The thread on which libcurl works for one transport: everything libcurl is asked, and
  /// everything observers are told, happens here.
  @safe
  final class CurlLoop {
    private let library: CurlLibrary
    private let settings: CurlSettings
    private let inbox: CurlInbox
    private let loop: OpaquePointer
    private let turn = CurlTurn()
    private var active = 0
    private var idle = CurlHandlePool()

    /// Nil when the system gives no sockets.
    private init?(_ library: CurlLibrary, _ settings: CurlSettings, _ inbox: CurlInbox) {
      guard let loop = unsafe sc_loop_new(library.functions, inbox.bell) else { return nil }
      self.library = library
      self.settings = settings
      self.inbox = inbox
      unsafe self.loop = unsafe loop
      let most = 1 << 20
      let perHost = min(settings.maximumConnectionsPerHost, most)
      let total = min(settings.maximumConnections, most)
      _ = unsafe sc_loop_set(loop, CurlOption.maximumPerHost, perHost)
      _ = unsafe sc_loop_set(loop, CurlOption.maximumTotal, total)
      // Connections in use count too: at this limit each that becomes free would be closed.
      _ = unsafe sc_loop_set(loop, CurlOption.maximumKept, total + 64)
    }

    deinit {
      idle = CurlHandlePool()
      unsafe sc_loop_free(loop)
    }

    /// Starts a loop on a thread of its own, which ends when the inbox is abandoned and no transfer
    /// is left.
    ///
    /// - Throws: what the system lacks.
    static func start(
      _ library: CurlLibrary, _ settings: CurlSettings
    ) throws(TransportFailure) -> CurlInbox {
      guard let inbox = CurlInbox(), let loop = CurlLoop(library, settings, inbox) else {
        throw TransportFailure(.other, "the system gives no sockets")
      }
      let context = unsafe Unmanaged.passRetained(loop)
      var thread = pthread_t()
      let code = unsafe pthread_create(&thread, nil, runLoop, context.toOpaque())
      guard code == 0 else {
        unsafe context.release()
        throw TransportFailure(.other, "the system gives no thread")
      }
      pthread_detach(thread)
      return inbox
    }

    fileprivate func run() {
      var commands: [CurlOrder] = []
      while true {
        inbox.take(&commands)
        for command in commands { perform(command) }
        commands.removeAll(keepingCapacity: true)
        resumePostponed()
        unsafe sc_loop_tick(loop)
        finishEnded()
        switch turn.postponed.isEmpty ? inbox.next(active: active) : .look {
        case .look: unsafe sc_loop_wait(loop, 0)
        case .sleep: unsafe sc_loop_wait(loop, 1)
        case .end: return
        }
      }
    }

    // MARK: Commands

    private func perform(_ command: CurlOrder) {
      switch command {
      case .start(let transfer): start(transfer)
      case .cancel(let transfer):
        guard let handle = transfer.handle else { return }
        if !library.version.multiplexesWell { handle.forbidReuse() }
        detach(transfer, mayReuse: false)
      case .look(let transfer):
        guard let handle = transfer.handle else { return }
        if let failure = transfer.contentFailure {
          finish(transfer, .failure(failure))
        } else {
          handle.resume()
        }
      }
    }

    private func start(_ transfer: CurlTransfer) {
      guard !transfer.isStopped else { return }
      let secureHost = CurlHandle.secureHost(for: transfer.plan.request.url)
      guard
        let handle = idle.take(for: secureHost)
          ?? CurlHandle(library, settings, secureHost: secureHost)
      else {
        return transfer.end(.failure(TransportFailure(.other, "memory is short")), nil)
      }
      active += 1
      do throws(TransportFailure) {
        // The two hold each other until `detach`.
        try transfer.begin(handle, in: turn)
        let code = unsafe sc_loop_add(loop, handle.easy)
        guard code == 0 else {
          throw TransportFailure(.other, "libcurl takes no transfer (\(code))")
        }
      } catch {
        finish(transfer, .failure(error))
      }
    }

    /// Lets those go on whose share of the last turn was used up.
    private func resumePostponed() {
      turn.number += 1
      let postponed = turn.postponed
      turn.postponed = []
      for transfer in postponed { transfer.handle?.resume() }
    }

    // MARK: Ends

    private func finishEnded() {
      var code: Int32 = 0
      while let context = unsafe sc_loop_next(loop, &code) {
        let handle = unsafe Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue()
        guard let transfer = handle.transfer else { continue }
        finish(transfer, transfer.result(code), mayReuse: code == 0)
      }
    }

    /// Takes the transfer from libcurl, and tells its end after that.
    private func finish(
      _ transfer: CurlTransfer, _ result: Result<Void, TransportFailure>, mayReuse: Bool = false
    ) {
      let report = transfer.handle?.report()
      detach(transfer, mayReuse: mayReuse)
      transfer.end(result, report)
    }

    /// Only a handle whose transfer came to its end is kept.
    private func detach(_ transfer: CurlTransfer, mayReuse: Bool) {
      guard let handle = transfer.handle else { return }
      transfer.handle = nil
      active -= 1
      _ = unsafe sc_loop_remove(loop, handle.easy)
      handle.transfer = nil
      if mayReuse { idle.keep(handle) }
    }
  }

  private func runLoop(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context = unsafe context else { return nil }
    // libcurl asks the system not to send it; a user's closure that runs here cannot.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    _ = unsafe sc_thread_name("streams.curl")
    unsafe Unmanaged<CurlLoop>.fromOpaque(context).takeRetainedValue().run()
    return nil
  }
#endif
