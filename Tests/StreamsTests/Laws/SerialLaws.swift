import Streams
import StreamsTesting
import Testing

@Suite("G2: one event at a time, in order")
struct SerialLaws {
  @Test(
    "a value sent from inside the handler comes after it, not in it", arguments: OperatorTable.all)
  func reentrant(row: OperatorRow) {
    let scheduler = TestScheduler()
    let subject = PassthroughSubject<Item, TestFailure>()
    let probe = Probe()
    let log = Log<ItemEvent>()
    let overlap = OverlapDetector()
    row(subject.signal, scheduler, probe).observe { event in
      overlap.run {
        log.append(event)
        if case .value(let item) = event, item.number < 5 { subject.send(Item(item.number + 1)) }
        if case .value(let item) = event, item.number == 5 { subject.finish() }
      }
    }
    subject.send(1)
    scheduler.advance(by: .seconds(60))
    #expect(overlap.count == 0)
    #expect(probe.overlap.count == 0)
    #expect(log.entries.followGrammar)
    if row.traits.contains(.passesLive), !row.traits.contains(.endsEarly) {
      #expect(log.numbers == [1, 2, 3, 4, 5])
    }
  }

  @Test(
    "two observers of one subject see a nested value in the same order",
    arguments: OperatorTable.all(.passesLive))
  func reentrantBeside(row: OperatorRow) {
    let scheduler = TestScheduler()
    let subject = PassthroughSubject<Item, TestFailure>()
    let log = Log<String>()
    row(subject.signal, scheduler).observe(value: { item in
      log.append("A\(item)")
      if item == 1 { subject.send(2) }
    })
    row(subject.signal, scheduler).observe(value: { log.append("B\($0)") })
    subject.send(1)
    scheduler.advance(by: .seconds(60))
    let sorted = row.traits.contains(.needsTime) ? log.entries.filter { $0.hasPrefix("A") } : []
    if row.traits.contains(.needsTime) {
      #expect(sorted == ["A1", "A2"])
      #expect(log.entries.filter { $0.hasPrefix("B") } == ["B1", "B2"])
    } else {
      #expect(log.entries == ["A1", "B1", "A2", "B2"])
    }
  }

  @Test(
    "two threads that send never meet in the handler or in a closure", arguments: OperatorTable.all)
  func twoThreads(row: OperatorRow) {
    let scheduler = TestScheduler()
    let subject = PassthroughSubject<Item, TestFailure>()
    let probe = Probe()
    let log = Log<ItemEvent>()
    let overlap = OverlapDetector()
    row(subject.signal, scheduler, probe).observe { event in overlap.run { log.append(event) } }
    concurrently(
      { for number in 0..<300 { subject.send(Item(number)) } },
      { for number in 1000..<1300 { subject.send(Item(number)) } })
    scheduler.advance(by: .seconds(60))
    #expect(overlap.count == 0)
    #expect(probe.overlap.count == 0)
    guard row.traits.contains(.passesLive) else { return }
    #expect(log.numbers.filter { $0 < 1000 } == Array(0..<300))
    #expect(log.numbers.filter { $0 >= 1000 } == Array(1000..<1300))
  }

  @Test("two inputs driven by two threads never meet", arguments: PairTable.all)
  func twoInputs(row: PairRow) {
    let scheduler = TestScheduler()
    let first = PassthroughSubject<Item, TestFailure>()
    let second = PassthroughSubject<Item, TestFailure>()
    let probe = Probe()
    let log = Log<ItemEvent>()
    let overlap = OverlapDetector()
    row(first.signal, second.signal, scheduler, probe).observe { event in
      overlap.run { log.append(event) }
    }
    concurrently(
      {
        for number in 0..<300 { first.send(Item(number)) }
        first.finish()
      },
      {
        for number in 1000..<1300 { second.send(Item(number)) }
        second.finish()
      })
    scheduler.advance(by: .seconds(60))
    #expect(overlap.count == 0)
    #expect(probe.overlap.count == 0)
    #expect(log.entries.followGrammar)
    #expect(log.ends == [.finished])
    let numbers = log.numbers
    #expect(numbers.filter { $0 < 1000 } == numbers.filter { $0 < 1000 }.sorted())
    #expect(numbers.filter { $0 >= 1000 } == numbers.filter { $0 >= 1000 }.sorted())
  }

  @Test("RACE-11: a value sent while another thread is in the handler waits and does not block")
  func gated() {
    let subject = PassthroughSubject<Item, TestFailure>()
    let log = Log<String>()
    let inside = Gate()
    let open = Gate()
    subject.signal.merge(with: .never()).observe(value: { item in
      if item == 1 {
        inside.open()
        open.wait()
      }
      log.append("\(item)")
    })
    let returned = concurrently(
      { subject.send(1) },
      {
        inside.wait()
        subject.send(2)
        log.append("sent 2")
        open.open()
      })
    #expect(returned)
    #expect(log.entries == ["sent 2", "1", "2"])
  }
}
