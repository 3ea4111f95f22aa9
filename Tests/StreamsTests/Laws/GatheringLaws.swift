import Streams
import StreamsTesting
import Testing

@Suite("What is gathered comes once, with the end, and is held no longer")
struct GatheringLaws {
  static let rows = OperatorTable.all(.deliversAtEnd)

  @Test(
    "nothing before the end; then values, the source being torn down, and the end", arguments: rows)
  func atTheEnd(row: OperatorRow) {
    let source = ManualSource()
    let log = Log<ItemEvent>()
    let openAtValue = Box<Int>()
    row(source.signal).observe { event in
      if !event.isTerminal { openAtValue.put(source.open) }
      log.append(event)
    }
    for number in 1...3 { source.send(.value(Item(number))) }
    #expect(log.entries == [])
    source.send(.finished)
    #expect(!log.numbers.isEmpty && Set(log.numbers).isSubset(of: 1...3))
    #expect(log.entries.followGrammar)
    #expect(log.ends == [.finished])
    #expect(openAtValue.value == 0)
  }

  @Test(
    "a failure comes alone; what was gathered is let go of before it is handed on", arguments: rows)
  func failure(row: OperatorRow) {
    let census = Census()
    let source = ManualSource()
    let log = Log<ItemEvent>()
    let aliveAtEnd = Box<[String]>()
    row(source.signal).observe { event in
      if event.isTerminal { aliveAtEnd.put(census.alive) }
      log.append(event)
    }
    for number in 1...3 { source.send(.value(Item(number, census.canary("value \(number)")))) }
    source.send(.failure(.one))
    #expect(log.entries == [.failure(.one)])
    #expect(aliveAtEnd.value == [])
  }

  @Test("what was delivered is let go of before the end is delivered", arguments: rows)
  func delivered(row: OperatorRow) {
    let census = Census()
    let source = ManualSource()
    let aliveAtEnd = Box<[String]>()
    row(source.signal).observe(finished: { aliveAtEnd.put(census.alive) })
    for number in 1...3 { source.send(.value(Item(number, census.canary("value \(number)")))) }
    source.send(.finished)
    #expect(aliveAtEnd.value == [])
  }

  @Test("a cancel at the first value keeps the rest and the end away", arguments: rows)
  func cancelInside(row: OperatorRow) {
    let log = Log<ItemEvent>()
    let scope = Subscription()
    // No later scope hides what is handed on.
    row(.sequence([1, 2, 3])).materialize()
      .map { event in
        log.append(event)
        scope.cancel()
      }
      .observe(in: scope) { _ in }
    #expect(log.entries.count == 1 && log.ends == [])
  }

  @Test("a cancel at what stands for the end is no cancel of the source, which has ended")
  func cancelAfterSource() {
    let gathering = Self.rows.map { row -> @Sendable (Items) -> Items in { row($0) } }
    let others: [@Sendable (Items) -> Items] = [
      { $0.collect(2).map { $0[0] } },
      { $0.filter { $0 == 9 }.replaceEmpty(with: 7) },
      { $0.contains(9).map { _ in 7 } },
      { $0.append(.fail(.one)).replaceError(with: 7).setFailureType(to: TestFailure.self) },
      { $0.materialize().map { _ in 7 }.setFailureType(to: TestFailure.self) },
    ]
    for apply in gathering + others {
      let log = Log<String>()
      let scope = Subscription()
      let source = PassthroughSubject<Item, TestFailure>()
      let hooked = source.signal.handleEvents(
        onFinished: { log.append("finished") }, onCancel: { log.append("cancel") },
        onTermination: { log.append("termination") })
      apply(hooked)
        .observe(in: scope, value: { _ in if log.entries != [] { scope.cancel() } })
      source.send(1)
      source.finish()
      #expect(scope.isCancelled)
      #expect(log.entries == ["finished", "termination"])
    }
  }

  /// `materialize` and `map` have no scope of their own: others, and the observer, would tear the
  /// source down themselves before they hand the end on.
  @Test(
    "the source is torn down before the end leaves the operator", arguments: OperatorTable.values)
  func teardown(row: OperatorRow) {
    for end: ItemEvent in [.finished, .failure(.one)] {
      let source = ManualSource()
      let openAtEnd = Box<Int>()
      row(source.signal).materialize()
        .map { event in if event.isTerminal { openAtEnd.put(source.open) } }
        .observe()
      source.send(.value(1))
      source.send(end)
      #expect(openAtEnd.value == 0)
    }
  }
}
