import Streams
import StreamsTesting
import Testing

@Suite("subscribe(on:)")
struct SubscribeOnTests {
  private let stage = PictureStage()

  private func moved(_ signal: PictureSignal) -> PictureSignal {
    signal.subscribe(on: stage.scheduler)
  }

  @Test("Nothing starts inside the call; the start is a turn of the scheduler")
  func values() {
    let starts = Notes<Int>()
    let recording = stage.scheduler.record(
      moved(PictureSignal.sequence(["1", "2"]).handleEvents(onStart: { starts.add(1) })))
    #expect(starts.all.isEmpty)
    stage.scheduler.advance(by: .zero)
    #expect(Picture.draw(recording.events) == "(12|)")
    #expect(stage.play(moved(stage.cold("1-(23)-|"))) == "1-(23)-|")
    #expect(stage.runs() == "0-4")
  }

  @Test("Events are delivered where the source sends them, not on the scheduler")
  func eventsDoNotHop() {
    let subject = PassthroughSubject<String, PictureFailure>()
    let recording = stage.scheduler.record(moved(subject.signal))
    stage.scheduler.advance(by: .zero)
    subject.send("1")
    #expect(recording.values == ["1"])
    #expect(stage.scheduler.pending.isEmpty)
  }

  @Test("A cancel before the start prevents it and leaves nothing pending")
  func cancelBefore() {
    let recording = stage.scheduler.record(moved(stage.cold("1|")))
    recording.cancel()
    #expect(stage.scheduler.pending.isEmpty)
    stage.scheduler.advance(by: .seconds(5))
    #expect(recording.events.isEmpty)
    #expect(stage.runs() == "")
  }

  @Test("A cancel after the start runs inline")
  func cancelAfter() {
    let cancels = Notes<String>()
    let recording = stage.scheduler.record(
      moved(PictureSignal.never().handleEvents(onCancel: { cancels.add("torn down") })))
    stage.scheduler.advance(by: .zero)
    recording.cancel()
    cancels.add("returned")
    #expect(cancels.all == ["torn down", "returned"])
  }

  @Test("A cancel from the handler stops a synchronous input")
  func cancelInside() {
    let scope = Subscription()
    let values = Notes<String>()
    moved(.sequence(["1", "2", "3"])).observe(
      in: scope,
      value: { value in
        values.add(value)
        scope.cancel()
      })
    stage.scheduler.advance(by: .zero)
    #expect(values.all == ["1"])
  }

  @Test("An end and a failure pass as they are")
  func ends() {
    #expect(stage.play(moved(.empty())) == "|")
    #expect(stage.play(moved(.fail(PictureFailure()))) == "#")
    #expect(stage.play(moved(stage.cold("12#"))) == "12#")
  }

  @Test("Starts are in the order of the observations")
  func order() {
    let order = Notes<String>()
    for name in ["a", "b", "c"] {
      moved(PictureSignal.empty().handleEvents(onStart: { order.add(name) })).observe()
    }
    stage.scheduler.advance(by: .zero)
    #expect(order.all == ["a", "b", "c"])
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws(isTimed: true) { source, stage in source.subscribe(on: stage.scheduler) }
  }

  @Test("Values sent from the handler keep their order")
  func reentrancy() {
    expectLaws { source, _ in source.subscribe(on: ImmediateScheduler()) }
  }

  @Test("On a queue the start runs there, and a cancel does not wait for it")
  func queue() {
    let scheduler = DispatchScheduler(label: "start")
    let started = Gate()
    let open = Gate()
    let scope = Subscription()
    let log = Log<ItemEvent>()
    Items.deferred {
      started.open()
      open.wait()
      return .just(1)
    }
    .subscribe(on: scheduler).observe(in: scope) { log.append($0) }
    #expect(started.wait())
    scope.cancel()
    open.open()
    let done = Gate()
    scheduler.schedule { done.open() }
    #expect(done.wait())
    #expect(log.entries == [])
  }
}
