#if os(Linux)
  /// Whom a ``CurlTransport`` trusts over TLS, and who it says it is. Certificates and host names
  /// are always checked.
  public struct TLSSettings: Hashable, Sendable {
    /// Whose certificates are believed.
    public enum Roots: Hashable, Sendable {
      /// The system's.
      case system
      /// Those of a file in PEM format, and no others.
      case file(path: String)
      /// These in PEM format, and no others; a libcurl over GnuTLS cannot take them.
      case pem([UInt8])
    }

    /// The versions there are to choose from.
    public enum Version: Hashable, Sendable {
      /// TLS 1.2 (RFC 5246).
      case tls12
      /// TLS 1.3 (RFC 8446).
      case tls13
    }

    /// What proves to a server who its client is.
    public struct Identity: Hashable, Sendable {
      /// A file of the certificate in PEM format, its chain behind it.
      public var certificate: String
      /// A file of the private key in PEM format; nil when it stands with the certificate.
      public var key: String?
      /// What the key is locked with.
      public var password: String?

      /// An identity of the given files.
      public init(certificate: String, key: String? = nil, password: String? = nil) {
        self.certificate = certificate
        self.key = key
        self.password = password
      }
    }

    /// The keys one host may have; a certificate with another is refused, trusted or not.
    ///
    /// A pin that cannot be understood fails the exchanges it may be about, as `tls` and before
    /// anything is sent: those of its host when a key is no key, or when there is none; all over
    /// TLS when its host is no host, as nobody knows then whom it was to protect.
    public struct Pin: Hashable, Sendable {
      /// The host, or the domain whose hosts are meant: a name, in any case and with or without the
      /// dot of the root, or an address; a name that is not ASCII in its `xn--` form (RFC 5890).
      public var host: String
      /// Whether hosts below it are meant too; an address has none.
      public var coversSubdomains: Bool
      /// SHA-256 of each public key (its `SubjectPublicKeyInfo`), in Base64.
      public var keys: [String]

      /// A pin of the given keys.
      public init(host: String, coversSubdomains: Bool = false, keys: [String]) {
        self.host = host
        self.coversSubdomains = coversSubdomains
        self.keys = keys
      }
    }

    /// Whose certificates are believed.
    public var roots = Roots.system
    /// The oldest version that is spoken.
    public var minimumVersion = Version.tls12
    /// Who the client is; nil to say nothing.
    public var identity: Identity?
    /// The keys of hosts that are known.
    public var pins: [Pin] = []

    /// The system's trust, and nothing more.
    public init() {}
  }

  extension TLSSettings.Identity: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
  {
    /// The file of the certificate; not the password.
    public var description: String { "the identity in \(certificate)" }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// Shows what `description` does.
    public var customMirror: Mirror { Mirror(self, children: ["certificate": certificate]) }
  }
#endif
