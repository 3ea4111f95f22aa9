import StreamsTesting
import Testing

@testable import Streams

@Suite("G1: values, then at most one end")
struct GrammarLaws {
  @Test(
    "CMP-24: nothing follows the end of a source that goes on sending", arguments: OperatorTable.all
  )
  func misbehavingEmitter(row: OperatorRow) {
    let source = Items { emitter in
      emitter.send(1)
      emitter.fail(.one)
      emitter.send(2)
      emitter.fail(.two)
      emitter.send(3)
      emitter.finish()
    }
    let events = Self.events(of: row, source)
    #expect(events.followGrammar)
    #expect(Set(events.numbers).isSubset(of: [0, 1, 7]))
    #expect(events.last?.isTerminal == true)
    if row.traits.contains(.passesFailure), !row.traits.contains(.endsEarly) {
      #expect(events.last == .failure(.one))
    }
  }

  @Test(
    "the observer sees the grammar even of a source that breaks it", arguments: OperatorTable.all)
  func brokenSource(row: OperatorRow) {
    let source = Items(start: { receive, _ in
      for event in [.value(1), .finished, .value(2), .failure(.one), .finished] as [ItemEvent] {
        receive(event)
      }
    })
    let events = Self.events(of: row, source)
    #expect(events.followGrammar)
  }

  @Test("every value and then the end come out", arguments: OperatorTable.all(.passesAll))
  func everything(row: OperatorRow) {
    let numbers = Array(1...100)
    let finished = Self.events(of: row, .sequence(numbers.map { Item($0) }))
    #expect(finished == numbers.map { .value(Item($0)) } + [.finished])

    guard row.traits.contains(.passesFailure),
      row.traits.isDisjoint(with: [.startsAgain, .severalTimes])
    else { return }
    let failed = Self.events(of: row, Items.sequence([1, 2]).append(.fail(.one)))
    #expect(failed == [.value(1), .value(2), .failure(.one)])
  }

  @Test("every value that is sent later comes out", arguments: OperatorTable.all(.passesLive))
  func everythingLive(row: OperatorRow) {
    let scheduler = TestScheduler()
    let subject = PassthroughSubject<Item, TestFailure>()
    let log = Log<ItemEvent>()
    row(subject.signal, scheduler).observe { log.append($0) }
    for number in 1...10 { subject.send(Item(number)) }
    scheduler.advance(by: .seconds(60))
    #expect(log.numbers == Array(1...10))
  }

  @Test("what an empty source makes of a row is its end", arguments: OperatorTable.all)
  func empty(row: OperatorRow) {
    #expect(Self.events(of: row, .empty()) == [.finished])
  }

  @Test("a source delivers what its row says", arguments: SourceTable.all)
  func sources(row: SourceRow) {
    let scheduler = TestScheduler()
    let log = Log<ItemEvent>()
    row(scheduler).observe { log.append($0) }
    scheduler.advance(by: .seconds(60))
    #expect(log.numbers == row.numbers)
    #expect(log.ends == (row.end.map { [$0] } ?? []))
  }

  /// All that comes out within a minute.
  static func events(of row: OperatorRow, _ source: Items) -> [ItemEvent] {
    let scheduler = TestScheduler()
    let log = Log<ItemEvent>()
    row(source, scheduler).observe { log.append($0) }
    scheduler.advance(by: .seconds(60))
    return log.entries
  }
}
