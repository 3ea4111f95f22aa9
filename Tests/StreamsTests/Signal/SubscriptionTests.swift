import Testing

@testable import Streams

@Suite("Subscription")
struct SubscriptionTests {
  @Test("actions run once, in the order they were given, on the cancelling thread")
  func order() {
    let subscription = Subscription()
    let log = Log<Int>()
    for number in 0..<5 { subscription.onCancel { log.append(number) } }
    subscription.cancel()
    subscription.cancel()
    #expect(log.entries == [0, 1, 2, 3, 4])
    #expect(subscription.isCancelled)
  }

  @Test("an action given after the cancel runs at once; one given after the end never")
  func late() {
    let cancelled = Subscription()
    cancelled.cancel()
    let calls = Counter()
    cancelled.onCancel { calls.add() }
    #expect(calls.value == 1)

    let ended = Subscription()
    #expect(ended.end())
    ended.onCancel { calls.add() }
    #expect(calls.value == 1)
    #expect(!ended.isCancelled)
    ended.onClose { calls.add() }
    #expect(calls.value == 2)
  }

  @Test("cancelling again from inside an action does nothing")
  func reentrant() {
    let subscription = Subscription()
    let calls = Counter()
    subscription.onCancel {
      calls.add()
      subscription.cancel()
    }
    subscription.cancel()
    #expect(calls.value == 1)
  }

  @Test("all scopes below are marked before the first action runs; order is that of registration")
  func scopes() {
    let parent = Subscription()
    let log = Log<String>()
    let first = parent.child()
    parent.onCancel { log.append("parent") }
    let second = parent.child()
    let inner = first.child()
    inner.onCancel { log.append("inner \(second.isCancelled) \(parent.isCancelled)") }
    second.onCancel { log.append("second") }
    parent.cancel()
    #expect(log.entries == ["inner true true", "parent", "second"])
    #expect(inner.isCancelled && first.isCancelled)
  }

  @Test("a child that is cancelled, or ends, leaves its parent alone")
  func child() {
    let parent = Subscription()
    let calls = Counter()
    let child = parent.child()
    child.onCancel { calls.add() }
    child.cancel()
    #expect(!parent.isCancelled)
    parent.cancel()
    #expect(calls.value == 1)
  }

  @Test("a child of a cancelled, or ended, scope is cancelled")
  func lateChild() {
    let cancelled = Subscription()
    cancelled.cancel()
    #expect(cancelled.child().isCancelled)
    let ended = Subscription()
    ended.end()
    #expect(ended.child().isCancelled)
  }

  @Test("an end cancels what runs below, releases its actions and is no cancel")
  func end() {
    let subscription = Subscription()
    let log = Log<String>()
    subscription.onCancel { log.append("cancel") }
    subscription.onClose { log.append("close") }
    let child = subscription.child()
    child.onCancel { log.append("child") }
    #expect(subscription.end())
    #expect(!subscription.end())
    subscription.cancel()
    #expect(log.entries == ["close", "child"])
    #expect(!subscription.isCancelled)
    #expect(child.isCancelled)
  }

  @Test("an end and a cancel that meet: one wins")
  func race() {
    for _ in 0..<500 {
      let subscription = Subscription()
      let cancels = Counter()
      let closes = Counter()
      let ends = Counter()
      subscription.onCancel { cancels.add() }
      subscription.onClose { closes.add() }
      concurrently({ if subscription.end() { ends.add() } }, { subscription.cancel() })
      #expect(ends.value + cancels.value == 1)
      #expect(closes.value == 1)
      #expect(subscription.isCancelled == (cancels.value == 1))
    }
  }

  @Test("10,000 scopes, each inside the one before, are cancelled and released on a small stack")
  func deep() {
    onSmallStack {
      let calls = Counter()
      let top = Subscription()
      var scope = top
      for _ in 0..<10_000 {
        scope = scope.child()
        scope.onCancel { calls.add() }
      }
      top.cancel()
      #expect(calls.value == 10_000)
    }
    onSmallStack {
      let top = Subscription()
      var scope = top
      for _ in 0..<10_000 { scope = scope.child() }
      scope = top
      _ = scope
    }
    onSmallStack {
      let top = Subscription()
      var scope = top
      for _ in 0..<10_000 { scope = scope.child() }
      top.end()
      #expect(scope.isCancelled)
    }
  }

  @Test("letting go does not cancel; what was registered is released")
  func release() {
    let census = Census()
    let calls = Counter()
    func make() {
      let canary = census.canary("captured")
      let subscription = Subscription()
      subscription.onCancel {
        _ = canary
        calls.add()
      }
    }
    make()
    #expect(calls.value == 0)
    #expect(census.alive == [])
  }

  @Test("many short children do not pile up")
  func manyChildren() {
    let census = Census()
    let parent = Subscription()
    for _ in 0..<10_000 {
      let child = parent.child()
      let canary = census.canary("captured")
      child.onCancel { _ = canary }
      child.end()
    }
    #expect(census.alive == [])
  }

  @Test("a bag cancels what it holds when it is released, and what comes after a cancel")
  func bag() {
    let calls = Counter()
    func fill() {
      let bag = SubscriptionBag()
      for _ in 0..<3 {
        let subscription = Subscription()
        subscription.onCancel { calls.add() }
        subscription.store(in: bag)
      }
      #expect(calls.value == 0)
    }
    fill()
    #expect(calls.value == 3)

    let bag = SubscriptionBag()
    bag.cancel()
    let late = Subscription()
    late.store(in: bag)
    #expect(late.isCancelled)
  }

  @Test("a cancel by who has got the answer is a cancel to everybody else; an end is none")
  func answered() {
    let (answered, below, ended) = (Subscription(), Log<String>(), Subscription())
    let child = answered.child()
    child.onCancel { below.append("cancelled") }
    answered.cancel(.answered)
    answered.cancel()
    #expect(answered.isCancelled && child.isCancelled && !answered.isActive)
    #expect(below.entries == ["cancelled"])
    #expect(ended.end() && !ended.isCancelled && !ended.end())
  }

  @Test("observations hold the bag's owner no longer than the bag")
  func bagOwner() {
    let census = Census()
    let subject = PassthroughSubject<Int, Never>()
    final class Model: Sendable {
      let bag = SubscriptionBag()
      let canary: Canary
      init(_ canary: Canary) { self.canary = canary }
    }
    func run() {
      let model = Model(census.canary("model"))
      subject.signal.observe(value: { [weak model] _ in _ = model }).store(in: model.bag)
      #expect(subject.observerCount == 1)
    }
    run()
    #expect(census.alive == [])
    #expect(subject.observerCount == 0)
  }
}
