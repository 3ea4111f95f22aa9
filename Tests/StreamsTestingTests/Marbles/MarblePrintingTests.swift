import Streams
import StreamsTesting
import Testing

@Suite("Recordings as diagrams")
struct MarblePrintingTests {
  private func recording<Value: Sendable, Failure: Error>(
    _ events: [RecordedEvent<Value, Failure>], on time: TestScheduler
  ) throws -> Recording<Value, Failure> {
    let recording = time.record(time.cold(events).signal)
    try time.run()
    return recording
  }

  @Test("what is read from what was printed is what was printed, of 1,000 seeded recordings")
  func roundTrip() throws {
    var numbers = SeededWords(seed: 4)
    var names = ["#": "#", "lost": "lost", "": "", "it's": "it's", "\u{301}": "\u{301}"]
    for _ in 0..<20 {
      let name = numbers.name()
      names[name] = name
    }
    let failures = names.mapValues { Named(name: $0) }
    for _ in 0..<1_000 {
      let events = numbers.events(names)
      let time = TestScheduler()
      let recording = try recording(events, on: time)
      #expect(recording.events == events)
      let text = try time.marbles(of: recording, failures: failures)
      let read = try MarbleDiagram(text).events(failures: failures)
      #expect(read == events, "\(text)")
    }
  }

  @Test("what was printed from what was read is the diagram, in its plain form")
  func plain() throws {
    let time = TestScheduler()
    let plain = [
      "", "|", "#", "--a-b|", "(ab|)", "-'long'-#boom", "'a''b'", "'ab' 'cd'('ab' 'cd')x",
      "(a'b c'#'no luck')", "a#",
    ]
    let failures = ["#": Fault.late, "boom": .lost, "no luck": .lost]
    for text in plain {
      let events = try MarbleDiagram(text).events(failures: failures)
      let printed = try time.marbles(of: recording(events, on: TestScheduler()), failures: failures)
      // Of two names of one failure the first is taken.
      #expect(printed == text.replacing("'no luck'", with: "boom"))
    }
    #expect(
      try time.marbles(of: recording(MarbleDiagram(" - a - ").events(), on: TestScheduler()))
        == "-a")
  }

  @Test("tables name what is in them, descriptions the rest; the step is the scheduler's")
  func tables() throws {
    let time = TestScheduler(step: .milliseconds(5))
    let recording = try recording(
      [
        .value(1, at: .milliseconds(5)), .value(20, at: .milliseconds(10)),
        .failure(Fault.lost, at: .milliseconds(25)),
      ], on: time)
    #expect(try time.marbles(of: recording, values: ["a": 1]) == "-a'20'--#lost")
    #expect(
      try time.marbles(of: recording, values: ["20": 1], failures: ["#": .lost])
        == "-'20''20, which is not in the table'--#".replacing("''", with: "' '"))
    #expect(
      try time.marbles(of: recording, failures: ["x": .lost], step: .microseconds(2_500))
        == "--1-'20'-----#x")
    #expect(
      try time.marbles(of: recording, from: Instant(offset: .milliseconds(5)), values: ["a": 1])
        == "a'20'--#lost")
  }

  @Test("what stands at no step is an error, and so is a diagram nobody reads")
  func unprintable() throws {
    let time = TestScheduler()
    let early = try recording(
      [RecordedEvent<Int, Never>.value(1, at: .milliseconds(2_500))], on: time)
    #expect(
      throws: UnprintableMarbles.betweenSteps(
        Instant(offset: .milliseconds(2_500)), step: .seconds(1))
    ) { try time.marbles(of: early) }
    #expect(
      throws: UnprintableMarbles.betweenSteps(
        Instant(offset: .milliseconds(-500)), step: .seconds(1))
    ) { try time.marbles(of: early, from: Instant(offset: .seconds(3))) }
    #expect(
      throws: UnprintableMarbles.tooLong(
        Instant(offset: .milliseconds(2_500)), step: .microseconds(1))
    ) {
      try time.marbles(of: early, step: .microseconds(1))
    }
    #expect(
      UnprintableMarbles.betweenSteps(Instant(offset: .milliseconds(2_500)), step: .seconds(1))
        .description == "What happens at 2.5 s stands at no step of 1 s.")
    _ = try time.marbles(of: early, step: .milliseconds(500))
  }
}
