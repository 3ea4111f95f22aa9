import Streams
import Testing

@Suite("reduce")
struct ReduceTests {
  private let stage = PictureStage()

  @Test("One result, in the turn of the end")
  func values() {
    #expect(stage.play(stage.cold("1--2-3-|").reduce("") { $0 + $1 }) == "-------([123]|)")
    #expect(stage.play(stage.cold("--|").reduce("x") { $0 + $1 }) == "--(x|)")
  }

  @Test("A failure comes alone")
  func fails() {
    #expect(stage.play(stage.cold("1-2#").reduce("") { $0 + $1 }) == "---#")
  }

  @Test("A result that is nil is a result")
  func nilResult() {
    let notes = Notes<Event<Int?, Never>>()
    Signal<Int, Never>.sequence(1...3).reduce(Int?.some(0)) { _, _ in nil }
      .observe { notes.add($0) }
    #expect(notes.all == [.value(nil), .finished])
  }

  @Test("A cancel at the result keeps the end away")
  func cancelInside() {
    let notes = Notes<Event<Int, Never>>()
    let scope = Subscription()
    Signal<Int, Never>.sequence(1...3).reduce(0, +).observe(in: scope) { event in
      notes.add(event)
      scope.cancel()
    }
    #expect(notes.all == [.value(6)])
  }

  @Test("A cancel in the closure ends its calls")
  func cancelInClosure() {
    let scope = Subscription()
    let calls = Notes<Int>()
    Signal<Int, Never>.sequence(1...9)
      .reduce(0) { sum, value in
        calls.add(value)
        if value == 3 { scope.cancel() }
        return sum + value
      }
      .observe(in: scope) { _ in Issue.record("delivered") }
    #expect(calls.all == [1, 2, 3])
  }

  @Test("Ends, fails, cancels and gathers for each observer anew")
  func laws() {
    expectLaws(empty: "---(x|)") { source, _ in source.reduce("x") { $0 + $1 } }
  }

  @Test("A value sent from the closure is gathered after the one in hand")
  func reentrancy() {
    let subject = PassthroughSubject<Int, Never>()
    let notes = Notes<[Int]>()
    subject.signal
      .reduce([]) { list, value in
        if value == 1 { subject.send(2) }
        return list + [value]
      }
      .observe(value: { notes.add($0) })
    subject.send(1)
    subject.finish()
    #expect(notes.all == [[1, 2]])
  }
}
