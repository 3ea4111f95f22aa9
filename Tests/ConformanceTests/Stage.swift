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
    /// Scripted events that are still to come.
    var scripted = 0
    /// Timers of operators that were pending after everybody had gone.
    var leftover: [JSON] = []
  }

  let scheduler = TestScheduler()
  let vector: Vector
  let inputs: Inputs
  private let sources: [String: Source]
  private let log: Lock<Log>

  init(_ vector: Vector, _ inputs: Inputs) {
    self.vector = vector
    self.inputs = inputs
    sources = vector.sources.reduce(into: [:]) { $0[$1.key] = Source($1.key, $1.value) }
    let nobody = vector.witnesses
    log = Lock(Log(delivered: nobody.map { _ in [] }, overs: nobody.map { _ in false }))
  }

  var now: JSON { .int(milliseconds) }

  private var milliseconds: Int {
    let (seconds, attoseconds) = scheduler.now.offset.components
    return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
  }

  /// The source of that name; one that no row has fails, so that it is seen.
  func signal(_ name: String) -> Stream {
    guard let source = sources[name] else { return .fail(Fault(name: "no source \(name)")) }
    return Stream { emitter in source.begin(emitter, on: self) }
  }

  /// What a flattening operator makes of a value.
  func innerSignal(_ value: JSON) -> Stream {
    called([value])
    return signal(vector.inner[value.description] ?? "for \(value)")
  }

  // MARK: - What happens

  func script(at instant: Instant, _ action: @escaping @Sendable () -> Void) {
    log.withLock { $0.scripted += 1 }
    scheduler.schedule(at: instant) {
      self.log.withLock { $0.scripted -= 1 }
      action()
    }
  }

  func called(_ arguments: [JSON]) {
    let now = now
    log.withLock { log in
      log.calls.append(.list([now] + arguments))
      log.trace.append(.list([now, "call"] + arguments))
    }
  }

  func runBegan(_ source: String) -> Int {
    let now = now
    return log.withLock { log in
      log.trace.append(.list([now, "start", .text(source)]))
      log.runs[source, default: []].append(.list([now, .null]))
      return log.runs[source, default: []].count - 1
    }
  }

  func runEnded(_ source: String, _ run: Int) {
    let now = now
    log.withLock { log in
      log.trace.append(.list([now, "end", .text(source)]))
      guard let start = log.runs[source]?[run].list?.first else { return }
      log.runs[source]?[run] = .list([start, now])
    }
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
    for (_, source) in sources.sorted(by: { $0.key < $1.key }) { source.prepare(on: self) }
    let signal = Operators.build(vector.steps, on: self)
    // Kept to the end: a run that is shared for ever ends with the signal.
    defer { withExtendedLifetime(signal) {} }
    let scopes = vector.witnesses.enumerated().map { enter($1, $0, signal) }
    var rounds = 0
    while rounds < 100_000, scheduler.runNext() {
      rounds += 1
      noteLeftover()
    }
    defer {
      for scope in scopes { scope.cancel() }
      for source in sources.values { source.letGo() }
    }
    return log.withLock { $0 }
  }

  private func enter(_ witness: Witness, _ index: Int, _ signal: Stream) -> Subscription {
    let scope = Subscription()
    script(at: Instant(milliseconds: witness.observe)) {
      signal.observe(in: scope) { self.delivered($0, to: index) }
    }
    if let cancel = witness.cancel {
      script(at: Instant(milliseconds: cancel)) {
        scope.cancel()
        self.log.withLock { $0.overs[index] = true }
      }
    }
    return scope
  }

  /// Work left by operators must not keep virtual time going after the end; a run that is shared
  /// for ever may.
  private func noteLeftover() {
    guard !vector.steps.contains(where: { $0.args["scope"] == "forever" }) else { return }
    let (isOver, scripted) = log.withLock { ($0.overs.allSatisfy { $0 }, $0.scripted) }
    guard isOver else { return }
    let pending = scheduler.pending.count
    guard pending > scripted else { return }
    let row = JSON.list([now, .int(pending - scripted)])
    log.withLock { $0.leftover.append(row) }
  }
}

extension Instant {
  init(milliseconds: Int) {
    self.init(offset: .milliseconds(milliseconds))
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
