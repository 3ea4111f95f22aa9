/// The life of one connection, on its own thread.
struct ConnectionRun {
  private let core: ServerCore
  private let socket: Socket
  private let number: Int
  private var parser: RequestParser
  /// Bytes read while an answer was under way, which the parser has not looked at.
  private var ahead = 0

  init(core: ServerCore, socket: Socket, number: Int) {
    self.core = core
    self.socket = socket
    self.number = number
    parser = RequestParser(limits: core.limits)
  }

  mutating func run() -> ServerConnection.End {
    repeat {
      do throws(RequestParser.Refusal) {
        while let output = try parser.next() {
          ahead = 0
          if let end = handle(output) { return end }
        }
      } catch {
        refuse(error)
        return .byServer
      }
    } while read()
    return .byClient
  }

  private mutating func handle(_ output: RequestParser.Output) -> ServerConnection.End? {
    switch output {
    case .expectsContinue:
      return socket.send(ServerAnswer.head(status: 100, fields: [])) ? nil : .byClient
    case .request(let head, let body):
      let (request, route) = core.received(head, body: body, on: number)
      return send(route?.answer(request) ?? .status(404), to: request)
    }
  }

  private mutating func send(
    _ answer: ServerAnswer, to request: ServerRequest
  ) -> ServerConnection.End? {
    let wire = AnswerWire(answer, to: request.method)
    for piece in wire.pieces {
      if piece.wait > .zero, !idle(for: piece.wait) { return .byClient }
      if !piece.bytes.isEmpty, !socket.send(piece.bytes) { return .byClient }
    }
    switch wire.end {
    case .keepAlive: return request.keepsAlive ? nil : .byServer
    case .close, .fault(.close): return .byServer
    case .fault(.reset):
      socket.resetOnClose()
      return .byServer
    case .fault(.flood):
      while let last = wire.pieces.last, !last.bytes.isEmpty, socket.send(last.bytes) {
        if answer.pause > .zero, !idle(for: answer.pause) { break }
      }
      return .byClient
    case .fault(.stall):
      _ = idle(for: nil)
      return .byClient
    }
  }

  /// Answers what is no request, and reads on for a moment: closing over unread bytes would be a
  /// reset, which can overtake the answer.
  private mutating func refuse(_ refusal: RequestParser.Refusal) {
    let close = ServerField("Connection", "close")
    let none = ServerField("Content-Length", "0")
    socket.send(ServerAnswer.head(status: refusal.status, fields: [none, close]))
    socket.finishSending()
    let deadline = ContinuousClock.now.advanced(by: .seconds(1))
    while !Socket.wait([socket], until: deadline).isEmpty {
      guard case .bytes = socket.receive() else { return }
    }
  }

  /// Lets time pass, for ever without a duration; false when the client goes away meanwhile.
  private mutating func idle(for duration: Duration?) -> Bool {
    let deadline = duration.map { ContinuousClock.now.advanced(by: $0) }
    while !Socket.wait([socket], until: deadline).isEmpty {
      guard read(), ahead <= core.limits.body else { return false }
    }
    return true
  }

  private mutating func read() -> Bool {
    guard case .bytes(let bytes) = socket.receive() else { return false }
    parser.append(bytes)
    ahead += bytes.count
    core.received(bytes.count, on: number)
    return true
  }
}
