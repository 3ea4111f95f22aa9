import Streams
import Testing

@Suite("min")
struct MinTests {
  @Test(
    "The least, with the end; none of none",
    arguments: [("2-(14)-3|", "-----(1|)"), ("7|", "-(7|)"), ("--|", "--|"), ("1-2#", "---#")])
  func values(_ picture: String, _ expected: String) {
    let stage = PictureStage()
    #expect(stage.play(stage.cold(picture).min()) == expected)
    #expect(stage.play(stage.cold(picture).min { $0 < $1 }) == expected)
  }

  @Test("Of equal values the first, as in the standard library")
  func equal() {
    let values = [[2, 0], [1, 0], [2, 1], [1, 1]]
    let notes = Notes<[Int]>()
    Signal<[Int], Never>.sequence(values).min { $0[0] < $1[0] }.observe(value: { notes.add($0) })
    #expect(notes.all == [[1, 0]])
    #expect(notes.all.first == values.min { $0[0] < $1[0] })
  }

  @Test("A cancel at the value keeps the end away")
  func cancelInside() {
    let notes = Notes<Event<Int, Never>>()
    let scope = Subscription()
    Signal<Int, Never>.sequence(1...4).min().observe(in: scope) { event in
      notes.add(event)
      scope.cancel()
    }
    #expect(notes.all == [.value(1)])
  }

  @Test("Ends, fails, cancels and compares for each observer anew")
  func laws() {
    expectLaws { source, _ in source.min() }
    expectLaws { source, _ in source.min { $0 < $1 } }
  }

  @Test("A value sent from the closure is compared after the one in hand")
  func reentrancy() {
    let subject = PassthroughSubject<Int, Never>()
    let notes = Notes<Int>()
    let sends = Notes<Int>()
    subject.signal
      .min { left, right in
        if sends.all.isEmpty {
          sends.add(9)
          subject.send(4)
        }
        return left < right
      }
      .observe(value: { notes.add($0) })
    for value in [5, 6] { subject.send(value) }
    subject.finish()
    #expect(notes.all == [4])
  }
}
