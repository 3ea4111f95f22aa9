#if os(Linux)
  /// Handles that wait for their next transfer.
  struct CurlHandlePool {
    private var handles: [String?: [CurlHandle]] = [:]
    private var count = 0

    /// How many are kept.
    static let most = 128

    /// One that speaks TLS with that host, or none at all.
    mutating func take(for secureHost: String?) -> CurlHandle? {
      guard let handle = handles[secureHost]?.popLast() else { return nil }
      count -= 1
      return handle
    }

    /// Keeps a handle; those of hosts that were asked long ago make room, with all others.
    mutating func keep(_ handle: CurlHandle) {
      if count == Self.most { self = CurlHandlePool() }
      handles[handle.secureHost, default: []].append(handle)
      count += 1
    }
  }
#endif
