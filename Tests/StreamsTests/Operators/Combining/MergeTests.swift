import Streams
import Testing

@Suite("merge")
struct MergeTests {
  private let stage = PictureStage()

  @Test("Values as they come; ends when all have")
  func values() {
    let merged = merge(stage.cold("1---3|", "a"), stage.cold("--2---4-|", "b"))
    #expect(stage.play(merged) == "1-2-3-4-|")
    #expect(stage.play(stage.cold("1-|").merge(with: stage.cold("-2-|"))) == "12-|")
    #expect(stage.play(merge(stage.cold("1|"), stage.cold("-2|"), stage.cold("--3|"))) == "123|")
  }

  @Test("The first failure ends it; the others are cancelled before, later ones never start")
  func fails() {
    let order = Notes<String>()
    let other = stage.cold("--2--4|", "b").handleEvents(onCancel: { order.add("cancel") })
    let merged = merge(stage.cold("1--#", "a"), other).mapError { order.noting("failure", $0) }
    #expect(stage.play(merged) == "1-2#")
    #expect(stage.runs("b") == "0-3")
    #expect(order.all == ["cancel", "failure"])
    #expect(stage.play(merge(.fail(PictureFailure()), stage.cold("1|", "c"))) == "#")
    #expect(stage.runs("c") == "")
  }

  @Test("No signals end at once, empty ones do not end the others")
  func empty() {
    #expect(stage.play(merge([PictureSignal]())) == "|")
    #expect(stage.play(merge(.empty(), stage.cold("-1|"))) == "-1|")
  }

  @Test("A cancel reaches all")
  func cancel() {
    let merged = merge(stage.cold("1-3-5|", "a"), stage.cold("-2-4-|", "b"))
    #expect(stage.play(merged, cancelAt: 3) == "123")
    #expect(stage.runs("a") == "0-3")
    #expect(stage.runs("b") == "0-3")
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws { source, _ in merge(source, .empty()) }
    expectLaws { source, _ in merge([source]) }
  }

  @Test("A value sent into the other input from the handler is delivered after, not inside")
  func reentrancy() {
    let (first, second) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let notes = Notes<String>()
    merge(first.signal, second.signal).observe(value: { value in
      notes.add("begin \(value)")
      if value == 1 { second.send(2) }
      notes.add("end \(value)")
    })
    first.send(1)
    #expect(notes.all == ["begin 1", "end 1", "begin 2", "end 2"])
  }
}
