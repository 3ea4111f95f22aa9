import Streams
import Testing

@Suite("collect(_:)")
struct CollectCountTests {
  private let stage = PictureStage()

  private func chunks(_ source: PictureSignal, _ count: Int) -> PictureSignal {
    source.collect(count).map { $0.joined(separator: ",") }
  }

  @Test(
    "An array goes out with the value that fills it, the rest with the end",
    arguments: [
      (1, "1-2-(34)5|"), (2, "--[1,2]-[3,4]-(5|)"), (3, "----[1,2,3]-([4,5]|)"),
      (5, "-----[1,2,3,4,5]|"), (6, "------([1,2,3,4,5]|)"), (Int.max, "------([1,2,3,4,5]|)"),
    ])
  func values(_ count: Int, _ expected: String) {
    #expect(stage.play(chunks(stage.cold("1-2-(34)5|"), count)) == expected)
  }

  @Test("A failure drops what has been gathered")
  func fails() {
    #expect(stage.play(chunks(stage.cold("123#"), 2)) == "-[1,2]-#")
  }

  @Test("Less than 1 is reported and taken for 1", arguments: [0, -1, Int.min])
  func nonsense(count: Int) {
    let notes = Notes<Event<[Int], Never>>()
    let misuses = collectingMisuse {
      Signal<Int, Never>.sequence(1...2).collect(count).observe { notes.add($0) }
    }
    #expect(
      misuses.entries == [.countTooSmall(operator: "collect(_:)", given: count, least: 1)])
    #expect(notes.all == [.value([1]), .value([2]), .finished])
  }

  @Test("A cancel at the rest keeps the end away, one at an array what follows")
  func cancelInside() {
    for (count, expected) in [(2, [[1, 2]]), (9, [[1, 2, 3]])] {
      let notes = Notes<Event<[Int], Never>>()
      let scope = Subscription()
      Signal<Int, Never>.sequence(1...3).collect(count).observe(in: scope) { event in
        notes.add(event)
        scope.cancel()
      }
      #expect(notes.all == expected.map { .value($0) })
    }
  }

  @Test("Ends, fails, cancels and gathers for each observer anew")
  func laws() {
    expectLaws { source, _ in chunks(source, 2) }
    expectLaws { source, _ in chunks(source, 20) }
  }

  @Test("Values sent from the handler of an array go into the next")
  func reentrancy() {
    let subject = PassthroughSubject<Int, Never>()
    let notes = Notes<[Int]>()
    subject.signal.collect(2).observe(value: { values in
      notes.add(values)
      guard values == [1, 2] else { return }
      for value in 3...5 { subject.send(value) }
    })
    subject.send(1)
    subject.send(2)
    subject.send(6)
    #expect(notes.all == [[1, 2], [3, 4], [5, 6]])
  }
}
