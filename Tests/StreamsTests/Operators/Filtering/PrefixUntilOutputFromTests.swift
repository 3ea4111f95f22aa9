import Streams
import Testing

@Suite("prefix(untilOutputFrom:)")
struct PrefixUntilOutputFromTests {
  private let stage = PictureStage()

  /// What is delivered, and how long both ran.
  private func cut(_ source: String, _ trigger: String) -> [String] {
    let stage = PictureStage()
    let signal = stage.cold(source, "a").prefix(untilOutputFrom: stage.cold(trigger, "t"))
    return [stage.play(signal), stage.runs("a"), stage.runs("t")]
  }

  @Test("Passes values until the trigger delivers one; both are cancelled")
  func values() {
    #expect(cut("1-2-3-4|", "---x-y|") == ["1-2|", "0-3", "0-3"])
  }

  @Test("Ends, and fails, with its own signal; the trigger is cancelled")
  func ownEnd() {
    #expect(cut("1-2|", "-----x|") == ["1-2|", "0-3", "0-3"])
    #expect(cut("1-#", "-----x|") == ["1-#", "0-2", "0-2"])
    #expect(cut("--|", "-----x|") == ["--|", "0-2", "0-2"])
  }

  @Test("An end or a failure of the trigger without a value means nothing")
  func silentTrigger() {
    #expect(cut("1-2-3|", "-|") == ["1-2-3|", "0-5", "0-1"])
    #expect(cut("1-2-3|", "-#") == ["1-2-3|", "0-5", "0-1"])
  }

  @Test("A trigger of any type, which may or may not fail")
  func types() {
    let stop = stage.cold("--x|", "t").ignoreFailure().map { _ in 7 }
    #expect(stage.play(stage.cold("1234|").prefix(untilOutputFrom: stop)) == "12|")
    let own = stage.cold("1234|").ignoreFailure()
    #expect(stage.play(own.prefix(untilOutputFrom: stage.cold("--x|", "t"))) == "12|")
  }

  @Test("The trigger starts first; one that delivers at once keeps the signal from starting")
  func atOnce() {
    let signal = stage.cold("1-2|", "a").prefix(untilOutputFrom: PictureSignal.just("x"))
    #expect(stage.play(signal) == "|")
    #expect(stage.runs("a") == "")
  }

  @Test("Both are torn down before the end is delivered")
  func order() {
    let order = Notes<String>()
    let source = stage.cold("1-2-3|", "a").handleEvents(onCancel: { order.add("source") })
    let trigger = stage.cold("-x-|", "t").handleEvents(onCancel: { order.add("trigger") })
    let signal = source.prefix(untilOutputFrom: trigger)
      .handleEvents(onFinished: { order.add("end") })
    #expect(stage.play(signal) == "1|")
    #expect(order.all == ["trigger", "source", "end"])

    let late = stage.cold("--x|", "t").handleEvents(onCancel: { order.add("trigger") })
    let failing = stage.cold("1#", "a").prefix(untilOutputFrom: late)
      .mapError { order.noting("failure", $0) }
    #expect(stage.play(failing) == "1#")
    #expect(order.all.suffix(2) == ["trigger", "failure"])
  }

  @Test("A cancel reaches both")
  func cancel() {
    let signal = stage.cold("1-2-3|", "a").prefix(untilOutputFrom: stage.cold("----x|", "t"))
    #expect(stage.play(signal, cancelAt: 3) == "1-2")
    #expect(stage.runs("a") + " " + stage.runs("t") == "0-3 0-3")
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws { source, _ in source.prefix(untilOutputFrom: PictureSignal.never()) }
    expectLaws(empty: "--|", failure: "--|", cancelledRun: "0-2") { source, stage in
      source.prefix(untilOutputFrom: stage.cold("--x", "t"))
    }
  }

  @Test("A trigger fired from the handler ends it after the value in hand")
  func reentrancy() {
    let (source, trigger) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Void, Never>())
    let notes = Notes<Event<Int, Never>>()
    source.signal.prefix(untilOutputFrom: trigger.signal).observe { event in
      if event == .value(1) {
        trigger.send()
        source.send(2)
      }
      notes.add(event)
    }
    source.send(1)
    #expect(notes.all == [.value(1), .finished])
    #expect(source.observerCount + trigger.observerCount == 0)
  }

  @Test("A trigger that never stops is stopped at its first value, also while a value is handled")
  func endlessTrigger() {
    let source = PassthroughSubject<Int, Never>()
    let start = PassthroughSubject<Int, Never>()
    let asked = Notes<Int>()
    let endless = start.signal.flatMap { _ in
      Signal<Int, Never>.sequence(0...).handleEvents(onValue: { asked.add($0) })
    }
    let notes = Notes<Event<Int, Never>>()
    source.signal.prefix(untilOutputFrom: endless).observe { event in
      notes.add(event)
      if event == .value(1) { start.send(0) }
    }
    source.send(1)
    #expect(asked.all == [0])
    #expect(notes.all == [.value(1), .finished])
  }
}
