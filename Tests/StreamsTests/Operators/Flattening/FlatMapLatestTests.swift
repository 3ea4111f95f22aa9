import Streams
import Testing

@Suite("flatMapLatest")
struct FlatMapLatestTests {
  private let stage = PictureStage()

  private func latest(_ outer: String, _ inners: [String: String]) -> PictureSignal {
    stage.cold(outer, "outer").flatMapLatest { [stage] name in
      stage.cold(inners[name] ?? "|", name)
    }
  }

  @Test("Only the latest is heard; ends when this one has finished and no inner runs")
  func values() {
    let signal = latest("1----2-|", ["1": "a--b--c|", "2": "x--y|"])
    #expect(stage.play(signal) == "a--b-x--y|")
    #expect(stage.runs("1") + " " + stage.runs("2") == "0-5 5-9")
    #expect(stage.play(latest("1----|", ["1": "a|"])) == "a----|")
  }

  @Test("The inner before is cancelled before the transform is called")
  func order() {
    let order = Notes<String>()
    let signal = stage.cold("1-2-|").flatMapLatest { name in
      order.add("transform \(name)")
      return PictureSignal.never().handleEvents(onCancel: { order.add("cancel \(name)") })
    }
    _ = stage.play(signal, cancelAt: 5)
    #expect(order.all == ["transform 1", "cancel 1", "transform 2", "cancel 2"])
  }

  @Test("A failure of either ends it at once; an inner that runs is cancelled first")
  func fails() {
    #expect(stage.play(latest("1-#", ["1": "a---b|"])) == "a-#")
    #expect(stage.runs("1") == "0-2")
    #expect(stage.play(latest("2---|", ["2": "a-#"])) == "a-#")
  }

  @Test("The failure of an inner that was replaced is not heard")
  func stale() {
    #expect(stage.play(latest("1-2|", ["1": "---#", "2": "-x|"])) == "---x|")
  }

  @Test("A cancel reaches this one and the inner")
  func cancel() {
    #expect(stage.play(latest("1-----|", ["1": "a----|"]), cancelAt: 3) == "a")
    #expect(stage.runs("outer") + " " + stage.runs("1") == "0-3 0-3")
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws { source, _ in source.flatMapLatest { .just($0) } }
  }

  @Test("An outer value sent from the handler replaces the inner that delivers")
  func reentrancy() {
    let (outer, inner) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let notes = Notes<Int>()
    outer.signal.flatMapLatest { $0 == 0 ? inner.signal : .just($0) }.observe(value: { value in
      notes.add(value)
      if value == 1 { outer.send(10) }
      notes.add(-value)
    })
    outer.send(0)
    inner.send(1)
    inner.send(2)
    #expect(notes.all == [1, -1, 10, -10])
    #expect(inner.observerCount == 0)
  }

  @Test("A signal that can fail leads to signals that cannot, without a word about it")
  func innerCannotFail() {
    @Sendable func hit(_ name: String) -> Signal<String, Never> { .just(name + name) }
    let inner = stage.cold("1-#").flatMapLatest { hit($0) }
    #expect(stage.play(inner.map { $0 == "11" ? "x" : "?" }) == "x-#")
  }
}
