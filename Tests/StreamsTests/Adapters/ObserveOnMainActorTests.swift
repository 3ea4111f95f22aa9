import Foundation
import StreamsTesting
import Testing

@testable import Streams

/// State that nobody but the main actor may touch. That the handlers below compile is the proof
/// that they may: no hop, no `await`.
@MainActor
private final class Screen {
  var numbers: [Int] = []
  var failures: [TestFailure] = []
  var finishes = 0
  var words: [String] = []
  var areAllOnMain = true

  func take(_ number: Int) {
    MainActor.assertIsolated()
    areAllOnMain = areAllOnMain && isOnMainQueue()
    numbers.append(number)
  }
}

@MainActor
@Suite("observeOnMainActor")
struct ObserveOnMainActorTests {
  private let screen = Screen()

  @discardableResult
  private func observe(_ signal: Items, in scope: Subscription? = nil) -> Subscription {
    let screen = screen
    return signal.observeOnMainActor(
      in: scope, value: { screen.take($0.number) }, failure: { screen.failures.append($0) },
      finished: { screen.finishes += 1 })
  }

  /// Lets what the main actor has to do, up to now, be done.
  private func turn() async {
    await Task { @MainActor in }.value
  }

  @Test("on the main actor, in order, never inside the call, the end last")
  func synchronous() async {
    observe(.sequence([1, 2, 3]))
    observe(.fail(.two))
    #expect(screen.numbers == [])
    #expect(screen.failures == [])
    await turn()
    #expect(screen.numbers == [1, 2, 3])
    #expect(screen.areAllOnMain)
    #expect(screen.finishes == 1)
    #expect(screen.failures == [.two])
  }

  @Test("values sent on another thread: on the main actor, all, in the order they were sent")
  func otherThread() async {
    let subject = PassthroughSubject<Item, TestFailure>()
    observe(subject.signal)
    Thread {
      for number in 0..<1_000 { subject.send(Item(number)) }
      subject.finish()
    }.start()
    while screen.finishes == 0 { await turn() }
    #expect(screen.numbers == Array(0..<1_000))
    #expect(screen.areAllOnMain)
  }

  @Test("after a cancel made on the main actor none is called, though turns are queued")
  func cancelQueued() async {
    let scope = Subscription()
    let source = ManualSource()
    let first = observe(source.signal)
    observe(source.signal, in: scope)
    source.send(.value(1))
    first.cancel()
    scope.cancel()
    #expect(source.open == 0)
    source.send(.finished)
    await turn()
    #expect(screen.numbers == [])
    #expect(screen.finishes == 0)
  }

  @Test("a cancel made in a handler drops what arrived with its value")
  func cancelInside() async {
    let (scope, screen) = (Subscription(), screen)
    Items.sequence([1, 2, 3]).observeOnMainActor(
      in: scope,
      value: { item in
        screen.take(item.number)
        if item == 2 { scope.cancel() }
      }, finished: { screen.finishes += 1 })
    await turn()
    #expect(screen.numbers == [1, 2])
    #expect(screen.finishes == 0)
  }

  @Test("after a cancel made on the main actor none is called, though another thread still sends")
  func cancelRace() async {
    for _ in 0..<200 {
      let subject = PassthroughSubject<Item, TestFailure>()
      let subscription = observe(subject.signal)
      let gate = Gate()
      let sender = Task.detached {
        for number in 0..<20 { subject.send(Item(number)) }
        gate.open()
      }
      await turn()
      subscription.cancel()
      let count = screen.numbers.count
      await sender.value
      await turn()
      #expect(screen.numbers.count == count)
    }
  }

  @Test("a turn for what comes together, and so a task for a turn, not for a value")
  func turns() async {
    let subject = PassthroughSubject<Item, TestFailure>()
    let screen = screen
    subject.signal.observeOnMainActor(value: { screen.words.append("\($0)") })
    for number in 1...3 {
      subject.send(Item(number))
      Task { @MainActor in screen.words.append("after \(number)") }
    }
    await turn()
    // A task a value would have let the others in between.
    #expect(screen.words == ["1", "2", "3", "after 1", "after 2", "after 3"])
    subject.send(4)
    await turn()
    #expect(screen.words.suffix(1) == ["4"])
  }

  @Test("a turn stands no deeper on the stack than the one before")
  func manyTurns() async {
    let subject = PassthroughSubject<Int, Never>()
    let screen = screen
    subject.signal.observeOnMainActor(value: { _ in
      screen.numbers.append(Thread.callStackReturnAddresses.count)
    })
    for number in 0..<200 {
      subject.send(number)
      await turn()
    }
    #expect(screen.numbers.count == 200)
    let (first, last) = (screen.numbers.first ?? 0, screen.numbers.last ?? .max)
    #expect(last < first + 10)
  }

  @Test("values sent from a handler come in the same turn, after it, not inside")
  func reentrancy() async {
    let subject = PassthroughSubject<Item, TestFailure>()
    let screen = screen
    subject.signal.observeOnMainActor(value: { item in
      screen.words.append("<\(item)")
      if item.number < 3 { subject.send(Item(item.number + 1)) }
      screen.words.append("\(item)>")
    })
    subject.send(1)
    await turn()
    #expect(screen.words == ["<1", "1>", "<2", "2>", "<3", "3>"])
  }

  @Test("is let go of at the end, and at a cancel, queued turns or not", arguments: [true, false])
  func release(isCancelled: Bool) async {
    let census = Census()
    let subject = PassthroughSubject<Item, TestFailure>()
    func start() -> Subscription {
      let canary = census.canary("handler")
      return subject.signal.observeOnMainActor(value: { _ in _ = canary })
    }
    let subscription = start()
    subject.send(1)
    if isCancelled { subscription.cancel() } else { subject.finish() }
    await turn()
    await turn()
    #expect(census.alive == [])
  }
}
