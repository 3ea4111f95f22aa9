import Streams
import StreamsTesting
import Testing

/// What fails in a picture: `#`.
struct PictureFailure: Error, Hashable {}

typealias PictureSignal = Signal<String, PictureFailure>

/// Virtual time in pictures. A character is a second: `-` passes it, a letter is a value, `|` the
/// end, `#` a failure; what stands in parentheses happens in one second, and a value of several
/// letters is drawn in brackets: `1--(23)-[ab]|`.
final class PictureStage: Sendable {
  private struct Log: Sendable {
    var runs: [String: [String]] = [:]
    /// Emitters are kept: letting go of one would end its run.
    var kept: [Emitter<String, PictureFailure>] = []
  }

  let scheduler = TestScheduler()
  private let log = Lock(Log())

  /// A source that plays the picture anew for each observation.
  func cold(_ picture: String, _ name: String = "a") -> PictureSignal {
    let script = Picture.read(picture)
    return PictureSignal { emitter in
      self.begin(name, emitter)
      for (tick, event) in script {
        // What is sent after a cancel would be named as a leak.
        self.scheduler.schedule(after: .seconds(tick)) {
          if !emitter.isCancelled { emitter.send(event) }
        }
      }
    }
  }

  /// A source that plays the picture once, from now, to whoever observes it.
  func hot(_ picture: String, _ name: String = "a") -> PictureSignal {
    let subject = PassthroughSubject<String, PictureFailure>()
    for (tick, event) in Picture.read(picture) {
      scheduler.schedule(after: .seconds(tick)) { subject.send(event) }
    }
    return PictureSignal { emitter in
      self.begin(name, emitter)
      let observation = subject.signal.observe { event in emitter.send(event) }
      emitter.onTermination { observation.cancel() }
    }
  }

  private func begin(_ name: String, _ emitter: Emitter<String, PictureFailure>) {
    let start = tick
    let run = log.withLock { log in
      log.kept.append(emitter)
      log.runs[name, default: []].append("\(start)-")
      return log.runs[name, default: []].count - 1
    }
    emitter.onTermination {
      let end = self.tick
      self.log.withLock { $0.runs[name]?[run] += "\(end)" }
    }
  }

  var tick: Int { Picture.tick(scheduler.now) }

  /// The observations of a source, as `start-end`; one that still runs has no end.
  func runs(_ name: String = "a") -> String {
    log.withLock { $0.runs[name] ?? [] }.joined(separator: " ")
  }

  /// What an observer from now on sees, until nothing is left to do.
  func play<Value: Sendable, Failure: Error>(
    _ signal: Signal<Value, Failure>, cancelAt: Int? = nil,
    _ place: Testing.SourceLocation = #_sourceLocation
  ) -> String {
    play(signal, from: [0], cancelAt: cancelAt, place)[0]
  }

  /// What several observers see, each counted from the tick it begins at.
  func play<Value: Sendable, Failure: Error>(
    _ signal: Signal<Value, Failure>, from starts: [Int], cancelAt: Int? = nil,
    _ place: Testing.SourceLocation = #_sourceLocation
  ) -> [String] {
    let begin = scheduler.now
    let recordings = starts.map { start in
      scheduler.record(
        signal, from: begin.advanced(by: .seconds(start)),
        cancelAt: cancelAt.map { begin.advanced(by: .seconds($0)) })
    }
    do {
      try scheduler.run(limit: 10_000)
      if cancelAt != nil || recordings.allSatisfy({ $0.end != nil }) { try scheduler.verify() }
    } catch {
      Issue.record(error, sourceLocation: place)
    }
    defer { for recording in recordings { recording.cancel() } }
    return zip(starts, recordings).map { start, recording in
      Picture.draw(recording.events, from: Picture.tick(begin) + start)
    }
  }
}

/// Pictures, read and drawn.
enum Picture {
  static func tick(_ instant: Instant) -> Int { Int(instant.offset.components.seconds) }

  static func read(_ picture: String) -> [(Int, Event<String, PictureFailure>)] {
    var tick = 0
    var isGroup = false
    var events: [(Int, Event<String, PictureFailure>)] = []
    for character in picture where character != " " {
      switch character {
      case "-": break
      case "(": isGroup = true
      case ")": isGroup = false
      case "|": events.append((tick, .finished))
      case "#": events.append((tick, .failure(PictureFailure())))
      default: events.append((tick, .value(String(character))))
      }
      if !isGroup { tick += 1 }
    }
    return events
  }

  static func draw<Value: Sendable, Failure: Error>(
    _ events: [RecordedEvent<Value, Failure>], from start: Int = 0
  ) -> String {
    var drawn = ""
    var next = start
    var index = 0
    while index < events.count {
      let tick = tick(events[index].at)
      var group: [String] = []
      while index < events.count, Self.tick(events[index].at) == tick {
        group.append(sign(events[index].event))
        index += 1
      }
      drawn += String(repeating: "-", count: max(0, tick - next))
      drawn += group.count == 1 ? group[0] : "(" + group.joined() + ")"
      next = tick + 1
    }
    return drawn
  }

  private static func sign<Value: Sendable, Failure: Error>(
    _ event: Event<Value, Failure>
  ) -> String {
    switch event {
    case .finished: return "|"
    case .failure: return "#"
    case .value(let value):
      let text = "\(value)"
      return text.count == 1 ? text : "[\(text)]"
    }
  }
}

// MARK: - Laws

/// What is true of every operator of one input, whatever it does to values: how it ends, that a
/// cancel reaches its input and nothing follows, that two observers share nothing, and that values
/// sent from inside the handler keep their order.
func expectLaws<Value: Sendable & Equatable>(
  empty: String = "---|", failure: String = "--#", cancelledRun: String = "0-4",
  isTimed: Bool = false,
  _ place: Testing.SourceLocation = #_sourceLocation,
  of apply: (PictureSignal, PictureStage) -> Signal<Value, PictureFailure>
) {
  func play(
    _ picture: String, from: [Int] = [0], cancelAt: Int? = nil
  ) -> (PictureStage, [String]) {
    let stage = PictureStage()
    let signal = apply(stage.cold(picture), stage)
    return (stage, stage.play(signal, from: from, cancelAt: cancelAt, place))
  }
  #expect(play("---|").1 == [empty], "an empty input", sourceLocation: place)
  #expect(play("--#").1 == [failure], "a failing input", sourceLocation: place)

  let long = "1-1-2-4-3-5-6|"
  let both = play(long, from: [0, 3]).1
  #expect(both[0] == both[1], "two observers", sourceLocation: place)

  let (stage, cancelled) = play(long, cancelAt: 4)
  #expect(both[0].hasPrefix(cancelled[0]), "a cancel", sourceLocation: place)
  if cancelledRun == "0-4" {
    #expect(!cancelled[0].contains("|"), "a cancel is no end", sourceLocation: place)
  }
  #expect(stage.runs() == cancelledRun, "a cancel reaches the input", sourceLocation: place)

  guard !isTimed else { return }
  let inputs = ["1", "1", "2", "4", "3"]
  let flat = sent(inputs, isNested: false) { apply($0, stage) }
  let nested = sent(inputs, isNested: true) { apply($0, stage) }
  #expect(flat == nested, "values sent from the handler", sourceLocation: place)
}

/// The values an operator delivers for those sent to a subject: one after another, or, from the
/// first delivery on, all from inside the handler.
private func sent<Value: Sendable>(
  _ inputs: [String], isNested: Bool, _ apply: (PictureSignal) -> Signal<Value, PictureFailure>
) -> [Value] {
  let subject = PassthroughSubject<String, PictureFailure>()
  let rest = Lock(Array(inputs.reversed()))
  let delivered = Lock<[Value]>([])
  apply(subject.signal).observe(value: { value in
    delivered.withLock { $0.append(value) }
    while isNested, let next = rest.withLock({ $0.popLast() }) { subject.send(next) }
  })
  while let next = rest.withLock({ $0.popLast() }) { subject.send(next) }
  return delivered.withLock { $0 }
}

/// A list that closures of several threads may add to.
final class Notes<Note: Sendable>: Sendable {
  private let list = Lock<[Note]>([])

  var all: [Note] { list.withLock { $0 } }

  func add(_ note: Note) {
    list.withLock { $0.append(note) }
  }

  /// Adds a note in a closure that answers with what it was given. An operator without a scope of
  /// its own, as `mapError`, shows an order that others would put right themselves (G6).
  func noting<Value>(_ note: Note, _ value: Value) -> Value {
    add(note)
    return value
  }
}
