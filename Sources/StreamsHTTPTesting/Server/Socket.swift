#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A stream socket, as the number the system gave it.
///
/// All of the server's and its tests' pointer use stands in this file. A socket is closed by
/// whoever owns it, once; nothing here remembers that.
package struct Socket: Sendable, Hashable {
  /// What one read brought.
  package enum Received: Sendable, Equatable {
    case bytes([UInt8])
    /// The other side has closed or reset, or this side was shut down.
    case closed
  }

  let descriptor: Int32

  init(descriptor: Int32) {
    self.descriptor = descriptor
    closeOnExec()
  }

  // MARK: Opening

  /// Opens a socket that listens on 127.0.0.1, on a port the system picks.
  static func listener() throws(ServerFailure) -> (socket: Socket, port: UInt16) {
    let socket = try open()
    do throws(ServerFailure) {
      socket.set(SO_REUSEADDR, to: 1)
      var address = loopback(port: 0)
      guard unsafe socket.withAddress(&address, bind) == 0 else { throw .system("bind", errno) }
      guard listen(socket.descriptor, 1024) == 0 else { throw .system("listen", errno) }
      return (socket, try socket.localPort())
    } catch {
      socket.close()
      throw error
    }
  }

  /// Opens a connection to a port of 127.0.0.1.
  package static func connection(toPort port: UInt16) throws(ServerFailure) -> Socket {
    let socket = try open()
    var address = loopback(port: port)
    guard unsafe socket.withAddress(&address, connect) == 0 else {
      let code = errno
      socket.close()
      throw .system("connect", code)
    }
    socket.prepareForTraffic()
    return socket
  }

  /// Opens two sockets joined to each other; one wakes a thread that waits on the other.
  static func pair() throws(ServerFailure) -> (Socket, Socket) {
    var ends: [Int32] = [-1, -1]
    guard unsafe socketpair(AF_UNIX, streamKind, 0, &ends) == 0 else {
      throw .system("socketpair", errno)
    }
    return (Socket(descriptor: ends[0]), Socket(descriptor: ends[1]))
  }

  /// Takes the next waiting connection, or nil when there is none to take.
  func accept() -> Socket? {
    while true {
      let taken = systemAccept(descriptor)
      if taken < 0 && (errno == EINTR || errno == ECONNABORTED) { continue }
      guard taken >= 0 else { return nil }
      let socket = Socket(descriptor: taken)
      socket.prepareForTraffic()
      return socket
    }
  }

  // MARK: Traffic

  /// Reads what is there, waiting for the first byte.
  package func receive(atMost limit: Int = 65_536) -> Received {
    while true {
      var interrupted = false
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { room, filled in
        let count = unsafe recv(descriptor, room.baseAddress, limit, 0)
        interrupted = count < 0 && errno == EINTR
        filled = max(0, count)
      }
      if interrupted { continue }
      return bytes.isEmpty ? .closed : .bytes(bytes)
    }
  }

  /// Sends every byte, waiting for room; false when the other side is gone.
  @discardableResult
  package func send(_ bytes: some Collection<UInt8>) -> Bool {
    let bytes = Array(bytes)
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { raw in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: raw[sent...])
        return unsafe systemSend(descriptor, rest.baseAddress, rest.count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Sends one byte if there is room for it, never waiting.
  func nudge() {
    var byte: UInt8 = 1
    _ = unsafe systemSend(descriptor, &byte, 1, flags: Int32(MSG_DONTWAIT))
  }

  /// Waits until one of `sockets` can be read or has ended, or until `deadline`; nil waits for
  /// ever.
  ///
  /// Gives the indexes of those that are ready; none when the time was up.
  package static func wait(
    _ sockets: [Socket], until deadline: ContinuousClock.Instant?
  ) -> [Int] {
    var entries = sockets.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    while true {
      let ready = unsafe poll(&entries, nfds_t(entries.count), milliseconds(until: deadline))
      if ready < 0 && errno == EINTR { continue }
      if ready == 0, let deadline, ContinuousClock.now < deadline { continue }
      return ready > 0 ? entries.indices.filter { entries[$0].revents != 0 } : []
    }
  }

  // MARK: Ending

  /// Ends sending; the other side reads to the end and then sees it.
  package func finishSending() {
    _ = shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Ends both directions and wakes whoever waits on this socket; the number stays taken.
  func interrupt() {
    _ = shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Makes the next `close` send a reset rather than an orderly end.
  package func resetOnClose() {
    var option = linger(l_onoff: 1, l_linger: 0)
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// Gives the number back to the system.
  package func close() {
    systemClose(descriptor)
  }
}

// MARK: - Details

extension Socket {
  private static func open() throws(ServerFailure) -> Socket {
    let descriptor = socket(AF_INET, streamKind, 0)
    guard descriptor >= 0 else { throw .system("socket", errno) }
    return Socket(descriptor: descriptor)
  }

  private static func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  private func localPort() throws(ServerFailure) -> UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = unsafe withAddress(&address) { descriptor, pointer, _ in
      unsafe getsockname(descriptor, UnsafeMutablePointer(mutating: pointer), &size)
    }
    guard result == 0 else { throw .system("getsockname", errno) }
    return UInt16(bigEndian: address.sin_port)
  }

  private func withAddress(
    _ address: inout sockaddr_in,
    _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { rebound in
        unsafe body(descriptor, rebound, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  /// Answers go out at once, and a peer that went away is an error, not a signal.
  private func prepareForTraffic() {
    var on: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, size)
    #if canImport(Darwin)
      set(SO_NOSIGPIPE, to: 1)
    #endif
  }

  private func set(_ option: Int32, to value: Int32) {
    var value = value
    unsafe setsockopt(
      descriptor, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  private func closeOnExec() {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let left = ContinuousClock.now.duration(to: deadline)
    guard left > .zero else { return 0 }
    return Int32(clamping: (left / .milliseconds(1)).rounded(.up).clampedToInt)
  }
}

#if canImport(Darwin)
  private let streamKind = SOCK_STREAM
#elseif canImport(Musl)
  private let streamKind = Int32(SOCK_STREAM)
#else
  private let streamKind = Int32(SOCK_STREAM.rawValue)
#endif

// Outside the type, where the system's names are not hidden by its own.

private func systemAccept(_ descriptor: Int32) -> Int32 {
  accept(descriptor, nil, nil)
}

private func systemSend(
  _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, flags: Int32 = 0
) -> Int {
  #if canImport(Darwin)
    unsafe send(descriptor, bytes, count, flags)
  #else
    unsafe send(descriptor, bytes, count, flags | Int32(MSG_NOSIGNAL))
  #endif
}

private func systemClose(_ descriptor: Int32) {
  _ = close(descriptor)
}

extension Double {
  fileprivate var clampedToInt: Int { self < 1e9 ? Int(self) : Int(Int32.max) }
}
