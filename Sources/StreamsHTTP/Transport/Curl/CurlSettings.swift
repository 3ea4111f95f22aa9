#if os(Linux)
  import Streams

  /// How a ``CurlTransport`` behaves; a value, to be changed before it is given to one.
  public struct CurlSettings: Hashable, Sendable {
    /// Which version of HTTP is spoken over TLS; without TLS it is always HTTP/1.1.
    public enum HTTP2: Hashable, Sendable {
      /// HTTP/2 where the server offers it, on a libcurl that does it well: 8.0 and later. Before,
      /// a cancelled stream goes on until its connection is used again, and the early answer to an
      /// upload can be lost.
      case whenReliable
      /// HTTP/2 where the server offers it, on any libcurl.
      case whenOffered
      /// Never.
      case never
    }

    /// Which way requests go out.
    public enum Proxy: Hashable, Sendable {
      /// Straight to the server, whatever the environment says.
      case none
      /// As `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` say.
      case environment
      /// Through this one, such as `http://127.0.0.1:3128` or `socks5h://127.0.0.1:1080`.
      case address(String)
    }

    /// How many connections to one host are kept and used at once. A count below the least that
    /// makes sense is reported as a misuse, here and below, and the least is taken.
    public var maximumConnectionsPerHost = 6
    /// How many connections are kept and used at once in all.
    public var maximumConnections = 256
    /// The most bytes an answer's content may have, codings undone.
    public var maximumBodyBytes = 1 << 30
    /// The most bytes the heads of one answer may have, informational ones and trailers among them.
    public var maximumHeadBytes = 256 << 10
    /// How many times larger content may become when its codings are undone, past a mebibyte.
    public var maximumExpansion = 250
    /// How long it may take until a connection stands, TLS included; nil leaves it to decorators.
    public var connectTimeout: Duration? = .seconds(60)
    /// Whether HTTP/2 is spoken.
    public var http2 = HTTP2.whenReliable
    /// Which way requests go out.
    public var proxy = Proxy.none
    /// Whom to trust, and who to be.
    public var tls = TLSSettings()

    /// Settings that suit most.
    public init() {}

    /// With counts that make sense; those that made none are reported.
    func corrected() -> CurlSettings {
      var settings = self
      settings.maximumConnectionsPerHost = Misuse.count(
        maximumConnectionsPerHost, in: "CurlSettings.maximumConnectionsPerHost")
      settings.maximumConnections = Misuse.count(
        maximumConnections, in: "CurlSettings.maximumConnections")
      settings.maximumBodyBytes = Misuse.count(
        maximumBodyBytes, atLeast: 0, in: "CurlSettings.maximumBodyBytes")
      settings.maximumHeadBytes = Misuse.count(
        maximumHeadBytes, in: "CurlSettings.maximumHeadBytes")
      settings.maximumExpansion = Misuse.count(
        maximumExpansion, in: "CurlSettings.maximumExpansion")
      return settings
    }

    /// What of these settings libcurl alone can see to for a request; a stand-in would go where it
    /// must not, or trust whom it must not.
    func need(for request: HTTPRequest) -> String? {
      if case .address = proxy { return "a proxy" }
      return request.url.scheme == "https" && tls != TLSSettings() ? "TLS of its own kind" : nil
    }
  }

  extension CurlSettings.Proxy: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
  {
    /// Which way; of an address, all but the name and password it may hold.
    public var description: String {
      switch self {
      case .none: "none"
      case .environment: "by the environment"
      case .address(let text): HTTPURL.redacted(text)
      }
    }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// Shows what `description` does.
    public var customMirror: Mirror {
      Mirror(self, children: ["proxy": description])
    }
  }

  /// The most that is taken of an answer.
  struct CurlLimits: Sendable {
    var bodyBytes: Int
    var headBytes: Int
    var expansion: Int

    init(_ settings: CurlSettings) {
      bodyBytes = settings.maximumBodyBytes
      headBytes = settings.maximumHeadBytes
      expansion = settings.maximumExpansion
    }
  }
#endif
