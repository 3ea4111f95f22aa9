import Streams
import StreamsTesting
import Testing

@Suite("MarbleDiagram: reading")
struct MarbleDiagramTests {
  private func marks(_ text: String) throws -> [MarbleDiagram.Mark] {
    try MarbleDiagram(text).marks
  }

  private func mark(_ step: Int, _ kind: MarbleDiagram.Kind) -> MarbleDiagram.Mark {
    MarbleDiagram.Mark(step, kind)
  }

  @Test("a value, a step and an end take one step each")
  func steps() throws {
    #expect(
      try marks("--a-b|")
        == [mark(2, .value("a")), mark(4, .value("b")), mark(5, .finished)])
    #expect(try MarbleDiagram("--a-b|").length == 6)
    #expect(try MarbleDiagram("").length == 0)
    #expect(try marks("---").isEmpty)
    #expect(try marks("|--") == [mark(0, .finished)])
  }

  @Test("a group takes one step, however much is in it")
  func groups() throws {
    #expect(
      try marks("-(ab|)-")
        == [mark(1, .value("a")), mark(1, .value("b")), mark(1, .finished)])
    #expect(try MarbleDiagram("-(ab|)-").length == 3)
    #expect(try marks("(a)b") == [mark(0, .value("a")), mark(1, .value("b"))])
  }

  @Test("long names stand in quotes; two quotes in them are one")
  func quotes() throws {
    #expect(try marks("-'long name'b") == [mark(1, .value("long name")), mark(2, .value("b"))])
    #expect(try marks("'it''s'") == [mark(0, .value("it's"))])
    #expect(try marks("'a' 'b'") == [mark(0, .value("a")), mark(1, .value("b"))])
    #expect(try marks("''") == [mark(0, .value(""))])
    #expect(try marks("''''") == [mark(0, .value("'"))])
    #expect(try marks("'-(|#^!'") == [mark(0, .value("-(|#^!"))])
    #expect(try marks("'\u{301}e'") == [mark(0, .value("\u{301}e"))])
  }

  @Test("the name of a failure goes on over letters, digits and _, or stands in quotes")
  func failures() throws {
    #expect(try marks("-#") == [mark(1, .failure("#"))])
    #expect(try marks("-#boom") == [mark(1, .failure("boom"))])
    #expect(try MarbleDiagram("-#boom--").length == 4)
    #expect(try marks("(a#not_found4)") == [mark(0, .value("a")), mark(0, .failure("not_found4"))])
    #expect(try marks("#'no luck'") == [mark(0, .failure("no luck"))])
    #expect(try marks("# boom".replacing(" boom", with: " --")) == [mark(0, .failure("#"))])
  }

  @Test("white space means nothing, outside quotes")
  func space() throws {
    #expect(try marks(" - - a \n\t( b | ) ") == (try marks("--a(b|)")))
  }

  @Test("letters of any script, digits and emoji are values")
  func characters() throws {
    #expect(
      try marks("aé字7🙂👨‍👩‍👧_").map(\.kind)
        == ["a", "é", "字", "7", "🙂", "👨‍👩‍👧", "_"].map { .value($0) })
  }

  @Test("where it is observed and cancelled")
  func observation() throws {
    let diagram = try MarbleDiagram("--^-a--!")
    #expect(diagram.observed == 2)
    #expect(diagram.cancelled == 7)
    #expect(diagram.description == "--^-a--!")
    let other = try MarbleDiagram("a|")
    #expect(other.observed == nil)
    #expect(other.cancelled == nil)
  }

  @Test("times are counted from ^, values come from tables")
  func events() throws {
    let events = try MarbleDiagram("a-^-b#lost")
      .events(values: ["a": 1, "b": 2], failures: ["lost": Fault.lost], step: .milliseconds(10))
    #expect(
      events == [
        .value(1, at: .milliseconds(-20)), .value(2, at: .milliseconds(20)),
        .failure(.lost, at: .milliseconds(30)),
      ])
  }

  @Test("a name without a table is what a value describes itself with")
  func described() throws {
    #expect(
      try MarbleDiagram("a'bc'|").events()
        == [.value("a", at: .zero), .value("bc", at: .seconds(1)), .finished(at: .seconds(2))])
    #expect(
      try MarbleDiagram("1'-42'").events(of: Int.self)
        == [.value(1, at: .zero), .value(-42, at: .seconds(1))])
    let characters = try MarbleDiagram("x").events(of: Character.self)
    #expect(characters == [.value("x", at: .zero)])
  }

  @Test("a step that makes no sense is a misuse, and is the nearest that does")
  func oddSteps() throws {
    let diagram = try MarbleDiagram("-a")
    let (second, century) = (Duration.seconds(1), Duration.seconds(3_155_760_000))
    let steps: [(Duration, Duration)] = [
      (.zero, second), (.seconds(-1), second), (.seconds(Int64.min), second),
      (.seconds(Int64.max), century), (.seconds(Int64.max) * 18, century),
    ]
    let table = ["a": "a"]
    for (step, taken) in steps {
      var misuses: [Pending.Kind] = []
      do {
        try TestScheduler.verifying { time throws in
          let recording = time.record(
            Signal<String, Never>.just("a").delay(for: taken, scheduler: time))
          time.advance(by: taken)
          #expect(try diagram.events(step: step) == [.value("a", at: taken)])
          #expect(try diagram.events(values: table, step: step) == [.value("a", at: taken)])
          #expect(try time.marbles(of: recording, step: step) == "-(a|)")
          #expect(try time.marbles(of: recording, values: table, step: step) == "-(a|)")
          #expect(MarbleDrawing([.line("", diagram)], step: step).svg.hasPrefix("<svg"))
          _ = MarbleDrawing.Row.line("", diagram, step: step)
        }
      } catch let error as StillAlive {
        misuses = error.pending.map(\.kind)
        #expect(error.description.contains("A diagram was given steps of "))
      }
      let misuse = Pending.Kind.misuse(.badStep(step, taken: taken))
      #expect(misuses == Array(repeating: misuse, count: 6))
    }
  }
}
