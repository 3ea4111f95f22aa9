#if os(Linux)
  import CStreamsCurl

  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// A libcurl that was found at run time.
  ///
  /// `@unchecked Sendable`: the table of functions is written before anybody has it, and is never
  /// changed nor freed; the functions that are called through it are safe as libcurl says, each
  /// handle on one thread at a time, which the loop sees to.
  @safe
  final class CurlLibrary: @unchecked Sendable {
    let functions: UnsafePointer<sc_curl>
    let version: CurlVersion
    /// What it is called in reports.
    let name: String
    /// The file of certificates that are trusted on this system.
    let certificates: String?

    /// The system's; FoundationNetworking links the same one. Looked for once.
    static let system = find(["libcurl.so.4", "libcurl-gnutls.so.4"])

    private init(_ functions: UnsafePointer<sc_curl>) {
      unsafe self.functions = unsafe functions
      let found = unsafe sc_curl_version(functions)
      version = unsafe CurlVersion(
        number: Int(found.number), text: Self.text(found.text) ?? "",
        tls: Self.text(found.tls) ?? "", speaksHTTP2: found.features >> 16 & 1 == 1)
      name = "libcurl \(version.text)"
      let own = unsafe Self.text(found.certificates).map { [$0] } ?? []
      certificates = (own + Self.certificateFiles).first { unsafe access($0, R_OK) == 0 }
    }

    /// The first of `names` that is there and new enough, or why there is none.
    static func find(_ names: [String]) -> Result<CurlLibrary, CurlUnavailable> {
      var reasons: [String] = []
      for name in names {
        guard let functions = unsafe sc_curl_load(name) else {
          reasons.append("\(name) is not there")
          continue
        }
        let library = unsafe CurlLibrary(functions)
        if let fault = library.version.fault {
          reasons.append("\(name): \(fault)")
        } else {
          return .success(library)
        }
      }
      return .failure(CurlUnavailable(message: reasons.joined(separator: "; ")))
    }

    func message(for code: Int32) -> String {
      unsafe Self.text(sc_message_of(functions, code)) ?? "error \(code)"
    }

    private static func text(_ text: UnsafePointer<CChar>?) -> String? {
      unsafe text.map { unsafe String(cString: $0) }
    }

    /// Where systems keep them, for a libcurl that was built elsewhere.
    private static let certificateFiles = [
      "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
      "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
    ]
  }
#endif

/// Why libcurl cannot be driven.
struct CurlUnavailable: Error, Hashable, Sendable {
  let message: String
}

/// Which libcurl it is, and what is known of it.
struct CurlVersion: Hashable, Sendable {
  /// One byte each for major, minor and patch.
  let number: Int
  let text: String
  let tls: String
  let speaksHTTP2: Bool

  /// Why it is not to be used; nil when it can be. Before 7.87 a name that is looked up holds up
  /// every transfer when one is cancelled.
  var fault: String? {
    number < 0x07_57_00 ? "version \(text) is older than 7.87" : nil
  }

  /// Before 8.0 a cancelled stream goes on, and an early answer to an upload can be lost.
  var multiplexesWell: Bool { speaksHTTP2 && number >= 0x08_00_00 }
}
