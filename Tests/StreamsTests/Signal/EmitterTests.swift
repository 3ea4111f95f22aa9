import Streams
import Testing

@Suite("Emitter")
struct EmitterTests {
  @Test("the teardown runs exactly once: at a finish, a failure, a cancel, a release")
  func teardown() {
    let ways: [@Sendable (Emitter<Item, TestFailure>, Subscription) -> Void] = [
      { emitter, _ in emitter.finish() },
      { emitter, _ in emitter.fail(.one) },
      { _, subscription in subscription.cancel() },
      { emitter, subscription in
        subscription.cancel()
        emitter.finish()
      },
      { emitter, subscription in
        emitter.finish()
        subscription.cancel()
      },
      { _, _ in },
    ]
    for way in ways {
      let calls = Counter()
      let scope = Subscription()
      let misuses = collectingMisuse {
        Items { emitter in
          emitter.onTermination { calls.add() }
          way(emitter, scope)
        }.observe(in: scope) { _ in }
      }
      #expect(calls.value == 1)
      #expect(misuses.entries.count <= 1)
    }
  }

  @Test("several teardowns run in order, before the end; one given late runs at once")
  func severalTeardowns() {
    let log = Log<String>()
    let kept = Box<Emitter<Item, TestFailure>>()
    Items { emitter in
      emitter.onTermination { log.append("first") }
      emitter.onTermination { log.append("second") }
      kept.put(emitter)
    }.observe { _ in log.append("end") }
    kept.value?.finish()
    kept.value?.onTermination { log.append("late") }
    #expect(log.entries == ["first", "second", "end", "late"])
    #expect(kept.value?.isCancelled == true)
  }

  @Test("sends from inside a handler keep the order")
  func reentrant() {
    let log = Log<Int>()
    let kept = Box<Emitter<Item, TestFailure>>()
    Items { kept.put($0) }.observe(value: { item in
      if item == 1 {
        kept.value?.send(2)
        kept.value?.finish()
        kept.value?.send(3)
      }
      log.append(item.number)
    })
    kept.value?.send(1)
    #expect(log.entries == [1, 2])
  }

  @Test("a teardown that sends, fails or cancels changes nothing")
  func sendingTeardown() {
    let log = Log<ItemEvent>()
    let kept = Box<Emitter<Item, TestFailure>>()
    let subscription = Items { emitter in
      kept.put(emitter)
      emitter.onTermination {
        emitter.send(9)
        emitter.fail(.two)
      }
    }.observe { log.append($0) }
    kept.value?.send(1)
    kept.value?.fail(.one)
    subscription.cancel()
    #expect(log.entries == [.value(1), .failure(.one)])
    kept.take()
  }

  @Test("eight threads send: all arrive, one at a time")
  func threads() {
    let kept = Box<Emitter<Item, TestFailure>>()
    let overlap = OverlapDetector()
    let count = Counter()
    Items { kept.put($0) }.observe { _ in overlap.run { count.add() } }
    let emitter = kept.take()
    concurrently(
      (0..<8).map { _ in { for number in 0..<250 { emitter?.send(Item(number)) } } })
    emitter?.finish()
    #expect(overlap.count == 0)
    #expect(count.value == 2_001)
  }

  @Test("a callback's second answer is ignored and reported, no answer is reported")
  func callback() {
    let log = Log<ItemEvent>()
    let misuses = collectingMisuse {
      Items(callback: { answer in
        answer(.success(1))
        answer(.failure(.one))
      }).observe { log.append($0) }
      Items(callback: { _ in }).observe { log.append($0) }
      Items(callback: { answer in answer(.failure(.two)) }).observe { log.append($0) }
    }
    #expect(log.entries == [.value(1), .finished, .failure(.two)])
    #expect(misuses.entries.count == 2)
    guard case .callbackCalledAgain(let place) = misuses.entries.first else {
      Issue.record("expected a second call")
      return
    }
    #expect(place.fileID.hasSuffix("EmitterTests.swift"))
  }

  @Test("handlers of misuse are told until they are cancelled")
  func handlers() {
    let line: UInt = #line + 1
    let signal = Items { emitter in _ = emitter.isCancelled }
    let heard = Log<Misuse>()
    let here = Misuse.emitterReleasedWithoutEnd(CallSite(fileID: #fileID, line: line))
    let subscription = Misuse.onReport { if $0 == here { heard.append($0) } }
    signal.observe()
    #expect(heard.entries == [here])
    subscription.cancel()
    let quiet = collectingMisuse { signal.observe() }
    #expect(heard.entries.count == 1)
    #expect(quiet.entries == [here])
  }
}
