import Streams
import StreamsTesting
import Testing

@Suite("What is thrown says which line of the test threw it")
struct FailurePlaceTests {
  private let time = TestScheduler()
  private let ticks: Recording<Int, Never>

  init() {
    ticks = time.record(Signal.timer(every: .seconds(1), scheduler: time))
  }

  /// No macro: inside one all lines are the macro's.
  private func failure<Failure: Error>(
    _ type: Failure.Type, _ body: () throws -> Void
  ) -> Failure? {
    do { try body() } catch { return error as? Failure }
    return nil
  }

  @Test("a run without an end")
  func endless() {
    let place = Place(fileID: #fileID, line: #line + 1)
    let error = failure(EndlessWork.self) { try time.run(limit: 9) }
    #expect(error?.place == place)
    #expect(
      error?.description == """
        More than 9 actions in the run at \(place); still to come:
        - a repeating timer (9 firings so far), due at 10.0 seconds
        """)
  }

  @Test("a condition that was not met")
  func condition() async {
    var thrown: ConditionNotMet?
    let place = Place(fileID: #fileID, line: #line + 1)
    do { try await time.advance(within: .milliseconds(1)) { false } } catch { thrown = error }
    #expect(thrown?.place == place)
    let head = "The condition of the advance at \(place) was not met within 0.001 seconds of real"
    #expect(thrown?.description.hasPrefix(head) == true)
  }

  @Test("something alive, at a verify() and at the end of a scope")
  func alive() async {
    let place = Place(fileID: #fileID, line: #line + 1)
    let error = failure(StillAlive.self) { try time.verify() }
    #expect(error?.place == place)
    #expect(error?.scope == nil)
    #expect(
      error?.description.hasPrefix("Still alive at \(place):\n- an observation begun") == true)

    let scope = Place(fileID: #fileID, line: #line + 1)
    let left = failure(StillAlive.self) { try time.verifying {} }
    #expect(left?.place == scope)
    #expect(left?.scope == scope)
    #expect(left?.pending.map(\.kind) == error?.pending.map(\.kind))
  }

  @Test("an expectation without an end says it once: it has a place itself")
  func expectation() throws {
    let complaints = Complaints()
    let time = complaints.scheduler()
    @Sendable func spin() { time.schedule { spin() } }
    spin()
    time.advance(by: .zero, limit: 3)
    let failure = try #require(complaints.failures.first)
    guard case .endless(let work) = failure.reason else { throw failure }
    #expect(work.place == nil)
    #expect(failure.message.hasPrefix("The advance has no end. More than 3 actions at 0.0 seconds"))
  }
}
