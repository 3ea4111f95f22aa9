import Streams
import StreamsTesting
import Testing

@Suite("UnimplementedScheduler")
struct UnimplementedSchedulerTests {
  private typealias Use = UnimplementedScheduler.Use

  @Test("reports each use as scheduler and as clock, with the place it was made at")
  func uses() async throws {
    let reported = Written<Use>()
    let line: UInt = #line + 1
    let scheduler = UnimplementedScheduler { reported.append($0) }
    try scheduler.verify()
    let ran = Written<Int>()
    #expect(scheduler.now == .zero)
    #expect(scheduler.minimumResolution == .zero)
    scheduler.schedule { ran.count() }
    let timer = scheduler.timer { _ in ran.count() }
    timer.set(at: .zero)
    timer.cancel()
    await #expect(throws: Use.self) { try await scheduler.sleep(until: .zero) }
    let members = [
      "now", "minimumResolution", "schedule(_:)", "timer(_:)", "SchedulerTimer.set(at:)",
      "sleep(until:tolerance:)",
    ]
    #expect(reported.entries.map(\.member) == members)
    #expect(scheduler.uses == reported.entries)
    #expect(ran.total == 0)
    let error = #expect(throws: Use.self) { try scheduler.verify() }
    let place = Place(fileID: #fileID, line: line)
    #expect(error?.origin == place)
    #expect(
      error?.description == "now of the unimplemented scheduler made at \(place) was used.")
  }

  @Test("an operator that waits is caught, when it is observed")
  func operators() throws {
    let scheduler = UnimplementedScheduler { _ in }
    let delayed = Signal<Int, Oops>.just(1).delay(for: .seconds(1), scheduler: scheduler)
    try scheduler.verify()
    delayed.observe()
    #expect(throws: Use.self) { try scheduler.verify() }
  }
}
