import StreamsTesting
import Testing

@testable import Streams

@Suite("observe")
struct ObserveTests {
  private let scheduler = TestScheduler()
  private let log = Log<String>()

  @discardableResult
  private func observe(_ signal: Items, in scope: Subscription? = nil) -> Subscription {
    let (log, scheduler) = (log, scheduler)
    return signal.observe(
      on: scheduler, in: scope,
      value: { log.append("\($0) at \(scheduler.now.offset)") },
      failure: { log.append("\($0)") },
      finished: { log.append("finished") })
  }

  @Test("on a scheduler: in order, on its time, never inside the call, the end last")
  func onScheduler() throws {
    observe(.sequence([1, 2, 3]))
    #expect(log.entries == [])
    scheduler.advance(by: .zero)
    #expect(
      log.entries == ["1 at 0.0 seconds", "2 at 0.0 seconds", "3 at 0.0 seconds", "finished"])
    try scheduler.verify()
  }

  @Test("on a scheduler: the failure too, after the values before it")
  func failure() {
    observe(Items.just(1).append(.fail(.two)))
    scheduler.advance(by: .zero)
    #expect(log.entries == ["1 at 0.0 seconds", "two"])
  }

  @Test("on a scheduler: a cancel drops what waits for its turn", arguments: [true, false])
  func cancel(isScope: Bool) throws {
    let scope = Subscription()
    let source = ManualSource()
    let subscription = observe(source.signal, in: isScope ? scope : nil)
    source.send(.value(1))
    scheduler.advance(by: .seconds(1))
    source.send(.value(2))
    if isScope { scope.cancel() } else { subscription.cancel() }
    #expect(source.open == 0)
    scheduler.advance(by: .seconds(1))
    #expect(log.entries == ["1 at 0.0 seconds"])
    try scheduler.verify()
  }

  @Test("with a handler per kind: each kind goes to its own, one left out ignores its kind")
  func handlers() {
    let log = log
    let signals: [Items] = [.just(1), .fail(.one), .empty()]
    for signal in signals {
      signal.observe(
        value: { log.append("\($0)") }, failure: { log.append("\($0)") },
        finished: { log.append("finished") })
    }
    #expect(log.entries == ["1", "finished", "one", "finished"])
    for signal in signals { signal.observe(value: { log.append("\($0)") }) }
    #expect(log.entries.suffix(1) == ["1"])
  }

  @Test("an observation in a scope is over at its end, and the scope goes on")
  func scope() {
    let scope = Subscription()
    let ended = Items.just(1).observe(in: scope) { _ in }
    #expect(!ended.isActive)
    #expect(!ended.isCancelled)
    #expect(scope.isActive)
    let open = Items.never().observe(in: scope) { _ in }
    scope.cancel()
    #expect(open.isCancelled)
  }

  @Test("ASY-19: a cancel in the first handler of a synchronous source leaves the rest out")
  func synchronous() {
    let (scope, log) = (Subscription(), log)
    Items.sequence([1, 2, 3]).observe(in: scope) { event in
      log.append("\(event)")
      scope.cancel()
    }
    #expect(log.entries == ["value(1)"])
  }
}
