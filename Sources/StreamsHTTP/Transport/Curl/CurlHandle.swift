#if os(Linux)
  import CStreamsCurl

  /// A handle of libcurl with what it needs to live as long; used on the loop's thread only, for
  /// one transfer after the other of the same host, or of any without TLS: it keeps the TLS
  /// sessions of its server, and what does not change is set once.
  @safe
  final class CurlHandle {
    let easy: OpaquePointer
    /// Whom it speaks TLS with; nil for none.
    let secureHost: String?
    /// The transfer it is used for; libcurl's callbacks are given the bare handle and find it here.
    var transfer: CurlTransfer?

    private let library: CurlLibrary
    private let functions: UnsafePointer<sc_curl>
    private var lines: OpaquePointer?
    /// Where libcurl writes what went wrong.
    private let words: UnsafeMutablePointer<CChar>
    /// The first option that libcurl refused.
    private var refused: (option: Int32, code: Int32)?
    private var shape = Shape()
    private var url = ""

    /// What a transfer asks of a handle beside its URL and its lines.
    private struct Shape: Equatable {
      var isHead = false
      var sendsContent = false
      var method: String?
      var length = -1
      var isFresh = false
    }

    private static let wordsCount = 256

    /// Nil when memory is short.
    init?(_ library: CurlLibrary, _ settings: CurlSettings, secureHost: String?) {
      guard let easy = unsafe sc_easy_new(library.functions) else { return nil }
      unsafe self.easy = unsafe easy
      self.library = library
      self.secureHost = secureHost
      unsafe functions = library.functions
      unsafe words = .allocate(capacity: Self.wordsCount)
      unsafe words.initialize(repeating: 0, count: Self.wordsCount)
      setAlways(settings)
      if let secureHost {
        setTLS(settings, host: secureHost)
      } else {
        set(CurlOption.httpVersion, HTTPVersion.http11)
      }
    }

    deinit {
      unsafe sc_easy_free(functions, easy)
      if let lines = unsafe lines { unsafe sc_list_free(functions, lines) }
      unsafe words.deallocate()
    }

    /// The host that a handle for `url` has to speak TLS with.
    static func secureHost(for url: HTTPURL) -> String? { url.scheme == "https" ? url.host : nil }

    /// Sets what there is about a transfer.
    ///
    /// - Throws: why this libcurl cannot do what is asked.
    func prepare(_ transfer: CurlTransfer) throws(TransportFailure) {
      self.transfer = transfer
      unsafe words.pointee = 0
      setRequest(transfer.plan, length: transfer.reader.total)
      if let refused {
        let message = library.message(for: refused.code)
        throw TransportFailure(
          .other, "libcurl \(library.version.text) refuses option \(refused.option): \(message)")
      }
    }

    private func setAlways(_ settings: CurlSettings) {
      let context = unsafe Unmanaged.passUnretained(self).toOpaque()
      let code = unsafe sc_set_callbacks(
        functions, easy, curlReceivesLine, curlReceivesContent, curlSendsContent,
        curlRewindsContent, context)
      if code != 0 { refused = (0, code) }
      set(CurlOption.noSignal, 1)
      set(CurlOption.quickExit, 1)
      set(CurlOption.protocols, 3)
      set(CurlOption.bufferSize, 102_400)
      set(CurlOption.http09Allowed, 0)
      set(CurlOption.pathAsIs, 1)
      set(CurlOption.suppressConnectHeaders, 1)
      if let limit = settings.connectTimeout {
        let milliseconds = (limit / .milliseconds(1)).rounded(.up)
        set(CurlOption.connectTimeout, Int(max(1, min(milliseconds, 1e9))))
      } else {
        set(CurlOption.connectTimeout, 1_000_000_000)
      }
      check(CurlOption.errorBuffer, unsafe sc_set(functions, easy, CurlOption.errorBuffer, words))
      set(CurlOption.userAgent, "StreamsHTTP")
      switch settings.proxy {
      case .none: set(CurlOption.proxy, "")
      case .environment: break
      case .address(let address): set(CurlOption.proxy, address)
      }
    }

    private func setRequest(_ plan: CurlPlan, length: Int?) {
      let (request, url) = (plan.request, plan.request.url)
      let text = "\(url.scheme)://\(url.authority)\(url.target)"
      if text != self.url { set(CurlOption.url, text) }
      self.url = text
      setShape(
        Shape(
          isHead: request.method == .head, sendsContent: plan.sendsContent,
          method: plan.sendsContent || request.method != .get ? request.method.rawValue : nil,
          length: length ?? -1,
          // When a kept connection fails, libcurl sends what has no content again without asking.
          isFresh: !plan.mayRepeat && length == 0))
      setLines(plan.lines)
    }

    private func setShape(_ shape: Shape) {
      guard shape != self.shape else { return }
      self.shape = shape
      // Takes back a HEAD and an upload.
      set(CurlOption.httpGet, 1)
      if shape.isHead {
        set(CurlOption.noBody, 1)
      } else if shape.sendsContent {
        set(CurlOption.upload, 1)
        check(
          CurlOption.inputSize,
          unsafe sc_set_size(functions, easy, CurlOption.inputSize, Int64(shape.length)))
      }
      if let method = shape.method, !shape.isHead {
        set(CurlOption.customRequest, method)
      } else {
        check(
          CurlOption.customRequest, unsafe sc_set(functions, easy, CurlOption.customRequest, nil))
      }
      set(CurlOption.freshConnect, shape.isFresh ? 1 : 0)
    }

    private func setLines(_ texts: [[CChar]]) {
      if let former = unsafe lines { unsafe sc_list_free(functions, former) }
      unsafe lines = nil
      for text in texts {
        guard let longer = unsafe sc_list_append(functions, lines, text) else {
          refused = (CurlOption.httpHeader, 27)
          return
        }
        unsafe lines = unsafe longer
      }
      let code = unsafe sc_set(
        functions, easy, CurlOption.httpHeader, lines.map { unsafe UnsafeRawPointer($0) })
      check(CurlOption.httpHeader, code)
    }

    private enum HTTPVersion {
      static let http11 = 2
      static let http2OverTLS = 4
    }

    private func setTLS(_ settings: CurlSettings, host: String) {
      let tls = settings.tls
      let speaksHTTP2 =
        switch settings.http2 {
        case .whenReliable: library.version.multiplexesWell
        case .whenOffered: library.version.speaksHTTP2
        case .never: false
        }
      set(CurlOption.httpVersion, speaksHTTP2 ? HTTPVersion.http2OverTLS : HTTPVersion.http11)
      if speaksHTTP2 { set(CurlOption.pipeWait, 1) }
      set(CurlOption.sslVerifyPeer, 1)
      set(CurlOption.sslVerifyHost, 2)
      set(CurlOption.sslVersion, tls.minimumVersion == .tls13 ? 7 : 6)
      // A folder of certificates is read again for each connection, a file once.
      check(CurlOption.caPath, unsafe sc_set(functions, easy, CurlOption.caPath, nil))
      switch tls.roots {
      case .system: if let file = library.certificates { set(CurlOption.caFile, file) }
      case .file(let path): set(CurlOption.caFile, path)
      case .pem(let bytes):
        check(CurlOption.caFile, unsafe sc_set(functions, easy, CurlOption.caFile, nil))
        check(
          CurlOption.caBytes,
          unsafe bytes.withUnsafeBytes {
            unsafe sc_set_blob(functions, easy, CurlOption.caBytes, $0.baseAddress, $0.count)
          })
      }
      if let identity = tls.identity {
        set(CurlOption.sslCertificate, identity.certificate)
        set(CurlOption.sslKey, identity.key ?? identity.certificate)
        if let password = identity.password { set(CurlOption.keyPassword, password) }
      }
      if let keys = tls.pinnedKeys(of: host) { set(CurlOption.pinnedPublicKey, keys) }
    }

    private func set(_ option: Int32, _ value: Int) {
      check(option, unsafe sc_set_long(functions, easy, option, value))
    }

    private func set(_ option: Int32, _ text: String) {
      // A text ends at a zero for libcurl: another file than was said would be read.
      guard !text.utf8.contains(0) else { return check(option, CurlHandle.badArgument) }
      check(option, unsafe text.withCString { unsafe sc_set(functions, easy, option, $0) })
    }

    private static let badArgument: Int32 = 43

    private func check(_ option: Int32, _ code: Int32) {
      if code != 0, refused == nil { refused = (option, code) }
    }

    // MARK: While it runs, and after

    /// Goes on with what was paused; may call back at once.
    func resume() { _ = unsafe sc_easy_resume(functions, easy) }

    /// An old libcurl leaves a cancelled stream of HTTP/2 to its connection, which is to be closed.
    func forbidReuse() { set(CurlOption.forbidReuse, 1) }

    func outcome(_ code: Int32, of answer: CurlAnswer, _ plan: CurlPlan) -> CurlOutcome {
      var outcome = CurlOutcome(code: Int(code))
      guard code != 0 else { return outcome }
      let words = unsafe String(cString: words)
      outcome.message = words.isEmpty ? library.message(for: code) : words
      outcome.systemError = info(CurlInfo.systemError)
      outcome.proxyStatus = info(CurlInfo.connectCode)
      outcome.hasHead = answer.hasHead
      outcome.isChunked = answer.isChunked
      outcome.isSecure = plan.request.url.scheme == "https"
      return outcome
    }

    /// What libcurl has measured.
    func report() -> ExchangeReport {
      let version: String? =
        switch info(CurlInfo.httpVersion) {
        case 1: "HTTP/1.0"
        case 2: "HTTP/1.1"
        case 3: "HTTP/2"
        default: nil
        }
      return ExchangeReport(
        transport: library.name, httpVersion: version,
        reusedConnection: version == nil ? nil : info(CurlInfo.newConnections) == 0,
        timings: ExchangeTimings(
          nameLookup: time(CurlInfo.nameLookup), connect: time(CurlInfo.connect),
          tls: time(CurlInfo.tls), ready: time(CurlInfo.ready),
          firstByte: time(CurlInfo.firstByte), total: time(CurlInfo.total)))
    }

    private func info(_ info: Int32) -> Int {
      var value = 0
      return unsafe sc_info_long(functions, easy, info, &value) == 0 ? value : 0
    }

    private func time(_ info: Int32) -> Duration? {
      var value: Int64 = 0
      guard unsafe sc_info_time(functions, easy, info, &value) == 0, value > 0 else { return nil }
      return .microseconds(value)
    }
  }
#endif
