#if os(Linux)
  import Testing

  @testable import StreamsHTTP

  @Suite(
    "Handles that wait",
    .enabled("where there is a libcurl") {
      (try? CurlLibrary.system.get()) != nil
    })
  struct CurlHandlePoolTests {
    private func handle(_ host: String?) throws -> CurlHandle {
      let library = try CurlLibrary.system.get()
      return try #require(CurlHandle(library, CurlSettings(), secureHost: host))
    }

    @Test("serve the host they speak TLS with, and nobody else")
    func hosts() throws {
      var pool = CurlHandlePool()
      pool.keep(try handle("a.org"))
      pool.keep(try handle(nil))
      let taken = ["b.org", "a.org", "a.org", nil, nil].map { pool.take(for: $0) }
      #expect(taken.map { $0 != nil } == [false, true, false, true, false])
      #expect(taken[1]?.secureHost == "a.org")
      #expect(pool.count == 0)
    }

    @Test("are never more than so many, and one host's many are not lost to one of them more")
    func most() throws {
      var pool = CurlHandlePool()
      for _ in 0..<(CurlHandlePool.most + 5) { pool.keep(try handle(nil)) }
      #expect(pool.count == CurlHandlePool.most)
      pool.keep(try handle("new.org"))
      #expect(pool.count == 1)
      let new = pool.take(for: "new.org")
      #expect(new?.secureHost == "new.org")
    }
  }
#endif
