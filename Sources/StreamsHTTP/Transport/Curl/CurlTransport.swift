#if os(Linux)
  public import Streams

  /// Exchanges over libcurl: the transport of Linux.
  ///
  /// libcurl is looked for when the first transport is made, as `libcurl.so.4` or
  /// `libcurl-gnutls.so.4`; nothing has to be installed to build a program, and the library is
  /// wherever Foundation's own networking is, which links it. One older than 7.87, or none, leaves
  /// the work to ``URLSessionTransport``, and every exchange then begins with a
  /// ``TransportEvent/report(_:)`` that says so in its note. What that cannot do is not left out:
  /// with settings of TLS that differ from the first ones `https` fails, and with the address of a
  /// proxy everything does.
  ///
  /// Everything libcurl does by itself is off: redirects, cookies, credentials, proxies from the
  /// environment, decoding. A 3xx and a 401 are answers like any other (RFC 9110 section 15). An
  /// observation is one exchange. What is asked is checked before anything is sent: a field that
  /// frames the message, content for a method that has none, user information in the URL are
  /// refused as `invalidRequest`.
  ///
  /// Sending twice: when a kept connection fails as a request goes out, it is sent again over
  /// another only if it may be repeated (``HTTPRequest/isRepeatable``) and its content is in memory
  /// or a file. Any other fails as `connectionLost`; one that
  /// is not idempotent and has no content goes out over a fresh connection.
  ///
  /// Content of the answer comes with its codings undone; gzip and deflate are asked for unless
  /// the request says otherwise or asks for a range. Every exchange that libcurl worked on ends
  /// with a report of its times, protocol and trailers.
  ///
  /// Failures are `TransportFailure`s; an answer that was cut short, in its head or its coding too,
  /// is `connectionLost`, never an end.
  ///
  /// ## Threads and pace
  ///
  /// One thread serves all exchanges of a transport, whatever their number. Events are delivered on
  /// it, as they come: an observer that takes its time holds up the other exchanges, so work that
  /// does belongs behind `receive(on:)`. Nothing is gathered here: what an observer has not
  /// returned from yet leaves the rest in the socket, and so slows its server down. Of one exchange
  /// no more than 256 KiB are delivered before the others have their turn. In the other direction,
  /// files are read as they are sent; a signal pushes, and what it pushes faster than the server
  /// takes waits in memory, and past a mebibyte in a temporary file that nobody else can open.
  ///
  /// A cancel returns at once, and the connection is closed a moment later.
  ///
  /// Lifetime: releasing the transport does not stop what runs; with the last exchange the thread
  /// ends and the connections close.
  public struct CurlTransport: Transport {
    private enum Way: Sendable {
      case curl(CurlEngine)
      case urlSession(URLSessionTransport, CurlSettings, note: String)
    }

    private let way: Way

    /// A transport with connections of its own.
    public init(_ settings: CurlSettings = CurlSettings()) {
      self.init(settings, library: CurlLibrary.system)
    }

    init(_ settings: CurlSettings, library: Result<CurlLibrary, CurlUnavailable>) {
      let settings = settings.corrected()
      switch library {
      case .success(let library): way = .curl(CurlEngine(library, settings))
      case .failure(let reason):
        let transport = URLSessionTransport(
          maximumConnectionsPerHost: settings.maximumConnectionsPerHost,
          maximumBodyBytes: settings.maximumBodyBytes)
        let note = "libcurl cannot be driven: \(reason.message)"
        way = .urlSession(transport, settings, note: note)
      }
    }

    /// The exchange of `request` and `body`, as a cold signal.
    ///
    /// Content that comes as a signal is sent as it comes: with a `Content-Length` when its length
    /// is told, or when all of it is there at once, and in chunks otherwise. Content without a
    /// `Content-Type` is sent as `application/octet-stream` (RFC 9110 section 8.3).
    public func send(
      _ request: HTTPRequest, body: HTTPBody
    ) -> Signal<TransportEvent, TransportFailure> {
      switch way {
      case .curl(let engine): Signal { emitter in engine.start(request, body, emitter) }
      case .urlSession(let transport, let settings, let note):
        if let need = settings.need(for: request) {
          .fail(TransportFailure(.other, "\(note), and \(need) needs it", request: request))
        } else {
          .just(.report(ExchangeReport(transport: "URLSession", note: note)))
            .append(transport.send(request, body: body))
        }
      }
    }
  }
#endif
