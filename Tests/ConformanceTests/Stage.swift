import Streams
import StreamsTesting

/// Why a scripted stream fails.
struct Fault: Error, Hashable {
  let name: String
}

typealias Stream = Signal<JSON, Fault>

/// How the inputs of an operator with several are given.
enum Inputs: Sendable, CaseIterable {
  case inOrder, asList, swapped, swappedAsList

  var areSwapped: Bool { self == .swapped || self == .swappedAsList }
  var areList: Bool { self == .asList || self == .swappedAsList }
}

/// The virtual world one row is played in: its time, its sources, and all that happens.
final class Stage: Sendable {
  struct Log: Sendable {
    /// `[start, end]` of each observation of each source.
    var runs: [String: [JSON]] = [:]
    var calls: [JSON] = []
    var trace: [JSON] = []
    var delivered: [[JSON]]
    var overs: [Bool]
    /// Timers of operators that were pending after everybody had gone.
    var leftover: [JSON] = []
  }

  let scheduler: TestScheduler
  let vector: Vector
  let inputs: Inputs
  private let sources: [String: Source]
  private let log: Lock<Log>

  init(_ vector: Vector, _ inputs: Inputs) {
    self.vector = vector
    self.inputs = inputs
    let scheduler = TestScheduler()
    self.scheduler = scheduler
    sources = vector.sources.sorted { $0.key < $1.key }
      .reduce(into: [:]) { $0[$1.key] = Source($1.value, on: scheduler) }
    let nobody = vector.witnesses
    log = Lock(Log(delivered: nobody.map { _ in [] }, overs: nobody.map { _ in false }))
  }

  var now: JSON { .int(scheduler.now.milliseconds) }

  /// The source of that name; one that no row has fails, so that it is seen.
  func signal(_ name: String) -> Stream {
    guard let source = sources[name] else { return .fail(Fault(name: "no source \(name)")) }
    let ended: @Sendable () -> Void = { self.note("end", .text(name)) }
    return source.signal.handleEvents(
      onStart: { self.note("start", .text(name)) },
      onFailure: { _ in ended() }, onFinished: ended, onCancel: ended)
  }

  /// What a flattening operator makes of a value.
  func innerSignal(_ value: JSON) -> Stream {
    called([value])
    return signal(vector.inner[value.description] ?? "for \(value)")
  }

  // MARK: - What happens

  func called(_ arguments: [JSON]) {
    let now = now
    log.withLock { log in
      log.calls.append(.list([now] + arguments))
      log.trace.append(.list([now, "call"] + arguments))
    }
  }

  private func note(_ what: JSON, _ source: JSON) {
    let now = now
    log.withLock { $0.trace.append(.list([now, what, source])) }
  }

  private func delivered(_ event: Event<JSON, Fault>, to witness: Int) {
    let row = JSON(event, at: now)
    log.withLock { log in
      log.delivered[witness].append(row)
      log.trace.append(row)
      if event.isTerminal { log.overs[witness] = true }
    }
  }

  // MARK: - The play

  /// Plays the row to its end and says what happened.
  func play() -> Log {
    let signal = Operators.build(vector.steps, on: self)
    // Kept to the end: a run that is shared for ever ends with the signal.
    defer { withExtendedLifetime(signal) {} }
    let recordings = vector.witnesses.enumerated().map { enter($1, $0, signal) }
    var rounds = 0
    while rounds < 100_000, scheduler.runNext() {
      rounds += 1
      noteLeftover()
    }
    var log = log.withLock { $0 }
    log.runs = sources.mapValues(\.runs)
    for recording in recordings { recording.cancel() }
    return log
  }

  private func enter(
    _ witness: Witness, _ index: Int, _ signal: Stream
  ) -> Recording<JSON, Fault> {
    let heard = signal.handleEvents(
      onValue: { self.delivered(.value($0), to: index) },
      onFailure: { self.delivered(.failure($0), to: index) },
      onFinished: { self.delivered(.finished, to: index) },
      onCancel: { self.log.withLock { $0.overs[index] = true } })
    return scheduler.record(
      heard, from: Instant(milliseconds: witness.observe),
      cancelAt: witness.cancel.map(Instant.init))
  }

  /// Work left by operators must not keep virtual time going after the end; a run that is shared
  /// for ever may.
  private func noteLeftover() {
    guard !vector.steps.contains(where: { $0.args["scope"] == "forever" }) else { return }
    guard log.withLock({ $0.overs.allSatisfy { $0 } }) else { return }
    let count = scheduler.pending.filter { $0.kind == .timer || $0.kind == .action }.count
    guard count > 0 else { return }
    let row = JSON.list([now, .int(count)])
    log.withLock { $0.leftover.append(row) }
  }
}

extension Instant {
  init(milliseconds: Int) {
    self.init(offset: .milliseconds(milliseconds))
  }

  var milliseconds: Int {
    let (seconds, attoseconds) = offset.components
    return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
  }
}

extension JSON {
  /// A materialized event.
  init(_ event: Event<JSON, Fault>) {
    switch event {
    case .value(let value): self = .list(["value", value])
    case .failure(let fault): self = .list(["failure", .text(fault.name)])
    case .finished: self = .list(["finished"])
    }
  }

  init(_ event: Event<JSON, Fault>, at now: JSON) {
    self = .list([now] + (JSON(event).list ?? []))
  }
}
