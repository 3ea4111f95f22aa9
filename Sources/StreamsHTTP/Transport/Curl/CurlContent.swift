#if os(Linux)
  import Streams

  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// Where the bytes of a request's content are.
  enum CurlContent: Sendable {
    case none
    case bytes([UInt8])
    case file(CurlFile)
    case stream(CurlStream)

    /// Makes it of a body; a signal is observed now, until `emitter` has ended.
    ///
    /// - Throws: a `bodyFailed` for what cannot be produced, as far as it is known yet.
    init(
      _ body: HTTPBody, until emitter: Emitter<TransportEvent, TransportFailure>
    ) throws(TransportFailure) {
      switch body {
      case .none: self = .none
      case .bytes(let bytes): self = .bytes(bytes)
      case .file(let path): self = .file(try CurlFile(path: path))
      case .replayable(let length, let make):
        self = .stream(try .observing(make(), length: length, until: emitter))
      case .once(let length, let signal):
        self = .stream(try .observing(signal, length: length, until: emitter))
      }
    }

    /// How many bytes there are; nil while it is unknown.
    var length: Int? {
      switch self {
      case .none: 0
      case .bytes(let bytes): bytes.count
      case .file(let file): file.length
      case .stream(let stream): stream.length
      }
    }
  }

  /// A file that is open for reading, of the length it had then.
  final class CurlFile: Sendable {
    let length: Int
    private let descriptor: Int32

    /// - Throws: a `bodyFailed` for what is no file or cannot be read.
    init(path: String) throws(TransportFailure) {
      descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      var status = stat()
      // A path ends at a zero for the system: another file than was said would be sent.
      guard descriptor >= 0, !path.utf8.contains(0), unsafe fstat(descriptor, &status) == 0,
        status.st_mode & S_IFMT == S_IFREG
      else {
        if descriptor >= 0 { close(descriptor) }
        throw TransportFailure(.bodyFailed, "the file \(path) cannot be read")
      }
      length = Int(status.st_size)
    }

    deinit { close(descriptor) }

    /// Reads at a place; fewer bytes than there is room for only at the end, or after an error.
    func read(at offset: Int, into room: UnsafeMutableRawBufferPointer) -> Int {
      unsafe max(0, pread(descriptor, room.baseAddress, room.count, off_t(offset)))
    }
  }

  /// Reads a request's content as libcurl asks for it: never more than was announced, and nothing
  /// twice that must not be.
  struct CurlReader {
    enum Step {
      case bytes(Int)
      /// Nothing is there yet.
      case wait
      case failed(TransportFailure)
    }

    let content: CurlContent
    /// How many bytes were announced; nil when they are sent in chunks.
    let total: Int?
    private let mayRewind: Bool
    private(set) var offset = 0

    init(_ content: CurlContent, mayRewind: Bool) {
      self.content = content
      self.mayRewind = mayRewind
      total = content.length
    }

    mutating func read(into room: UnsafeMutableRawBufferPointer) -> Step {
      let left = min(room.count, total.map { $0 - offset } ?? Int.max)
      let room = unsafe UnsafeMutableRawBufferPointer(rebasing: room.prefix(left))
      guard left > 0 else { return .bytes(0) }
      let step = unsafe read(atMost: room)
      if case .bytes(let count) = step {
        offset += count
        if count == 0, total != nil {
          return .failed(TransportFailure(.bodyFailed, "the content became shorter"))
        }
      }
      return step
    }

    private func read(atMost room: UnsafeMutableRawBufferPointer) -> Step {
      switch content {
      case .none: return .bytes(0)
      case .bytes(let bytes):
        unsafe room.copyBytes(from: bytes[offset..<(offset + room.count)])
        return .bytes(room.count)
      case .file(let file): return unsafe .bytes(file.read(at: offset, into: room))
      case .stream(let stream): return unsafe stream.read(into: room)
      }
    }

    /// Goes back to the first byte, if sending again is allowed and possible.
    mutating func rewind() -> Bool {
      guard mayRewind else { return false }
      if offset == 0 { return true }
      switch content {
      case .none, .bytes, .file:
        offset = 0
        return true
      case .stream: return false
      }
    }
  }
#endif
