import Streams
import StreamsTesting
import Testing

@Suite("unfold")
struct UnfoldTests {
  private let stage = PictureStage()
  private typealias Step = Signal<(String, Int?), PictureFailure>

  /// A step that plays a picture; each value comes with `next`.
  private func step(_ picture: String, _ number: Int, next: Int?) -> Step {
    stage.cold(picture, "\(number)").map { ($0, next) }
  }

  // MARK: - A function

  @Test("The values of a function of a state, until it answers nil, anew for each observer")
  func function() {
    let signal = Signal.unfold(state: 1) { power in
      defer { power *= 2 }
      return power < 10 ? power : nil
    }
    #expect(stage.play(signal, from: [0, 1]) == ["(1248|)", "(1248|)"])
    #expect(stage.play(Signal<Int, PictureFailure>.unfold(state: 0) { _ in nil }) == "|")
    let optionals = Signal<Int?, Never>.unfold(state: [nil, 1]) { list in
      list.isEmpty ? nil : .some(list.removeFirst())
    }
    #expect(stage.play(optionals.map { $0 ?? 0 }) == "(01|)")
  }

  @Test("A cancel at the third value delivers three, and asks for no more")
  func cancelFunction() {
    let scope = Subscription()
    let notes = Notes<Int>()
    let asked = Notes<Int>()
    let naturals = Signal.unfold(state: 0) { number in
      number += 1
      asked.add(number)
      return number
    }
    naturals.observe(in: scope) { event in
      if case .value(let number) = event { notes.add(number) }
      if event == .value(3) { scope.cancel() }
    }
    #expect(notes.all == [1, 2, 3])
    #expect(asked.all == [1, 2, 3])
    #expect(stage.play(naturals.prefix(2)) == "(12|)")
    scope.cancel()
    naturals.observe(in: scope) { _ in notes.add(0) }
    #expect(notes.all == [1, 2, 3])
  }

  // MARK: - Steps

  @Test("Step after step, each torn down before the next is asked for")
  func steps() {
    let order = Notes<String>()
    let signal = PictureSignal.unfold(from: 1) { number in
      order.add("ask \(number)")
      return Step { [stage] emitter in
        emitter.onTermination { order.add("torn down") }
        stage.scheduler.schedule(after: .seconds(1)) {
          emitter.send(("a", number < 3 ? number + 1 : nil))
        }
        stage.scheduler.schedule(after: .seconds(3)) { emitter.finish() }
      }
    }
    #expect(stage.play(signal.map { order.noting("value", $0) }) == "-a--a--a-|")
    #expect(order.all == (1...3).flatMap { ["ask \($0)", "value", "torn down"] })
  }

  @Test("A step of several values delivers them all; the state of the last counts")
  func several() {
    let signal = PictureSignal.unfold(from: 1) { [stage] number -> Step in
      guard number == 1 else { return step("x|", number, next: nil) }
      return stage.cold("a-b-c|").map { ($0, $0 == "c" ? 7 : nil) }
    }
    #expect(stage.play(signal) == "a-b-cx|")
    let stopped = PictureSignal.unfold(from: 1) { [stage] _ in
      stage.cold("a-b|").map { ($0, $0 == "b" ? nil : 2) }
    }
    #expect(stage.play(stopped) == "a-b|")
  }

  @Test("A step without a value is the end, whatever the step before said")
  func empty() {
    #expect(stage.play(PictureSignal.unfold(from: 1) { step("--|", $0, next: 2) }) == "--|")
    let signal = PictureSignal.unfold(from: 1) { number in
      step(number == 1 ? "a|" : "-|", number, next: number + 1)
    }
    #expect(stage.play(signal) == "a-|")
    #expect(stage.runs("3") == "")
  }

  @Test("The failure of a step fails the whole, and no other is asked for")
  func fails() {
    let signal = PictureSignal.unfold(from: 1) { number in
      step(number == 2 ? "b#" : "a|", number, next: number + 1)
    }
    #expect(stage.play(signal) == "ab#")
    #expect(stage.runs("3") == "")
  }

  @Test("A cancel reaches the step that runs; at the last value of a step no other is asked for")
  func cancel() {
    let signal = PictureSignal.unfold(from: 1) { step("a--|", $0, next: $0 + 1) }
    #expect(stage.play(signal, cancelAt: 4) == "a--a")
    #expect(["1", "2", "3"].map { stage.runs($0) } == ["0-3", "3-4", ""])
    let scope = Subscription()
    let asked = Notes<Int>()
    Signal<Int, Never>.unfold(from: 1) { number in
      asked.add(number)
      return .just((number, number + 1))
    }
    .observe(in: scope) { event in if event == .value(2) { scope.cancel() } }
    #expect(asked.all == [1, 2])
  }

  @Test("A cancel while a step is made keeps it from starting")
  func cancelInStep() {
    let scope = Subscription()
    PictureSignal.unfold(from: 1) { number in
      scope.cancel()
      return step("a|", number, next: nil)
    }
    .observe(in: scope) { _ in Issue.record("delivered") }
    #expect(stage.runs("1") == "")
  }

  @Test("Two observers share no state")
  func twoObservers() {
    let signal = PictureSignal.unfold(from: 1) { step("-a|", $0, next: $0 < 3 ? $0 + 1 : nil) }
    #expect(stage.play(signal, from: [0, 1]) == ["-a-a-a|", "-a-a-a|"])
  }

  @Test("What the handler sends into the step that runs comes after, not inside")
  func reentrancy() {
    let subject = PassthroughSubject<Int, Never>()
    let notes = Notes<Int>()
    Signal<Int, Never>.unfold(from: 100) { base in
      subject.signal.map { ($0 + base, $0 == 2 ? base * 10 : nil) }.prefix(2)
    }
    .observe(value: { value in
      notes.add(value)
      if value == 101 { subject.send(2) }
      notes.add(-value)
    })
    subject.send(1)
    subject.send(3)
    #expect(notes.all == [101, -101, 102, -102, 1_003, -1_003])
  }

  // MARK: - As it is used

  private struct Page: Sendable {
    var items: [Int]
    var nextCursor: String?
  }

  private func page(after cursor: String?) -> Signal<Page, PictureFailure> {
    let page =
      switch cursor {
      case nil: Page(items: [1, 2], nextCursor: "b")
      case "b": Page(items: [3], nextCursor: "c")
      default: Page(items: [4, 5], nextCursor: nil)
      }
    return .just(page).delay(for: .seconds(1), scheduler: stage.scheduler)
  }

  @Test("Pages by cursor: a nil that comes with a page ends it, however the closure is written")
  func pagesByCursor() {
    let all = Signal.unfold { cursor in
      page(after: cursor).map { ($0.items, $0.nextCursor) }
    }
    #expect(stage.play(all.concatMap { .sequence($0) }) == "-(12)3(45|)")
    let start: String? = "b"
    let rest = Signal.unfold(from: start) { cursor in
      let next = page(after: cursor)
      return next.map { page in
        let cursor = page.nextCursor
        return (page.items, cursor)
      }
    }
    #expect(stage.play(rest.concatMap { .sequence($0) }) == "-3(45|)")
    let lines = Signal.unfold(from: "c") { page(after: $0).map { ($0.items.count, $0.nextCursor) } }
    #expect(stage.play(lines) == "-(2|)")
  }

  @Test("Pages by number, no more than are looked at")
  func pagesByNumber() {
    let all = Signal.unfold(from: 1) { number in
      page(after: number == 1 ? nil : "b").map { ($0.items, $0.items.isEmpty ? nil : number + 1) }
    }
    #expect(stage.play(all.concatMap { .sequence($0) }.prefix(3)) == "-(12)(3|)")
  }

  @Test("Polling, with a wait before all but the first question")
  func polling() {
    let answers = Notes<Int>()
    let status = PictureSignal.deferred {
      answers.add(0)
      return .just(answers.all.count < 3 ? "…" : "!")
    }
    let polled = PictureSignal.unfold(from: .zero) { [stage] (wait: Duration) in
      PictureSignal.just("").delay(for: wait, scheduler: stage.scheduler)
        .flatMap { _ in status }
        .map { ($0, $0 == "!" ? nil : .seconds(2)) }
    }
    #expect(stage.play(polled) == "…-…-(!|)")
  }
}
