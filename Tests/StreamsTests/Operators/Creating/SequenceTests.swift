import Streams
import Testing

@Suite("sequence")
struct SequenceTests {
  /// Counts how often it is asked.
  private struct Counted: Sequence, IteratorProtocol {
    let asked: Notes<Int>
    var place = 0
    let count: Int

    mutating func next() -> Int? {
      asked.add(place)
      guard place < count else { return nil }
      defer { place += 1 }
      return place
    }
  }

  @Test("The elements and the end, at once, for each observer")
  func delivers() {
    let stage = PictureStage()
    #expect(stage.play(Signal<Int, Never>.sequence(1...3), from: [0, 1]) == ["(123|)", "(123|)"])
    #expect(stage.play(Signal<Int, Never>.sequence([])) == "|")
  }

  @Test("A cancel at the third of ten delivers three, and asks for no more")
  func cancel() {
    let asked = Notes<Int>()
    let values = Notes<Int>()
    let scope = Subscription()
    Signal<Int, Never>.sequence(Counted(asked: asked, count: 10)).observe(
      in: scope,
      value: { value in
        values.add(value)
        if value == 2 { scope.cancel() }
      })
    #expect(values.all == [0, 1, 2])
    #expect(asked.all == [0, 1, 2])
  }

  @Test("One question per element and one for the end")
  func lazy() {
    let asked = Notes<Int>()
    Signal<Int, Never>.sequence(Counted(asked: asked, count: 2)).observe { _ in }
    #expect(asked.all == [0, 1, 2])
  }

  @Test("An endless sequence ends with a prefix")
  func endless() {
    let stage = PictureStage()
    #expect(stage.play(Signal<Int, Never>.sequence(1...).prefix(2)) == "(12|)")
  }
}
