#if os(Linux)
  import Streams

  /// What a transport's exchanges share: the loop, from the first of them on.
  final class CurlEngine: Sendable {
    private let library: CurlLibrary
    private let settings: CurlSettings
    private let inbox = Lock<CurlInbox?>(nil)

    init(_ library: CurlLibrary, _ settings: CurlSettings) {
      self.library = library
      self.settings = settings
    }

    deinit { inbox.withLock { $0 }?.abandon() }

    func start(
      _ request: HTTPRequest, _ body: HTTPBody,
      _ emitter: Emitter<TransportEvent, TransportFailure>
    ) {
      do throws(TransportFailure) {
        let url = request.url
        if url.scheme == "https", let fault = settings.tls.pinFault(for: url.host) {
          throw TransportFailure(.tls, fault)
        }
        let plan = try CurlPlan(request, body: body, decodes: ZlibLibrary.system != nil)
        let inbox = try running()
        let content = try CurlContent(body, until: emitter)
        let transfer = CurlTransfer(plan, content, limits: CurlLimits(settings), emitter)
        emitter.onTermination { if transfer.stop() { inbox.push(.cancel(transfer)) } }
        inbox.push(.start(transfer))
        if case .stream(let stream) = content {
          stream.onChange { [weak transfer] in
            if let transfer { inbox.push(.look(transfer)) }
          }
        }
      } catch {
        var failure = error
        failure.request = request
        emitter.fail(failure)
      }
    }

    private func running() throws(TransportFailure) -> CurlInbox {
      try inbox.withLock { inbox throws(TransportFailure) in
        if let inbox { return inbox }
        let started = try CurlLoop.start(library, settings)
        inbox = started
        return started
      }
    }
  }
#endif
