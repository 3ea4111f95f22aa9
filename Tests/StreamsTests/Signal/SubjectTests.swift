import Streams
import Testing

@Suite("Subjects: rules 38 to 41")
struct SubjectTests {
  @Test("39: a late observer gets the terminal event")
  func passthroughLate() {
    for end: ItemEvent in [.finished, .failure(.one)] {
      let subject = PassthroughSubject<Item, TestFailure>()
      subject.send(1)
      subject.send(end)
      subject.send(2)
      subject.send(.finished)
      let log = Log<ItemEvent>()
      subject.signal.observe { log.append($0) }
      #expect(log.entries == [end])
      #expect(subject.observerCount == 0)
    }
  }

  @Test("39: delivery in the order of observation; who comes during a delivery sees the next value")
  func passthroughOrder() {
    let subject = PassthroughSubject<Item, TestFailure>()
    let log = Log<String>()
    subject.signal.observe(value: { item in
      log.append("A\(item)")
      if item == 1 { subject.signal.observe(value: { log.append("C\($0)") }) }
    })
    subject.signal.observe(value: { log.append("B\($0)") })
    subject.send(1)
    subject.send(2)
    #expect(log.entries == ["A1", "B1", "A2", "B2", "C2"])
  }

  @Test("39: an observer that leaves during a delivery hears nothing more; the others do")
  func leaving() {
    let subject = PassthroughSubject<Item, TestFailure>()
    let log = Log<String>()
    let second = Subscription()
    subject.signal.observe(value: { item in
      log.append("A\(item)")
      second.cancel()
    })
    subject.signal.observe(in: second) { _ in log.append("B") }
    subject.signal.observe(value: { log.append("C\($0)") })
    subject.send(1)
    #expect(log.entries == ["A1", "C1"])
    #expect(subject.observerCount == 2)
  }

  @Test("40: the current value first, then live; after the end only the end")
  func currentValue() {
    let subject = CurrentValueSubject<Item, TestFailure>(1)
    let log = Log<ItemEvent>()
    subject.signal.observe { log.append($0) }
    subject.value = 2
    subject.send(3)
    #expect(subject.value == 3)
    subject.finish()
    subject.value = 4
    subject.send(5)
    #expect(subject.value == 3)
    #expect(log.entries == [.value(1), .value(2), .value(3), .finished])

    let late = Log<ItemEvent>()
    subject.signal.observe { late.append($0) }
    #expect(late.entries == [.finished])
  }

  @Test("40: the value is the new one while it is being delivered")
  func currentValueInside() {
    let subject = CurrentValueSubject<Item, TestFailure>(1)
    let seen = Log<[Item]>()
    subject.signal.observe(value: { item in
      if item == 1 { subject.value = 2 }
      seen.append([item, subject.value])
    })
    #expect(seen.entries == [[1, 2], [2, 2]])
  }

  @Test("40: a value that was replaced is released, the first one too")
  func currentValueRelease() {
    let census = Census()
    let subject = CurrentValueSubject<Item, TestFailure>(Item(1, census.canary("first")))
    subject.send(Item(2, census.canary("second")))
    #expect(census.alive == ["second"])
    subject.send(3)
    #expect(census.alive == [])
  }

  @Test("41: the buffer, then live; after the end the buffer, then the end")
  func replay() {
    let subject = ReplaySubject<Item, TestFailure>(2)
    for number in 1...3 { subject.send(Item(number)) }
    let log = Log<ItemEvent>()
    subject.signal.observe { log.append($0) }
    subject.send(4)
    subject.fail(.one)
    subject.send(5)
    #expect(log.entries == [.value(2), .value(3), .value(4), .failure(.one)])
    let late = Log<ItemEvent>()
    subject.signal.observe { late.append($0) }
    #expect(late.entries == [.value(3), .value(4), .failure(.one)])
  }

  @Test("41: a buffer of none, of less than none, and of all")
  func replayLimits() {
    for (limit, expected) in [(0, []), (-3, []), (1, [3]), (Int.max, [1, 2, 3])] {
      let subject = ReplaySubject<Item, TestFailure>(limit)
      for number in 1...3 { subject.send(Item(number)) }
      let log = Log<ItemEvent>()
      subject.signal.observe { log.append($0) }
      #expect(log.numbers == expected)
    }
  }

  @Test("41: a cancel from inside a replayed value stops the replay")
  func replayCancelled() {
    let subject = ReplaySubject<Item, TestFailure>()
    for number in 1...5 { subject.send(Item(number)) }
    subject.finish()
    let scope = Subscription()
    let log = Log<ItemEvent>()
    subject.signal.observe(in: scope) { event in
      log.append(event)
      if log.entries.count == 3 { scope.cancel() }
    }
    #expect(log.entries == [.value(1), .value(2), .value(3)])
  }

  @Test("38: what is sent while an observer is given the replay comes after it, once")
  func replayThenLive() {
    let subject = ReplaySubject<Item, TestFailure>()
    subject.send(1)
    subject.send(2)
    let log = Log<Int>()
    subject.signal.observe(value: { item in
      log.append(item.number)
      if item == 1 {
        subject.send(3)
        subject.signal.observe(value: { log.append(100 + $0.number) })
      }
    })
    #expect(log.entries == [1, 2, 3, 101, 102, 103])
  }

  @Test(
    "38: one that attaches on a thread while another sends misses nothing and gets nothing twice")
  func replayRace() {
    for _ in 0..<100 {
      let subject = ReplaySubject<Int, Never>()
      let log = Log<Int>()
      concurrently(
        { for number in 0..<50 { subject.send(number) } },
        { subject.signal.observe(value: { log.append($0) }) })
      #expect(log.entries == Array(0..<50))
    }
  }
}
