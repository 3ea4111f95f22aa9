import Streams
import StreamsTesting
import Testing

@Suite("Expectations of what == does not compare")
struct ComparingTests {
  /// Not Equatable, as a closure never is.
  private struct Row: Sendable {
    var id: Int
    var title = ""
    var action: @Sendable () -> Void = {}
  }

  private enum Refusal: Error {
    case status(Int)
    case other
  }

  private let complaints = Complaints()
  private let rows = ["a": Row(id: 1), "b": Row(id: 2)]

  @Test("values: by a closure, of a signal and of a recording")
  func values() throws {
    let time = TestScheduler(reporter: .swiftTesting)
    let source = time.cold("-a-b|", values: ["a": Row(id: 1, title: "x"), "b": Row(id: 2)])
    time.expect(source.signal, is: "-a-b|", values: rows) { $0.id == $1.id }
    time.expect(source.signal, is: "-a-b|", values: rows, by: { $0.id == $1.id }, step: .seconds(1))
    let recording = time.record(source.signal)
    let start = time.now
    try time.run()
    time.expect(recording, is: "-a-b|", from: start, values: rows) { $0.id == $1.id }
    try time.verify()
  }

  @Test("values: a lie is told, by the names that the closure finds")
  func lies() {
    let time = complaints.scheduler()
    let source = time.cold("-a-b|", values: rows)
    time.expect(source.signal, is: "-b-b|", values: rows) { $0.id == $1.id }
    time.expect(time.record(source.signal), is: "-b", values: rows) { $0.id == $1.id }
    time.expect(source.signal, is: "-a-b|", values: rows) { _, _ in false }
    #expect(complaints.messages[0].hasSuffix("\nat 1 s: expected b, got a"))
    #expect(complaints.messages[1].hasSuffix("\nat 1 s: expected b, got nothing"))
    #expect(complaints.messages[2].contains("\nat 3 s: expected Row(id: 2, title: \"\""))
    #expect(complaints.failures.count == 3)
  }

  @Test("values that are equal may be told apart, and others may be the same")
  func otherwise() throws {
    let time = complaints.scheduler()
    let source = time.cold("-1-2|", of: Int.self)
    time.expect(source.signal, is: "-e-e|", values: ["e": 0]) { abs($0 - $1) < 3 }
    #expect(complaints.messages == [])
    time.expect(source.signal, is: "-a-b|", values: ["a": 1, "b": 2]) { $0 == $1 && $0 != 2 }
    #expect(complaints.messages.first?.contains("at 3 s: expected 2, got 2") == true)
    try time.verify()
  }

  @Test("failures without == are the same when their types and descriptions are")
  func failures() throws {
    let time = complaints.scheduler()
    let source = time.cold("-#", of: Int.self, failures: ["#": Refusal.status(404)])
    time.expect(source.signal, is: "-#", failures: ["#": .status(404)])
    time.expect(source.signal, is: "-#", values: [:], failures: ["#": .status(404)])
    time.expect(source.signal, is: "-#", values: [:], failures: ["#": .status(404)], by: ==)
    #expect(complaints.messages == [])
    time.expect(source.signal, is: "-#", failures: ["#": .status(500)])
    time.expect(source.signal, is: "-#b", failures: ["#": .status(404), "b": .other])
    #expect(
      complaints.messages.first?.hasSuffix(
        "at 1 s: expected the failure (status(500)), got the failure status(404)") == true)
    #expect(complaints.failures.count == 2)
  }

  @Test("any error is compared as what it is: by its own == where it has one")
  func anyError() throws {
    let time = complaints.scheduler()
    let thrown: [any Error] = [Fault.lost, Refusal.status(1), Careless(code: 1)]
    for (index, error) in thrown.enumerated() {
      for (other, expected) in thrown.enumerated() {
        let failure = time.expect(
          Signal<Int, any Error>.fail(error), is: "#", failures: ["#": expected])
        #expect((failure == nil) == (index == other))
      }
    }
    let careless = Signal<Int, any Error>.fail(Careless(code: 1))
    let failure = time.expect(careless, is: "#", failures: ["#": Careless(code: 2)])
    #expect(failure != nil)
    try time.verify()
  }

  @Test("a recording with such failures is drawn")
  func drawn() throws {
    let time = TestScheduler(reporter: .swiftTesting)
    let recording = time.record(
      time.cold("-1#", of: Int.self, failures: ["#": Refusal.other]).signal)
    try time.run()
    #expect(try time.marbles(of: recording, failures: ["bad": .other]) == "-1#bad")
    time.expect(recording, is: "-1#", failures: ["#": .other])
  }
}

/// Describes itself always alike, so that only `==` tells it apart.
private struct Careless: Error, Equatable, CustomStringConvertible {
  var code: Int
  var description: String { "careless" }
}
