import Testing

@testable import Streams

@Suite("race")
struct RaceTests {
  private let stage = PictureStage()

  @Test("The first to say something is heard to its end; the others are cancelled")
  func values() {
    let signal = race(stage.cold("---1-2|", "a"), stage.cold("--7---8-|", "b"))
    #expect(stage.play(signal) == "--7---8-|")
    #expect(stage.runs("a") + " " + stage.runs("b") == "0-2 0-8")
    #expect(stage.play(stage.cold("-1|").race(with: stage.cold("--7|"))) == "-1|")
    #expect(stage.play(race(stage.cold("--1|"), stage.cold("-2|"), stage.cold("--3|"))) == "-2|")
  }

  @Test("Of two at one instant, the one started first wins")
  func tie() {
    #expect(stage.play(race(stage.cold("-1|"), stage.cold("-2|"))) == "-1|")
    #expect(stage.play(race([stage.cold("-2|"), stage.cold("-1|")])) == "-2|")
  }

  @Test("The losers are cancelled before the winner's first event is delivered")
  func order() {
    let order = Notes<String>()
    let loser = stage.cold("--1|").handleEvents(onCancel: { order.add("cancel") })
    let signal = race(loser, stage.cold("-7|")).map { order.noting("value", $0) }
    #expect(stage.play(signal) == "-7|")
    #expect(order.all == ["cancel", "value"])
  }

  @Test("An end wins, and so does a failure; a loser's failure is not heard")
  func ends() {
    #expect(stage.play(race(stage.cold("-|", "a"), stage.cold("--2|", "b"))) == "-|")
    #expect(stage.runs("b") == "0-1")
    #expect(stage.play(race(stage.cold("--1|"), stage.cold("-#"))) == "-#")
    #expect(stage.play(race(stage.cold("-1---2|"), stage.cold("--#"))) == "-1---2|")
    #expect(stage.play(race(stage.cold("-1--#"), stage.cold("--7|"))) == "-1--#")
  }

  @Test("What the winner has registered with its scope runs before its end is delivered")
  func closesWinner() {
    let order = Notes<String>()
    let winner = PictureSignal(start: { receive, scope in
      scope.onClose { order.add("closed") }
      receive(.value("1"))
      receive(.failure(PictureFailure()))
    })
    let signal = race(.never(), winner).mapError { order.noting("failure", $0) }
    #expect(stage.play(signal) == "(1#)")
    #expect(order.all == ["closed", "failure"])
  }

  @Test("One that speaks while it is started keeps the rest from starting")
  func synchronous() {
    let signal = race(stage.cold("1|", "a"), .just("7"), stage.cold("8|", "c"))
    #expect(stage.play(signal) == "(7|)")
    #expect(stage.runs("a") + " " + stage.runs("c") == "0-0 ")
  }

  @Test("No signals end at once, one is alone, silence stays silence")
  func empty() {
    #expect(stage.play(race([PictureSignal]())) == "|")
    #expect(stage.play(race([stage.cold("-1|")])) == "-1|")
    #expect(stage.play(race(PictureSignal.never(), .never()), cancelAt: 9) == "")
  }

  @Test("A cancel reaches all, and after the decision the winner")
  func cancel() {
    let silent = race(stage.cold("---1|", "a"), stage.cold("----2|", "b"))
    #expect(stage.play(silent, cancelAt: 2) == "")
    #expect(stage.runs("a") + " " + stage.runs("b") == "0-2 0-2")
    let later = PictureStage()
    let signal = race(later.cold("-1---2|", "a"), later.cold("--2|", "b"))
    #expect(later.play(signal, cancelAt: 3) == "-1")
    #expect(later.runs("a") + " " + later.runs("b") == "0-3 0-1")
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws { source, _ in source.race(with: .never()) }
    expectLaws { source, _ in race([.never(), source]) }
  }

  @Test("A value that a loser sends from the winner's handler is not heard")
  func reentrancy() {
    let (first, second) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let notes = Notes<Int>()
    race(first.signal, second.signal).observe(value: { value in
      notes.add(value)
      second.send(9)
      if value < 3 { first.send(value + 1) }
      notes.add(-value)
    })
    first.send(1)
    #expect(notes.all == [1, -1, 2, -2, 3, -3])
    #expect(second.observerCount == 0)
  }

  @Test("A cancel made by the teardown of a loser keeps the first value from all closures")
  func cancelInTeardown() {
    let (scope, notes) = (Subscription(), Notes<Int>())
    let subject = PassthroughSubject<Int, Never>()
    let loser = Signal<Int, Never>.never().handleEvents(onCancel: { scope.cancel() })
    race(subject.signal, loser).map { notes.noting($0, $0) }
      .observe(in: scope, value: { notes.add(-$0) })
    subject.send(1)
    #expect(notes.all == [])
    #expect(subject.observerCount == 0)
  }

  @Test("The decision: the first to ask wins, and goes on having won")
  func decides() {
    let winner = RaceWinner()
    #expect(winner.ask(1) == .wins)
    #expect(winner.ask(0) == .hasLost)
    #expect(winner.ask(1) == .hasWon)
    #expect(winner.ask(2) == .hasLost)
  }

  @Test("The decision: of threads that ask at once, one wins")
  func decidesOnce() {
    for _ in 0..<200 {
      let run = RaceRun<Int, Never>([]) { _ in }
      let wins = Notes<Int>()
      concurrently(
        (0..<3).map { index in { if run.winner.ask(index) == .wins { wins.add(index) } } })
      #expect(wins.all.count == 1)
      #expect(run.winner.ask(wins.all.first ?? -2) == .hasWon)
    }
  }
}
