import Streams
import Testing

@Suite("concat")
struct ConcatTests {
  private let stage = PictureStage()

  @Test("One after another, each torn down before the next starts")
  func values() {
    let order = Notes<String>()
    let parts = ["a", "b", "c"].map { [stage] name in
      PictureSignal { emitter in
        order.add("+" + name)
        emitter.onTermination { order.add("-" + name) }
        emitter.send("1")
        stage.scheduler.schedule(after: .seconds(2)) { emitter.finish() }
      }
    }
    #expect(stage.play(concat(parts)) == "1-1-1-|")
    #expect(order.all == ["+a", "-a", "+b", "-b", "+c", "-c"])
    #expect(stage.play(concat(stage.cold("1|"), stage.cold("-2|"))) == "1-2|")
    #expect(stage.play(concat(stage.cold("1|"), stage.cold("2|"), stage.cold("3|"))) == "123|")
  }

  @Test("A failure stops it; what follows never starts")
  func fails() {
    #expect(stage.play(concat([stage.cold("1#", "a"), stage.cold("2|", "b")])) == "1#")
    #expect(stage.runs("b") == "")
    #expect(stage.play(concat([stage.cold("1|"), stage.cold("-#")])) == "1-#")
  }

  @Test("No signals end at once, empty ones are passed over, one is itself")
  func empty() {
    #expect(stage.play(concat([PictureSignal]())) == "|")
    #expect(stage.play(concat([.empty(), stage.cold("-1|"), .empty()])) == "-1|")
    #expect(stage.play(concat([stage.cold("1-|")])) == "1-|")
  }

  @Test("A cancel stops the part that runs, and none starts after it")
  func cancel() {
    let signal = concat(stage.cold("1-|", "a"), stage.cold("2---|", "b"), stage.cold("3", "c"))
    #expect(stage.play(signal, cancelAt: 4) == "1-2")
    #expect(["a", "b", "c"].map { stage.runs($0) } == ["0-2", "2-4", ""])
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws { source, _ in concat(.empty(), source) }
    expectLaws { source, _ in concat([source]) }
  }
}
