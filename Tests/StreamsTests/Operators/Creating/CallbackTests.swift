import Streams
import StreamsTesting
import Testing

@Suite("Signal(callback:)")
struct CallbackTests {
  typealias Answer = @Sendable (Result<String, PictureFailure>) -> Void

  @Test("The answer and the end, or the failure; the work runs per observation")
  func answers() {
    let stage = PictureStage()
    let calls = Notes<Int>()
    let signal = PictureSignal(callback: { answer in
      calls.add(1)
      stage.scheduler.schedule(after: .seconds(2)) {
        answer(calls.all.count < 3 ? .success("1") : .failure(PictureFailure()))
      }
    })
    #expect(calls.all == [])
    #expect(stage.play(signal, from: [0, 1]) == ["--(1|)", "--(1|)"])
    #expect(stage.play(signal) == "--#")
  }

  @Test("An answer inside the call")
  func synchronous() {
    #expect(PictureStage().play(PictureSignal(callback: { $0(.success("1")) })) == "(1|)")
  }

  @Test("After a cancel the answer goes nowhere")
  func cancel() {
    let stage = PictureStage()
    let signal = PictureSignal(callback: { answer in
      stage.scheduler.schedule(after: .seconds(5)) { answer(.success("1")) }
    })
    #expect(stage.play(signal, cancelAt: 2) == "")
  }

  @Test("A second answer is ignored and reported, with the place of the signal")
  func twice() {
    let scheduler = TestScheduler()
    let line: UInt = #line + 1
    let signal = PictureSignal(callback: { answer in
      answer(.success("1"))
      answer(.success("2"))
    })
    #expect(scheduler.record(signal).values == ["1"])
    #expect(misuse(scheduler).contains { $0.contains("more than once") && $0.contains(":\(line)") })
  }

  @Test("A callback that is let go of without an answer is reported")
  func never() {
    let scheduler = TestScheduler()
    let recording = scheduler.record(PictureSignal(callback: { _ in }))
    #expect(recording.events.isEmpty)
    #expect(misuse(scheduler).contains { $0.contains("released without an end") })
  }

  private func misuse(_ scheduler: TestScheduler) -> [String] {
    do {
      try scheduler.verify()
      return []
    } catch {
      return error.pending.map(\.description)
    }
  }
}
