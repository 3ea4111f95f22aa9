import Streams
import Testing

@Suite("append")
struct AppendTests {
  private let stage = PictureStage()

  @Test("The next starts when the one before has finished and was torn down")
  func values() {
    let order = Notes<String>()
    let first = PictureSignal { [stage] emitter in
      emitter.onTermination { order.add("torn down") }
      stage.scheduler.schedule(after: .seconds(2)) { emitter.finish() }
    }
    let second = stage.cold("3-|", "b").handleEvents(onStart: { order.add("starts") })
    #expect(stage.play(first.append(second)) == "--3-|")
    #expect(order.all == ["torn down", "starts"])
    #expect(stage.play(stage.cold("1-2|", "c").append(stage.cold("-3|", "d"))) == "1-2-3|")
  }

  @Test("Values, or the elements of a sequence, come with the end")
  func plainValues() {
    #expect(stage.play(stage.cold("1--|").append("8", "9")) == "1--(89|)")
    #expect(stage.play(stage.cold("1--|").append(["8", "9"])) == "1--(89|)")
    #expect(stage.play(stage.cold("1--|").append([])) == "1--|")
    #expect(stage.play(stage.cold("1--#").append("8")) == "1--#")
    #expect(stage.play(stage.cold("1--|").append("8").append(.just("9"))) == "1--(89|)")
  }

  @Test("A failure stops the chain; what follows never starts")
  func fails() {
    #expect(stage.play(stage.cold("1#", "a").append(stage.cold("2|", "b"))) == "1#")
    #expect(stage.runs("b") == "")
    #expect(stage.play(stage.cold("1|").append(stage.cold("-#"))) == "1-#")
  }

  @Test("Empty signals are passed over")
  func empty() {
    #expect(stage.play(PictureSignal.empty().append(.empty()).append(stage.cold("1|"))) == "1|")
    #expect(stage.play(stage.cold("1|").append(.empty())) == "1|")
  }

  @Test("A cancel stops the part that runs, and none starts after it")
  func cancel() {
    let signal = stage.cold("1-|", "a").append(stage.cold("2---|", "b"))
      .append(stage.cold("3", "c"))
    #expect(stage.play(signal, cancelAt: 4) == "1-2")
    #expect(stage.runs("a") == "0-2")
    #expect(stage.runs("b") == "2-4")
    #expect(stage.runs("c") == "")
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws { source, _ in source.append(.empty()) }
    expectLaws { source, _ in PictureSignal.empty().append(source) }
  }

  @Test("A cancel at the last value of one part keeps the next from starting")
  func cancelInside() {
    let scope = Subscription()
    let notes = Notes<Int>()
    Signal<Int, Never>.just(1).append(.sequence([2, 3])).observe(
      in: scope,
      value: { value in
        notes.add(value)
        scope.cancel()
      })
    #expect(notes.all == [1])
  }

  @Test("Nested to either side, it is the same chain")
  func nesting() {
    let parts = (1...4).map { Signal<Int, Never>.just($0) }
    let left = parts[0].append(parts[1]).append(parts[2]).append(parts[3])
    let right = parts[0].append(parts[1].append(parts[2].append(parts[3])))
    #expect(stage.play(left) == "(1234|)")
    #expect(stage.play(right) == "(1234|)")
  }
}
