#if os(Linux)
  import CStreamsCurl
  import Streams
  import Synchronization

  /// One exchange, from its request to its one end.
  ///
  /// `@unchecked Sendable`: others hold it to name it, and call `stop` and `isStopped`, which are
  /// atomic. All else is used on the loop's thread only, libcurl's callbacks among it, which run
  /// inside of the loop's calls; what was set before reaches that thread through the inbox's lock.
  @safe
  final class CurlTransfer: @unchecked Sendable {
    private enum Life { static let runs = 0, isStopped = 1, isOver = 2 }

    let plan: CurlPlan
    private let emitter: Emitter<TransportEvent, TransportFailure>
    private let life = Atomic<Int>(Life.runs)

    // On the loop's thread:
    var reader: CurlReader
    private(set) var answer: CurlAnswer
    /// Whether the server does not do what the request expects; the exchange is over with that.
    private var isRefused = false
    /// Why it was ended from in here.
    private var failure: TransportFailure?
    private var turn: CurlTurn?
    /// In which turn bytes came, and how many.
    private var turnNumber = 0
    private var turnBytes = 0
    private var reported = 0
    /// What libcurl is driven by, as long as it is.
    var handle: CurlHandle?

    init(
      _ plan: CurlPlan, _ content: CurlContent, limits: CurlLimits,
      _ emitter: Emitter<TransportEvent, TransportFailure>
    ) {
      self.plan = plan
      self.emitter = emitter
      reader = CurlReader(content, mayRewind: plan.mayRepeat)
      answer = CurlAnswer(to: plan.request, limits: limits)
    }

    /// Nobody waits for it any more; false when it is over.
    func stop() -> Bool {
      life.compareExchange(
        expected: Life.runs, desired: Life.isStopped, ordering: .acquiringAndReleasing
      ).exchanged
    }

    var isStopped: Bool { life.load(ordering: .acquiring) == Life.isStopped }

    /// Gives it to libcurl.
    ///
    /// - Throws: why libcurl will not have it.
    func begin(_ handle: CurlHandle, in turn: CurlTurn) throws(TransportFailure) {
      self.handle = handle
      self.turn = turn
      try handle.prepare(self)
    }

    /// Why the content cannot be sent after all.
    var contentFailure: TransportFailure? {
      guard case .stream(let stream) = reader.content else { return nil }
      return stream.failure
    }

    /// How it ended, by libcurl's code and by what came.
    func result(_ code: Int32) -> Result<Void, TransportFailure> {
      if let failure { return .failure(failure) }
      if isRefused { return .success(()) }
      let outcome = handle?.outcome(code, of: answer, plan) ?? CurlOutcome(code: Int(code))
      if let failure = TransportFailure(outcome) { return .failure(failure) }
      return Result { () throws(TransportFailure) in try answer.end() }
    }

    /// Tells how it ended, unless nobody waits; libcurl is done with it.
    func end(_ result: Result<Void, TransportFailure>, _ report: ExchangeReport?) {
      guard !isStopped else { return }
      if var report {
        report.trailers = answer.trailers
        emitter.send(.report(report))
      }
      guard
        life.compareExchange(
          expected: Life.runs, desired: Life.isOver, ordering: .acquiringAndReleasing
        ).exchanged
      else { return }
      switch result {
      case .success: emitter.finish()
      case .failure(var failure):
        failure.request = plan.request
        emitter.fail(failure)
      }
    }
  }

  // MARK: - What libcurl asks and tells

  extension CurlTransfer {
    /// Takes a line of a head; false to end the transfer.
    func receive(line: UnsafeRawBufferPointer) -> Bool {
      guard !isStopped else { return false }
      do throws(TransportFailure) {
        guard let event = try unsafe answer.receive(line: line) else { return true }
        emitter.send(event)
        try answer.checkLength()
        isRefused = refusesExpectation(event)
        return !isStopped && !isRefused
      } catch {
        failure = error
        return false
      }
    }

    /// Whether it is the answer after which libcurl, left to itself, sends the request again,
    /// without its expectation.
    private func refusesExpectation(_ event: TransportEvent) -> Bool {
      guard case .head(let response) = event else { return false }
      return response.status == 417 && plan.request.fields.contains("Expect")
    }

    /// Takes content, or nothing of it when the turn's share is used up.
    func receive(content: UnsafeRawBufferPointer) -> CurlTaken {
      guard !isStopped else { return .stop }
      guard let turn, mayReceive(in: turn) else { return .later }
      var produced = 0
      do throws(TransportFailure) {
        try unsafe answer.receive(content: content) { piece in
          produced += piece.count
          emitter.send(.chunk(piece))
        }
      } catch {
        failure = error
        return .stop
      }
      turnBytes += max(produced, content.count)
      return isStopped ? .stop : .taken
    }

    private func mayReceive(in turn: CurlTurn) -> Bool {
      if turnNumber != turn.number { (turnNumber, turnBytes) = (turn.number, 0) }
      if turnBytes < CurlTurn.share { return true }
      turn.postponed.append(self)
      return false
    }

    /// Gives content to send.
    func send(into room: UnsafeMutableRawBufferPointer) -> CurlReader.Step {
      guard !isStopped else {
        return .failed(TransportFailure(.other, "nobody waits"))
      }
      let step = unsafe reader.read(into: room)
      switch step {
      case .bytes(let count): report(count)
      case .wait: break
      case .failed(let error): failure = error
      }
      return step
    }

    /// Tells how much has gone; the end of content whose length was not known tells that.
    private func report(_ count: Int) {
      let (sent, total) = (reader.offset, reader.total)
      let isEnd = count == 0 && total == nil && sent > 0
      guard isEnd || (count > 0 && sent > reported) else { return }
      reported = sent
      emitter.send(.uploaded(TransferProgress(completed: sent, total: isEnd ? sent : total)))
    }
  }

  /// What became of content that came.
  enum CurlTaken {
    case taken
    case later
    case stop
  }

  /// A turn of the loop: no transfer may fill it alone.
  final class CurlTurn {
    /// How many bytes one transfer may receive in a turn.
    static let share = 256 << 10

    var number = 1
    /// Those whose share was used up.
    var postponed: [CurlTransfer] = []
  }
#endif
