#if os(Linux)
  internal import Foundation

  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  extension TLSSettings {
    /// The keys `host`, as it stands in a URL, may have, in libcurl's notation; nil when any will
    /// do.
    func pinnedKeys(of host: String) -> String? {
      let pins = pins.filter { $0.covers(host) }
      guard !pins.isEmpty else { return nil }
      return pins.flatMap(\.keys).map { "sha256//\($0)" }.joined(separator: ";")
    }

    /// Why `host` must not be asked: a pin that may be about it cannot be understood.
    func pinFault(for host: String) -> String? {
      for pin in pins {
        guard PinnedHost(pin.host) != nil else {
          return "the pin of \(pin.host.quotedOnOneLine) names no host"
        }
        guard pin.covers(host) else { continue }
        if pin.keys.isEmpty { return "the pin of \(pin.host) has no key" }
        if let key = pin.keys.first(where: { Data(base64Encoded: $0)?.count != 32 }) {
          return "\(key.quotedOnOneLine), pinned for \(pin.host), is no SHA-256 in Base64"
        }
      }
      return nil
    }
  }

  extension TLSSettings.Pin {
    fileprivate func covers(_ host: String) -> Bool {
      guard let own = PinnedHost(self.host), let host = PinnedHost(host) else { return false }
      return host == own
        || coversSubdomains && own.isName && host.isName && host.text.hasSuffix("." + own.text)
    }
  }

  /// A host in the one form by which two are compared.
  private struct PinnedHost: Equatable {
    let text: String
    let isName: Bool

    /// Nil for what is no host: with a scheme, a port, a wildcard, spaces, or characters that a
    /// name on the wire does not have.
    init?(_ text: String) {
      var name = text.lowercasedASCII()
      if name.hasSuffix(".") { name.removeLast() }
      if let address = Self.address(name) {
        (self.text, isName) = (address, false)
        return
      }
      let labels = name.split(separator: ".", omittingEmptySubsequences: false)
      let isHost = labels.allSatisfy { label in
        !label.isEmpty
          && label.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == 0x2D || $0 == 0x5F }
      }
      guard isHost else { return nil }
      (self.text, isName) = (name, true)
    }

    /// An address in one way of the many it can be written in, libcurl's `127.1` among them; IPv6
    /// with or without brackets.
    private static func address(_ text: String) -> String? {
      guard text.utf8.allSatisfy({ $0 > 0x20 }) else { return nil }
      var short = in_addr()
      if unsafe inet_aton(text, &short) != 0 { return "4:\(short.s_addr)" }
      let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
      var long = [UInt8](repeating: 0, count: 16)
      let bare = isBracketed ? String(text.dropFirst().dropLast()) : text
      guard unsafe inet_pton(AF_INET6, bare, &long) == 1 else { return nil }
      return "6:" + long.map { $0.padded(to: 2, radix: 16) }.joined()
    }
  }
#endif
