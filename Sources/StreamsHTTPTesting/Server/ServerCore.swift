import Streams

/// What a server's threads share; the `LoopbackServer` above it is only the user's handle.
final class ServerCore: Sendable {
  struct State: Sendable {
    var log = ServerLog()
    /// Connections by number, as long as their sockets may be touched.
    var sockets: [Int: Socket] = [:]
    var routes: [Route] = []
    /// Sockets that wake the threads that wait for a change.
    var waiters: Set<Socket> = []
    /// Wakes the thread that takes connections.
    var alarm: Socket?
    var threads = 0
    var isStopped = false

    /// Wakes those who wait for a change. A nudge neither waits nor calls out.
    func changed() {
      for waiter in waiters { waiter.nudge() }
    }
  }

  let limits: ServerLimits
  private let start = ContinuousClock.now
  private let state: Lock<State>

  private init(limits: ServerLimits, alarm: Socket) {
    self.limits = limits
    state = Lock(State(alarm: alarm, threads: 1))
  }

  static func start(
    limits: ServerLimits
  ) throws(ServerFailure) -> (core: ServerCore, port: UInt16) {
    let (listener, port) = try Socket.listener()
    do throws(ServerFailure) {
      let (alarm, bell) = try Socket.pair()
      let core = ServerCore(limits: limits, alarm: alarm)
      let isRunning = ServerThread.start { core.takeConnections(listener, alarm, bell) }
      guard isRunning else {
        for socket in [alarm, bell] { socket.close() }
        throw .noThread
      }
      return (core, port)
    } catch {
      listener.close()
      throw error
    }
  }

  var log: ServerLog { state.withLock { $0.log } }

  /// Tells every thread to end, without waiting for it.
  func interrupt() {
    // The routes are let go outside the lock: releasing them may run anybody's code.
    _ = state.withLock { state -> [Route] in
      state.isStopped = true
      state.alarm?.nudge()
      for socket in state.sockets.values { socket.interrupt() }
      defer { state.routes = [] }
      return state.routes
    }
  }

  func waitUntil(within limit: Duration, _ condition: (State) -> Bool) -> Bool {
    let deadline = ContinuousClock.now.advanced(by: limit)
    guard let (waiter, bell) = try? Socket.pair() else { return condition(state.withLock { $0 }) }
    state.withLock { _ = $0.waiters.insert(waiter) }
    defer {
      state.withLock { _ = $0.waiters.remove(waiter) }
      for socket in [waiter, bell] { socket.close() }
    }
    while true {
      if condition(state.withLock { $0 }) { return true }
      if Socket.wait([bell], until: deadline).isEmpty { return false }
      _ = bell.receive()
    }
  }
}

// MARK: - Connections

extension ServerCore {
  private func takeConnections(_ listener: Socket, _ alarm: Socket, _ bell: Socket) {
    while !state.withLock({ $0.isStopped }) {
      _ = Socket.wait([listener, bell], until: nil)
      if state.withLock({ $0.isStopped }) { break }
      if let socket = listener.accept() {
        serve(socket)
      } else {
        // No descriptors left, most likely: another connection may give one back.
        _ = Socket.wait([bell], until: .now.advanced(by: .milliseconds(10)))
      }
    }
    listener.close()
    state.withLock { $0.alarm = nil }
    for socket in [alarm, bell] { socket.close() }
    threadEnded()
  }

  private func serve(_ socket: Socket) {
    guard let number = opened(socket) else { return socket.close() }
    let isRunning = ServerThread.start { [self] in
      var run = ConnectionRun(core: self, socket: socket, number: number)
      let end = run.run()
      closed(socket, number, end)
      threadEnded()
    }
    if !isRunning {
      closed(socket, number, .byServer)
      threadEnded()
    }
  }

  private func opened(_ socket: Socket) -> Int? {
    let now = now
    return state.withLock { state in
      guard !state.isStopped else { return nil }
      let number = state.log.connections.count + 1
      state.log.connections.append(ServerConnection(number: number, opened: now))
      state.sockets[number] = socket
      state.threads += 1
      state.changed()
      return number
    }
  }

  private func closed(_ socket: Socket, _ number: Int, _ end: ServerConnection.End) {
    state.withLock { _ = $0.sockets.removeValue(forKey: number) }
    socket.close()
    let now = now
    state.withLock { state in
      state.log.connections[number - 1].closed = now
      state.log.connections[number - 1].end = state.isStopped ? .stopped : end
      state.changed()
    }
  }

  private func threadEnded() {
    state.withLock { state in
      state.threads -= 1
      state.changed()
    }
  }

  private var now: Duration { start.duration(to: .now) }
}

// MARK: - Requests

extension ServerCore {
  func add(_ route: Route) {
    state.withLock { state in
      if !state.isStopped { state.routes.append(route) }
    }
  }

  func received(_ count: Int, on number: Int) {
    state.withLock { state in
      state.log.connections[number - 1].bytesReceived += count
      state.changed()
    }
  }

  /// Records a request and gives what answers it.
  func received(_ head: RequestHead, body: [UInt8], on number: Int) -> (ServerRequest, Route?) {
    let request = ServerRequest(
      method: head.method, target: head.target, minorVersion: head.minorVersion,
      fields: head.fields, body: body, connection: number, arrival: now)
    return state.withLock { state in
      state.log.requests.append(request)
      state.changed()
      return (request, state.routes.last { $0.fits(request) })
    }
  }
}
