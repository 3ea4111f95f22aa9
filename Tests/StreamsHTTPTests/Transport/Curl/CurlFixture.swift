#if os(Linux)
  import Glibc
  import Streams
  import StreamsHTTPTesting
  import Testing

  @testable import StreamsHTTP

  extension WireFixture {
    /// A server, and a libcurl that asks it as `settings` say.
    init(_ settings: CurlSettings = CurlSettings()) throws {
      try self.init(.curl)
      transport = CurlTransport(settings)
    }
  }

  /// Counts from any thread.
  final class Count: Sendable {
    private let count = Lock(0)

    var now: Int { count.withLock { $0 } }

    func add(_ more: Int = 1) { count.withLock { $0 += more } }
  }

  /// What the system knows of this process.
  enum ThisProcess {
    /// How many threads of libcurl's loops there are.
    static var loops: Int {
      let threads = files(in: "/proc/self/task").filter { thread in
        text(of: "/proc/self/task/\(thread)/comm").hasPrefix("streams.curl")
      }
      return threads.count
    }

    /// The sockets that lead to a port of this machine, and whether child processes inherit them.
    static func sockets(toPort port: UInt16) -> [(descriptor: Int32, isInherited: Bool)] {
      files(in: "/proc/self/fd").compactMap { Int32($0) }.filter { peerPort($0) == port }
        .map { ($0, fcntl($0, F_GETFD) & FD_CLOEXEC == 0) }
    }

    /// Resident memory in bytes.
    static var memory: Int {
      let pages = text(of: "/proc/self/statm").split(separator: " ").dropFirst().first
      return (pages.flatMap { Int($0) } ?? 0) * sysconf(Int32(_SC_PAGESIZE))
    }

    private static func peerPort(_ descriptor: Int32) -> UInt16? {
      var address = sockaddr_in()
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe getpeername(descriptor, $0, &size)
        }
      }
      return code == 0 && address.sin_family == sa_family_t(AF_INET)
        ? UInt16(bigEndian: address.sin_port) : nil
    }

    private static func files(in folder: String) -> [String] {
      guard let handle = unsafe opendir(folder) else { return [] }
      defer { unsafe closedir(handle) }
      var names: [String] = []
      while let entry = unsafe readdir(handle) {
        names.append(
          unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
            unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) {
              unsafe String(cString: $0)
            }
          })
      }
      return names
    }

    private static func text(of path: String) -> String {
      let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return "" }
      defer { close(file) }
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 4096) { room, count in
        count = unsafe max(0, read(file, room.baseAddress, 4096))
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
#endif
