import Streams
import StreamsTesting
import Testing

@Suite("A scope that leaves nothing alive")
struct ScopeTests {
  @Test("passes when nothing is left, and hands on what it made")
  func passes() throws {
    let value = try TestScheduler.verifying { time in
      let recording = time.record(
        Signal<Int, Never>.just(7).delay(for: .seconds(3), scheduler: time))
      time.advance(by: .seconds(3))
      return recording.values
    }
    #expect(value == [7])
  }

  @Test("names the scope and each thing that is left", .enabled(if: isDebugBuild))
  func names() {
    let kept = Kept()
    let line: UInt = #line + 2
    let error = leak {
      try TestScheduler.verifying { time in
        _ = time.record(Signal<Int, Never>.never())
        let source: ColdSource<Int, Never> = time.cold([.value(1, at: .seconds(5))])
        source.signal.observe()
        Signal<Int, Never> { kept.keep($0) }.observe()
        time.schedule(after: .seconds(9)) {}
        Signal.timer(every: .seconds(2), scheduler: time).observe()
        Task(executorPreference: time) { try await time.sleep(for: .seconds(8)) }
        time.advance(by: .seconds(4))
        Task(executorPreference: time) {}
      }
    }
    let place = Place(fileID: #fileID, line: line)
    func at(_ offset: UInt) -> Place {
      Place(fileID: #fileID, line: line + offset)
    }
    #expect(error?.scope == place)
    let named = error?.description.split(separator: "\n").map(String.init)
    #expect(
      named == [
        "Still alive at the end of the scope begun at \(place):",
        "- an observation begun at \(at(1))",
        "- an observation begun at \(at(3))",
        "- the test source made at \(at(2)), observed since 0.0 seconds",
        "- an observation begun at \(at(4))",
        "- the emitter of the signal made at \(at(4)), observed since 0.0 seconds",
        "- an observation begun at \(at(6))",
        "- a job of async code",
        "- a repeating timer (2 firings so far), due at 6.0 seconds",
        "- a sleeping task, due at 8.0 seconds",
        "- a timer, due at 9.0 seconds",
      ])
  }

  @Test("knows what was lost anywhere inside, also outside an advance")
  func losses() {
    let line: UInt = #line + 3
    let error = leak {
      try TestScheduler.verifying { _ in
        _ = Signal<Int, Never> { _ in }.observe()
      }
    }
    let place = Place(fileID: #fileID, line: line)
    #expect(error?.pending.map(\.kind) == [.misuse(.emitterReleasedWithoutEnd(place))])
  }

  /// What `body` leaves behind. No macro: inside one all lines are the macro's.
  private func leak(_ body: () throws -> Void) -> StillAlive? {
    do { try body() } catch { return error as? StillAlive }
    return nil
  }

  @Test("a failure of the body comes first")
  func failing() {
    #expect(throws: Oops.self) {
      try TestScheduler.verifying { time in
        time.schedule {}
        throw Oops()
      }
    }
  }

  @Test("async, and where the caller runs")
  @MainActor
  func async() async throws {
    let values = try await TestScheduler.verifying { time in
      MainActor.assertIsolated()
      let task = Task(executorPreference: time) {
        await Signal<Int, Never>.just(7).delay(for: .seconds(3), scheduler: time).firstValue()
      }
      time.advance(by: .seconds(3))
      return await task.value
    }
    #expect(values == 7)
    let error = await #expect(throws: StillAlive.self) {
      try await TestScheduler.verifying { time in
        let task = Task { try await time.sleep(for: .seconds(3)) }
        try await time.advance { time.pending.count == 1 }
        _ = task
      }
    }
    #expect(error?.pending.map(\.kind) == [.sleep])
  }
}

@Suite("What is sent after a cancel is named")
struct SentAfterCancelTests {
  private let scheduler = TestScheduler()

  @Test("a source whose timer nobody stopped, once, with the place it was made at")
  func timer() {
    let scheduler = scheduler
    let line: UInt = #line + 1
    let signal = Signal<Int, Never> { emitter in
      for second in 1...5 { scheduler.schedule(after: .seconds(second)) { emitter.send(second) } }
    }
    let recording = scheduler.record(signal, from: .zero, cancelAt: .seconds(2))
    scheduler.advance(by: .seconds(9))
    #expect(recording.values == [1])
    let place = Place(fileID: #fileID, line: line)
    let error = #expect(throws: StillAlive.self) { try scheduler.verify() }
    #expect(error?.pending.map(\.kind) == [.misuse(.sentAfterCancel(place))])
    #expect(error?.description.contains("made at \(place) went on sending after a cancel") == true)
  }

  @Test("not a source that stops, nor what follows an end")
  func stopped() throws {
    let scheduler = scheduler
    let signal = Signal<Int, Never> { emitter in
      let timer = scheduler.schedule(after: .seconds(5)) { emitter.send(1) }
      emitter.onTermination { timer.cancel() }
    }
    _ = scheduler.record(signal, from: .zero, cancelAt: .seconds(2))
    let ended = scheduler.record(
      Signal<Int, Never> { emitter in
        emitter.finish()
        scheduler.schedule(after: .seconds(1)) { emitter.send(1) }
      })
    scheduler.advance(by: .seconds(9))
    #expect(ended.isFinished)
    try scheduler.verify()
  }

  @Test("not a loop that is cut off in its own instant, nor the answer of a callback")
  func loops() throws {
    let scheduler = scheduler
    let loop = Signal<Int, Never> { emitter in for number in 0..<9 { emitter.send(number) } }
    #expect(scheduler.record(loop.prefix(2)).values == [0, 1])
    let callback = Signal<Int, Never>(callback: { answer in
      scheduler.schedule(after: .seconds(5)) { answer(.success(1)) }
    })
    _ = scheduler.record(callback, from: .zero, cancelAt: .seconds(2))
    scheduler.advance(by: .seconds(9))
    try scheduler.verify()
  }
}

private final class Kept: Sendable {
  private let emitters = Lock<[Emitter<Int, Never>]>([])

  func keep(_ emitter: Emitter<Int, Never>) {
    emitters.withLock { $0.append(emitter) }
  }
}
