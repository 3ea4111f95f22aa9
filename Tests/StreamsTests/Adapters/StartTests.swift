import StreamsTesting
import Testing

@testable import Streams

@Suite("start(success:failure:)")
struct StartTests {
  private let log = Log<String>()

  @discardableResult
  private func start(_ signal: Items, in scope: Subscription? = nil) -> Subscription {
    let log = log
    return signal.start(
      success: { log.append("success \($0)") }, failure: { log.append("failure \($0)") },
      empty: { log.append("empty") }, in: scope)
  }

  @Test("calls exactly one, once: for a value, a failure, neither")
  func one() {
    start(.just(1))
    start(.fail(.two))
    start(.empty())
    #expect(log.entries == ["success 1", "failure two", "empty"])
  }

  @Test("the first value is the answer; what follows it, of any kind, goes nowhere")
  func second() {
    start(.sequence([1, 2, 3]))
    start(Items.just(4).append(.fail(.one)))
    start(
      Items { emitter in
        emitter.send(5)
        emitter.send(6)
        emitter.fail(.one)
      })
    #expect(log.entries == ["success 1", "success 4", "success 5"])
  }

  @Test("the signal is cancelled before success is called")
  func tornDown() {
    let (source, log) = (ManualSource(), log)
    source.signal.start(
      success: { _ in log.append("open: \(source.open)") }, failure: { _ in })
    source.send(.value(1))
    source.send(.value(2))
    #expect(log.entries == ["open: 0"])
    #expect(source.teardowns == 1)
  }

  @Test("a cancel calls nothing, before, between and inside", arguments: [true, false])
  func cancel(isScope: Bool) {
    let (source, scope) = (ManualSource(), Subscription())
    let subscription = start(source.signal, in: isScope ? scope : nil)
    if isScope { scope.cancel() } else { subscription.cancel() }
    #expect(source.teardowns == 1)
    source.send(.value(1))
    let over = Subscription()
    over.cancel()
    start(.just(1), in: over)
    let inside = Subscription()
    start(Items.just(2).handleEvents(onValue: { _ in inside.cancel() }), in: inside)
    #expect(log.entries == [])
  }

  @Test("empty without a handler for it is reported, with the place")
  func emptyReported() {
    let line: UInt = #line + 2
    let misuses = collectingMisuse {
      Items.empty().start(success: { _ in }, failure: { _ in })
      Items.just(1).start(success: { _ in }, failure: { _ in })
      Signal<Int, Never>.empty().start(success: { _ in }, empty: {})
    }
    let place = CallSite(fileID: #fileID, line: line)
    #expect(misuses.entries == [.finishedWithoutValue(place)])
    #expect(misuses.entries.first?.description.contains("without a value") == true)
  }

  @Test("what cannot fail needs no handler for it")
  func never() {
    let log = log
    Signal.just(1).start(success: { log.append("\($0)") })
    Signal<Int, Never>.empty().start(success: { _ in }, empty: { log.append("empty") })
    #expect(log.entries == ["1", "empty"])
  }

  @Test("two observers are two runs; the answer of one starts the other from inside")
  func reentrancy() {
    let (source, log) = (ManualSource(), log)
    source.signal.start(
      success: { first in
        source.signal.start(success: { log.append("\(first), \($0)") }, failure: { _ in })
      }, failure: { _ in })
    source.send(.value(1))
    source.send(.value(2))
    #expect(log.entries == ["1, 2"])
    #expect(source.starts == 2)
  }

  @Test("a value, a failure and a cancel that meet call at most one, once")
  func race() {
    for _ in 0..<300 {
      let source = ManualSource()
      let calls = Counter()
      let subscription = source.signal.start(
        success: { _ in calls.add() }, failure: { _ in calls.add() }, empty: { calls.add() })
      concurrently([
        { source.send(.value(1)) }, { source.send(.failure(.one)) }, { subscription.cancel() },
      ])
      #expect(calls.value <= 1)
      #expect(source.teardowns == 1)
    }
  }
}
