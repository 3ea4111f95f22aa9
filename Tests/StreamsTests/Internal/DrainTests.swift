import Testing

@testable import Streams

@Suite("Drain")
struct DrainTests {
  @Test("four threads: nothing lost, nothing overlaps, first in first out for each")
  func contention() {
    let drain = SharedDrain<(producer: Int, number: Int)>()
    let overlap = OverlapDetector()
    let log = Log<(Int, Int)>()
    let count = 2_000
    let returned = concurrently(
      (0..<4).map { producer in
        {
          for number in 0..<count {
            drain.value.send((producer, number)) { input in
              overlap.run { log.append((input.producer, input.number)) }
            }
          }
        }
      })
    #expect(returned)
    #expect(overlap.count == 0)
    #expect(log.entries.count == 4 * count)
    for producer in 0..<4 {
      #expect(log.entries.filter { $0.0 == producer }.map(\.1) == Array(0..<count))
    }
  }

  @Test("an input from inside the handler is handled after it")
  func reentrant() {
    let drain = SharedDrain<Int>()
    let log = Log<String>()
    @Sendable func handle(_ input: Int) {
      log.append("begin \(input)")
      if input < 3 {
        drain.value.send(input + 1, handle)
        drain.value.send(input + 10, handle)
      }
      log.append("end \(input)")
    }
    drain.value.send(1, handle)
    #expect(
      log.entries == [1, 2, 11, 3, 12].flatMap { ["begin \($0)", "end \($0)"] })
  }

  @Test("is free again afterwards, also after inputs waited")
  func leaves() {
    let drain = SharedDrain<Int>()
    for _ in 0..<3 {
      #expect(drain.claim(1))
      #expect(!drain.claim(2))
      #expect(!drain.leave())
      let log = Log<Int>()
      drain.value.handleWaiting { log.append($0) }
      #expect(log.entries == [2])
    }
    #expect(drain.claim(1))
    #expect(drain.leave())
  }

  @Test(
    "what is performed finds the drain free when nothing waits, and keeps the order when it does")
  func effects() {
    let drain = SharedDrain<Int>()
    let log = Log<String>()
    drain.value.send(
      1, { $0 },
      then: { effect in
        log.append("perform \(effect)")
        drain.value.send(2, { log.append("decide \($0)") }, then: { _ in })
      })
    #expect(log.entries == ["perform 1", "decide 2"])

    let other = SharedDrain<Int>()
    let order = Log<Int>()
    @Sendable func run(_ input: Int) {
      other.value.send(
        input,
        { input in
          if input == 1 { run(2) }
          return input < 5 ? input : nil
        },
        then: { effect in
          order.append(effect)
          run(effect + 2)
        })
    }
    run(1)
    #expect(order.entries == [1, 2, 3, 4])
  }

  @Test("an owner that is blocked does not block others")
  func blockedOwner() {
    let drain = SharedDrain<Int>()
    let inside = Gate()
    let open = Gate()
    let log = Log<Int>()
    @Sendable func handle(_ input: Int) {
      if input == 1 {
        inside.open()
        open.wait()
      }
      log.append(input)
    }
    let returned = concurrently(
      { drain.value.send(1, handle) },
      {
        inside.wait()
        drain.value.send(2, handle)
        #expect(log.entries == [])
        open.open()
      })
    #expect(returned)
    #expect(log.entries == [1, 2])
  }
}

/// A drain that several closures can hold.
private final class SharedDrain<Input: Sendable>: Sendable {
  let value = Drain<Input>()

  func claim(_ input: Input) -> Bool { value.claim(input) }
  func leave() -> Bool { value.leave() }
}
