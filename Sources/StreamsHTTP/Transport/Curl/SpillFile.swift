#if os(Linux)
  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// A file that only its owner can reach, gone with it: first in, first out.
  struct SpillFile: Sendable {
    private final class Descriptor: Sendable {
      let number: Int32
      init(_ number: Int32) { self.number = number }
      deinit { close(number) }
    }

    private let file: Descriptor
    /// For tests, which spoil it.
    var descriptor: Int32 { file.number }
    private var written = 0
    private var taken = 0

    /// Nil when the system gives none.
    init?() {
      let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? P_tmpdir
      var path = (folder + "/StreamsHTTP-XXXXXX").utf8CString
      let number = unsafe path.withUnsafeMutableBufferPointer { path -> Int32 in
        guard let base = path.baseAddress else { return -1 }
        let opened = unsafe mkstemp(base)
        if opened >= 0 {
          unsafe unlink(base)
          _ = fcntl(opened, F_SETFD, FD_CLOEXEC)
        }
        return opened
      }
      guard number >= 0 else { return nil }
      file = Descriptor(number)
    }

    var isEmpty: Bool { taken == written }

    mutating func append(_ bytes: [UInt8]) -> Bool {
      var done = 0
      while done < bytes.count {
        let count = unsafe bytes.withUnsafeBytes { all in
          let rest = unsafe UnsafeRawBufferPointer(rebasing: all[done...])
          return unsafe pwrite(file.number, rest.baseAddress, rest.count, off_t(written))
        }
        guard count > 0 else { return false }
        done += count
        written += count
      }
      return true
    }

    /// Nil when what was written cannot be read: no bytes must not look like the end.
    mutating func take(into room: UnsafeMutableRawBufferPointer) -> Int? {
      let wanted = min(room.count, written - taken)
      let count = unsafe pread(file.number, room.baseAddress, wanted, off_t(taken))
      guard count > 0 || wanted == 0 else { return nil }
      taken += count
      return count
    }
  }
#endif
