#if os(Linux)
  import CStreamsCurl

  /// A zlib that was found at run time.
  ///
  /// `@unchecked Sendable`: the table of functions is written before anybody has it, and is never
  /// changed nor freed.
  @safe
  final class ZlibLibrary: @unchecked Sendable {
    let functions: UnsafePointer<sc_zlib>

    /// The system's, looked for once; nil when there is none.
    static let system = ZlibLibrary("libz.so.1")

    init?(_ name: String) {
      guard let functions = unsafe sc_zlib_load(name) else { return nil }
      unsafe self.functions = unsafe functions
    }
  }

  /// Undoes one deflate stream, of one user at a time.
  @safe
  final class Inflater {
    enum Format {
      case gzip
      /// By RFC 9110 in the format of zlib; many a server sends it without that.
      case deflate

      init?(coding: String) {
        switch coding {
        case "gzip", "x-gzip": self = .gzip
        case "deflate": self = .deflate
        default: return nil
        }
      }
    }

    private let format: Format
    private let zlib: ZlibLibrary
    private let stream: UnsafeMutablePointer<sc_inflate>
    /// The bytes that tell how the stream is packed, until there are two.
    private var first: [UInt8] = []
    private var hasBegun = false
    /// Whether the stream has come to its own end.
    private(set) var isComplete = false

    init(_ format: Format, _ zlib: ZlibLibrary) {
      self.format = format
      self.zlib = zlib
      unsafe stream = .allocate(capacity: 1)
      unsafe stream.initialize(to: sc_inflate())
    }

    deinit {
      if hasBegun { _ = unsafe sc_inflate_end(zlib.functions, stream) }
      unsafe stream.deallocate()
    }

    private enum Code {
      static let ok: Int32 = 0
      static let end: Int32 = 1
      /// Nothing could be done: more input is needed.
      static let noProgress: Int32 = -5
    }

    /// Decodes a piece of `bytes` and moves their start to what is left; to be called until both
    /// the piece and the rest are empty.
    func step(_ bytes: inout UnsafeRawBufferPointer) throws(TransportFailure) -> [UInt8] {
      guard try unsafe begin(&bytes) else { return [] }
      if !first.isEmpty {
        let held = first
        first = []
        return try unsafe held.withUnsafeBytes { held in
          var held = unsafe held
          return Result { () throws(TransportFailure) in try unsafe self.inflate(&held) }
        }.get()
      }
      return try unsafe inflate(&bytes)
    }

    private func inflate(
      _ bytes: inout UnsafeRawBufferPointer
    ) throws(TransportFailure) -> [UInt8] {
      if isComplete {
        guard unsafe !bytes.isEmpty else { return [] }
        // Another member may follow (RFC 1952 section 2.2).
        guard format == .gzip, unsafe sc_inflate_reset(zlib.functions, stream) == Code.ok else {
          throw Self.broken
        }
        isComplete = false
      }
      var code = Code.ok
      let room = min(1 << 16, max(1024, bytes.count * 4))
      let piece = unsafe [UInt8](unsafeUninitializedCapacity: room) { output, count in
        code = unsafe run(&bytes, into: output, &count)
      }
      switch code {
      case Code.ok, Code.noProgress: break
      case Code.end: isComplete = true
      default: throw Self.broken
      }
      return piece
    }

    private func run(
      _ bytes: inout UnsafeRawBufferPointer, into output: UnsafeMutableBufferPointer<UInt8>,
      _ count: inout Int
    ) -> Int32 {
      unsafe stream.pointee.next_in = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
      unsafe stream.pointee.avail_in = UInt32(clamping: bytes.count)
      unsafe stream.pointee.next_out = output.baseAddress
      unsafe stream.pointee.avail_out = UInt32(clamping: output.count)
      let code = unsafe sc_inflate_step(zlib.functions, stream)
      unsafe bytes = UnsafeRawBufferPointer(rebasing: bytes.suffix(Int(stream.pointee.avail_in)))
      count = unsafe output.count - Int(stream.pointee.avail_out)
      return code
    }

    /// Chooses the format once it can be known; false when more bytes are needed.
    private func begin(_ bytes: inout UnsafeRawBufferPointer) throws(TransportFailure) -> Bool {
      if hasBegun { return true }
      var windowBits: Int32 = 16 + 15
      if format == .deflate {
        let taken = min(2 - first.count, bytes.count)
        unsafe first.append(contentsOf: bytes.prefix(taken))
        unsafe bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(taken))
        guard first.count == 2 else { return false }
        let isZlib = first[0] & 15 == 8 && (Int(first[0]) << 8 | Int(first[1])) % 31 == 0
        windowBits = isZlib ? 15 : -15
      }
      guard unsafe sc_inflate_begin(zlib.functions, stream, windowBits) == Code.ok else {
        throw TransportFailure(.other, "zlib cannot begin")
      }
      hasBegun = true
      return true
    }

    private static let broken = TransportFailure(
      .malformedResponse, "the content is not coded as its head says")
  }
#endif
