#if os(Linux)
  import Testing

  @testable import StreamsHTTP

  /// Codings are undone as the bytes come, and no end is taken for one that is none.
  @Suite("Content codings") struct ContentDecodingTests {
    static let text = "hello, hello, hello"
    static let raw: [UInt8] = [203, 72, 205, 201, 201, 215, 81, 200, 64, 162, 0]
    static let zlib: [UInt8] = [120, 218] + raw + [68, 40, 6, 213]
    static let gzip: [UInt8] =
      [31, 139, 8, 0, 0, 0, 0, 0, 2, 3] + raw + [159, 161, 202, 9, 19, 0, 0, 0]
    /// Six mebibytes of zeros, twice by gzip.
    static let bomb: [UInt8] = [
      31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 237, 208, 61, 13, 128, 48, 24, 6, 225, 183, 31, 75, 195,
      132, 3, 108, 144, 48, 16, 194, 138, 7, 144, 210, 132, 145, 5, 1, 120, 64, 3, 65, 6, 22, 8,
      18, 248, 169, 141, 230, 158, 233, 230, 43, 103, 175, 200, 178, 107, 119, 238, 143, 176, 60,
      219, 237, 115, 1, 0, 0, 0, 0, 128, 196, 133, 115, 234, 44, 70, 251, 14, 245, 97, 12, 1, 0,
      32, 1, 171, 245, 69, 83, 73, 163, 62, 74, 221, 232, 249, 0, 24, 0, 0,
    ]

    /// What `parts` decode to, and whether the end is one.
    private func decode(
      _ coding: String, _ parts: [[UInt8]], expansion: Int = 250
    ) throws -> [UInt8] {
      let fields = try HTTPFields([("Content-Encoding", coding)])
      var decoding = ContentDecoding(of: fields, zlib: .system, maximumExpansion: expansion)
      var decoded: [UInt8] = []
      for part in parts {
        let result = unsafe part.withUnsafeBytes { bytes in
          Result { () throws(TransportFailure) in
            try unsafe decoding.decode(bytes) { decoded += $0 }
          }
        }
        try result.get()
      }
      try decoding.end()
      return decoded
    }

    private func kind(_ coding: String, _ parts: [[UInt8]], expansion: Int = 250) throws
      -> TransportFailure.Kind?
    {
      do {
        _ = try decode(coding, parts, expansion: expansion)
        return nil
      } catch {
        return try #require(error as? TransportFailure).kind
      }
    }

    @Test(
      "gzip and deflate are undone, in one piece and byte by byte",
      arguments: [
        ("gzip", gzip), ("x-gzip", gzip), ("GZip", gzip), ("deflate", zlib), ("deflate", raw),
      ])
    func whole(_ coding: String, _ bytes: [UInt8]) throws {
      #expect(try decode(coding, [bytes]) == Array(Self.text.utf8))
      #expect(try decode(coding, bytes.map { [$0] }) == Array(Self.text.utf8))
    }

    @Test("a stream that is cut short anywhere is a lost connection")
    func cut() throws {
      for (coding, bytes) in [("gzip", Self.gzip), ("deflate", Self.zlib), ("deflate", Self.raw)] {
        for length in 1..<bytes.count {
          #expect(try kind(coding, [Array(bytes[..<length])]) == .connectionLost, "\(length)")
        }
      }
    }

    @Test("no content is no stream, and so not a cut one")
    func empty() throws {
      #expect(try decode("gzip", []) == [])
    }

    @Test("what is broken is malformed")
    func broken() throws {
      var checksum = Self.gzip
      checksum[checksum.count - 6] ^= 1
      #expect(try kind("gzip", [checksum]) == .malformedResponse)
      #expect(try kind("gzip", [Array("plain text".utf8)]) == .malformedResponse)
      #expect(try kind("deflate", [Self.zlib + [0]]) == .malformedResponse)
      #expect(try kind("gzip", [Self.gzip + Array("more".utf8)]) == .malformedResponse)
    }

    @Test("gzip may have several members, which may be cut anywhere")
    func members() throws {
      let two = Self.gzip + Self.gzip
      let text = Array((Self.text + Self.text).utf8)
      #expect(try decode("gzip", [two]) == text)
      #expect(try decode("gzip", two.map { [$0] }) == text)
      #expect(try kind("gzip", [Array(two.dropLast())]) == .connectionLost)
    }

    @Test("codings are undone in the order opposite to theirs")
    func stacked() throws {
      #expect(try decode("identity", [[1, 2]]) == [1, 2])
      #expect(try decode("gzip, identity", [Self.gzip]) == Array(Self.text.utf8))
      #expect(try kind("deflate, gzip", [Self.gzip]) == .malformedResponse)
      #expect(try decode("gzip, gzip", [Self.bomb], expansion: 100_000).count == 6 << 20)
      #expect(try kind("gzip, gzip", [Array(Self.bomb.dropLast(9))], expansion: 100_000) != nil)
    }

    @Test("a bomb goes off early, and small")
    func bomb() throws {
      let fields = try HTTPFields([("Content-Encoding", "gzip, gzip")])
      var decoding = ContentDecoding(of: fields, zlib: .system, maximumExpansion: 250)
      var count = 0
      let result = unsafe Self.bomb.withUnsafeBytes { bytes in
        Result { () throws(TransportFailure) in
          try unsafe decoding.decode(bytes) { count += $0.count }
        }
      }
      #expect(throws: TransportFailure.self) { try result.get() }
      #expect(count <= 1 << 20)
    }

    @Test("content in an unknown coding, or in too many, is malformed; no content never is")
    func unknown() throws {
      for coding in ["br", "gzip, zstd", "gzip, gzip, gzip, gzip, gzip"] {
        #expect(try kind(coding, [[1]]) == .malformedResponse)
        #expect(try kind(coding, []) == nil)
      }
    }

    @Test("without zlib nothing coded is taken")
    func noLibrary() throws {
      #expect(ZlibLibrary("libnowhere.so.1") == nil)
      let fields = try HTTPFields([("Content-Encoding", "gzip")])
      var decoding = ContentDecoding(of: fields, zlib: nil, maximumExpansion: 1)
      let result = unsafe Self.gzip.withUnsafeBytes { bytes in
        Result { () throws(TransportFailure) in try unsafe decoding.decode(bytes) { _ in } }
      }
      #expect(throws: TransportFailure.self) { try result.get() }
    }
  }
#endif
