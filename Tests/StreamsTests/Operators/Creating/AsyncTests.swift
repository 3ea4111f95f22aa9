import Streams
import StreamsTesting
import Testing

@Suite("Signal(async:)")
struct AsyncTests {
  private let stage = PictureStage()

  private func signal(
    _ work: @escaping @Sendable () async throws(PictureFailure) -> String
  ) -> PictureSignal {
    PictureSignal(async: work, executor: stage.scheduler)
  }

  @Test("The answer and the end; each observation runs the work")
  func answers() {
    let calls = Notes<Int>()
    let scheduler = stage.scheduler
    let signal = signal { () async throws(PictureFailure) in
      calls.add(1)
      try? await scheduler.sleep(for: .seconds(2))
      return "\(calls.all.count)"
    }
    #expect(calls.all == [])
    #expect(stage.play(signal, from: [0, 3]) == ["--(1|)", "--(2|)"])
  }

  @Test("What is thrown is the failure, typed")
  func fails() {
    #expect(stage.play(signal { () async throws(PictureFailure) in throw PictureFailure() }) == "#")
  }

  @Test("A cancel cancels the task, and nothing it answers is delivered")
  func cancel() {
    let scheduler = stage.scheduler
    let wasCancelled = Notes<Bool>()
    let signal = signal { () async throws(PictureFailure) in
      try? await scheduler.sleep(for: .seconds(5))
      wasCancelled.add(Task.isCancelled)
      return "1"
    }
    #expect(stage.play(signal, cancelAt: 2) == "")
    #expect(wasCancelled.all == [true])
  }

  @Test("A cancel before the task has had a turn prevents the work")
  func cancelledBefore() throws {
    let calls = Notes<Int>()
    let recording = stage.scheduler.record(
      signal { () async throws(PictureFailure) in
        calls.add(1)
        return "1"
      })
    recording.cancel()
    stage.scheduler.advance(by: .seconds(9))
    #expect(calls.all == [])
    #expect(recording.events.isEmpty)
    try stage.scheduler.verify()
  }
}
