import Streams
import Testing

@Suite("collect")
struct CollectTests {
  private let stage = PictureStage()

  private func collected(_ source: PictureSignal) -> PictureSignal {
    source.collect().map { $0.joined() }
  }

  @Test("All values in one array, in the turn of the end")
  func values() {
    #expect(stage.play(collected(stage.cold("1--(23)-|"))) == "-----([123]|)")
  }

  @Test("An empty input gives an empty array")
  func empty() {
    let notes = Notes<Event<[Int], Never>>()
    Signal<Int, Never>.empty().collect().observe { notes.add($0) }
    #expect(notes.all == [.value([]), .finished])
  }

  @Test("A failure comes alone")
  func fails() {
    #expect(stage.play(collected(stage.cold("1-2#"))) == "---#")
  }

  @Test("A cancel at the array keeps the end away")
  func cancelInside() {
    let notes = Notes<Event<[Int], Never>>()
    let scope = Subscription()
    Signal<Int, Never>.sequence(1...3).collect().observe(in: scope) { event in
      notes.add(event)
      scope.cancel()
    }
    #expect(notes.all == [.value([1, 2, 3])])
  }

  @Test("Ends, fails, cancels and gathers for each observer anew")
  func laws() {
    expectLaws(empty: "---([]|)") { source, _ in collected(source) }
  }

  @Test("A value sent from the handler of the array comes too late")
  func reentrancy() {
    let subject = PassthroughSubject<Int, Never>()
    let notes = Notes<Event<[Int], Never>>()
    subject.signal.collect().observe { event in
      notes.add(event)
      subject.send(9)
    }
    subject.send(1)
    subject.finish()
    #expect(notes.all == [.value([1]), .finished])
  }
}
