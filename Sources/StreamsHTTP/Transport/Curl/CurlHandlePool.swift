#if os(Linux)
  /// Handles that wait for their next transfer.
  struct CurlHandlePool {
    private var handles: [String?: [CurlHandle]] = [:]
    private(set) var count = 0

    /// How many are kept.
    static let most = 128

    /// One that speaks TLS with that host, or none at all.
    mutating func take(for secureHost: String?) -> CurlHandle? {
      guard let handle = handles[secureHost]?.popLast() else { return nil }
      count -= 1
      return handle
    }

    /// Keeps a handle. When there are enough, one more of a host that has some is let go of; for
    /// the first of another host all make room, those of hosts asked long ago among them.
    mutating func keep(_ handle: CurlHandle) {
      if count == Self.most {
        guard handles[handle.secureHost]?.isEmpty ?? true else { return }
        self = CurlHandlePool()
      }
      handles[handle.secureHost, default: []].append(handle)
      count += 1
    }
  }
#endif
