import StreamsHTTPTesting

/// A socket that says exactly what a test tells it to.
final class RawClient {
  private let socket: Socket

  init(_ server: LoopbackServer) throws {
    socket = try Socket.connection(toPort: server.port)
  }

  deinit { socket.close() }

  func send(_ text: String) { socket.send(Array(text.utf8)) }

  func finishSending() { socket.finishSending() }

  func resetOnClose() { socket.resetOnClose() }

  /// Reads until what came ends so, or until the server closes, or for ten seconds.
  func read(until end: String) -> String { read { $0.hasSuffix(end) } }

  /// Reads until the server closes, or for ten seconds.
  func readToEnd() -> String { read { _ in false } }

  /// Whether the server closes within ten seconds; what it still sends is dropped.
  func isClosed() -> Bool {
    let deadline = ContinuousClock.now.advanced(by: .seconds(10))
    while !Socket.wait([socket], until: deadline).isEmpty {
      if socket.receive() == .closed { return true }
    }
    return false
  }

  private func read(_ isEnough: (String) -> Bool) -> String {
    let deadline = ContinuousClock.now.advanced(by: .seconds(10))
    var bytes: [UInt8] = []
    while !isEnough(String(decoding: bytes, as: UTF8.self)),
      !Socket.wait([socket], until: deadline).isEmpty,
      case .bytes(let more) = socket.receive()
    {
      bytes += more
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
