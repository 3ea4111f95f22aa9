import Testing

@testable import Streams

@Suite("catch")
struct CatchTests {
  private let stage = PictureStage()

  @Test("Goes on with the replacement, which starts after the input was torn down")
  func values() {
    let order = Notes<String>()
    let signal = PictureSignal { [stage] emitter in
      emitter.onTermination { order.add("torn") }
      stage.scheduler.schedule(after: .seconds(2)) { emitter.fail(PictureFailure()) }
    }
    let caught = signal.catch { [stage] _ in
      order.add("handler")
      return stage.cold("8-9|", "b")
    }
    #expect(stage.play(caught) == "--8-9|")
    #expect(order.all == ["torn", "handler"])
    #expect(stage.runs("b") == "2-5")
  }

  @Test("An end passes and the handler is not called")
  func end() {
    let caught = stage.cold("1-|").catch { [stage] _ in stage.cold("2|", "b") }
    #expect(stage.play(caught) == "1-|")
    #expect(stage.runs("b") == "")
  }

  @Test("Fails as the replacement does; its failure is not caught again, but by the next")
  func fails() {
    let once = stage.cold("1#").catch { [stage] _ in stage.cold("2#", "b") }
    #expect(stage.play(once) == "12#")
    let twice: PictureSignal = once.catch { _ in .just("3") }
    #expect(stage.play(twice) == "12(3|)")
  }

  @Test("The failure may become another kind, or none")
  func kinds() {
    struct Other: Error {}
    let other: Signal<String, Other> = stage.cold("1#").catch { _ in .fail(Other()) }
    #expect(stage.play(other) == "1#")
    let never: Signal<String, Never> = stage.cold("1#").catch { _ in .just("2") }
    #expect(stage.play(never) == "1(2|)")
    #expect(stage.play(never, cancelAt: 1) == "1")
  }

  @Test("A cancel reaches the replacement")
  func cancel() {
    let caught = stage.cold("1-#").catch { [stage] _ in stage.cold("2----|", "b") }
    #expect(stage.play(caught, cancelAt: 4) == "1-2")
    #expect(stage.runs("b") == "2-4")
  }

  @Test("A cancel inside the handler starts no replacement")
  func cancelInside() {
    let scope = Subscription()
    let caught = PictureSignal.fail(PictureFailure()).catch { [stage] _ in
      scope.cancel()
      return stage.cold("2|", "b")
    }
    caught.observe(in: scope) { _ in }
    #expect(stage.runs("b") == "")
  }

  @Test("What the replacement has registered with its scope runs before its end is delivered")
  func closesReplacement() {
    let order = Notes<String>()
    @Sendable func replacement<Failure: Error>(_ type: Failure.Type) -> Signal<String, Failure> {
      Signal(start: { receive, scope in
        scope.onClose { order.add("closed") }
        receive(.value("1"))
        receive(.finished)
      })
    }
    func play<Failure: Error>(_ signal: Signal<String, Failure>) -> String {
      stage.play(
        signal.materialize().map { order.noting($0.isTerminal ? "end" : "value", $0) }
          .dematerialize())
    }
    let failing = PictureSignal.fail(PictureFailure())
    #expect(play(failing.catch { _ in replacement(PictureFailure.self) }) == "(1|)")
    #expect(play(failing.catch { _ in replacement(Never.self) }) == "(1|)")
    #expect(order.all == ["value", "closed", "end", "value", "closed", "end"])
  }

  @Test("Ends, cancels and shares nothing")
  func laws() {
    expectLaws(failure: "--(x|)") { source, _ in source.catch { _ in PictureSignal.just("x") } }
    expectLaws { source, _ in PictureSignal.fail(PictureFailure()).catch { _ in source } }
  }
}
