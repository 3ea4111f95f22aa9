import Streams
import Testing

@Suite("prepend")
struct PrependTests {
  private let stage = PictureStage()

  @Test("The other first, torn down before this one starts")
  func values() {
    let order = Notes<String>()
    let first = PictureSignal { [stage] emitter in
      emitter.onTermination { order.add("torn down") }
      stage.scheduler.schedule(after: .seconds(2)) { emitter.finish() }
    }
    let second = stage.cold("-2|").handleEvents(onStart: { order.add("starts") })
    #expect(stage.play(second.prepend(first)) == "---2|")
    #expect(stage.runs() == "2-4")
    #expect(order.all == ["torn down", "starts"])
    #expect(stage.play(stage.cold("-2|").prepend(stage.cold("1-|"))) == "1--2|")
  }

  @Test("Values, or the elements of a sequence, come before the start")
  func plainValues() {
    #expect(stage.play(stage.cold("--1|").prepend("8", "9")) == "(89)-1|")
    #expect(stage.play(stage.cold("--1|").prepend(["8", "9"])) == "(89)-1|")
    #expect(stage.play(stage.cold("--1|").prepend([])) == "--1|")
    #expect(stage.play(stage.cold("--1|").prepend("8").prepend("7")) == "(78)-1|")
    #expect(stage.play(Signal<Int?, Never>.empty().prepend(nil, 1).map { $0 ?? 0 }) == "(01|)")
  }

  @Test("A failure of the other stops it, and this one never starts")
  func fails() {
    #expect(stage.play(stage.cold("1|", "a").prepend(stage.cold("8-#", "b"))) == "8-#")
    #expect(stage.runs("a") == "")
    #expect(stage.play(stage.cold("1#").prepend("8")) == "(81)#")
  }

  @Test("Empty ones are passed over")
  func empty() {
    #expect(stage.play(stage.cold("-1|").prepend(.empty())) == "-1|")
    #expect(stage.play(PictureSignal.empty().prepend("8")) == "(8|)")
  }

  @Test("A cancel stops what runs; at a value that was put before, nothing starts")
  func cancel() {
    let signal = stage.cold("1|", "a").prepend(stage.cold("8---|", "b"))
    #expect(stage.play(signal, cancelAt: 2) == "8")
    #expect(stage.runs("b") + stage.runs("a") == "0-2")
    let scope = Subscription()
    let starts = Notes<String>()
    PictureSignal.just("1").handleEvents(onStart: { starts.add("start") }).prepend("8", "9")
      .observe(in: scope) { _ in scope.cancel() }
    #expect(starts.all == [])
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws { source, _ in source.prepend(.empty()) }
    expectLaws { source, _ in PictureSignal.empty().prepend(source) }
  }
}
