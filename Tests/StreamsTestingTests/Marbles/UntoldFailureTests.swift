import Foundation
import Streams
import StreamsTesting
import Testing

// Each in a process of its own, which prints to nobody's log.
#if os(macOS) || os(Linux)
  @Suite("A failed expectation that nobody is told of")
  struct UntoldFailureTests {
    @Test("is printed, and once more when the process ends, which then is a failure")
    func untold() async throws {
      let result = await #expect(
        processExitsWith: .exitCode(1), observing: [\.standardOutputContent]
      ) {
        lie(TestScheduler())
        print("the test goes on")
        // Of what is printed after the end of this closure the test framework says nothing.
        exit(EXIT_SUCCESS)
      }
      let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
      let halves = output.split(separator: "the test goes on\n")
      #expect(halves.count == 2, "\(output)")
      for half in halves {
        #expect(half.contains("a/file.swift:41:7: error: The signal is not what the diagram says."))
        #expect(half.contains("at 1 s: expected b, got a"))
      }
      #expect(halves.last?.contains("neither a reporter nor verify() has told the test:") == true)
    }

    @Test("is thrown by verify(), and then was told")
    func verified() async {
      await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        let time = TestScheduler()
        lie(time)
        lie(time)
        let error = #expect(throws: StillAlive.self) { try time.verify() }
        let place = "an expectation that failed unreported, a/file.swift:41:7: The signal is not"
        #expect(error?.pending.count == 2)
        #expect(error?.description.contains(place) == true)
        #expect(throws: StillAlive.self) { try time.verify() }
        #expect(throws: StillAlive.self) { try TestScheduler.verifying { lie($0) } }
      }
    }

    @Test("is no one's but its scheduler's: the verify() of another does not tell it")
    func others() async {
      await #expect(processExitsWith: .exitCode(1), observing: [\.standardOutputContent]) {
        let (one, other) = (TestScheduler(), TestScheduler())
        lie(one)
        lie(other)
        #expect(throws: StillAlive.self) { try one.verify() }
      }
    }

    @Test("is none where a reporter was told")
    func reported() async {
      await #expect(processExitsWith: .success) {
        let complaints = Complaints()
        lie(complaints.scheduler())
        complaints.reporter.withValue { lie(TestScheduler()) }
        #expect(complaints.failures.count == 2)
      }
    }

    @Test("may be an advance without an end, or a diagram that cannot be read")
    func endless() async {
      await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        let time = TestScheduler()
        spin(on: time)
        time.advance(by: .zero, limit: 10)
        _ = time.cold("(", of: Int.self)
        let error = #expect(throws: StillAlive.self) { try time.verify() }
        #expect(error?.description.contains("The advance has no end.") == true)
        #expect(error?.description.contains("This group is not closed") == true)
      }
      await #expect(processExitsWith: .exitCode(1), observing: [\.standardOutputContent]) {
        let time = TestScheduler()
        spin(on: time)
        time.advance(by: .zero, limit: 10)
      }
    }
  }

  private func lie(_ time: TestScheduler) {
    time.expect(time.cold("-a|").signal, is: "-b|", filePath: "a/file.swift", line: 41, column: 7)
  }

  /// Schedules itself at the instant it runs at, for ever.
  @Sendable private func spin(on time: TestScheduler) {
    time.schedule { spin(on: time) }
  }
#endif
