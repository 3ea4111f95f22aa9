import Streams
import StreamsTesting
import Testing

// One by one: one of them speaks for the process.
@Suite("Reporters", .serialized)
struct ReporterTests {
  private func lie(_ time: TestScheduler) {
    time.expect(time.cold("-a|").signal, is: "-b|")
  }

  @Test("Swift Testing is told the message, at the line of the expectation")
  func swiftTesting() throws {
    let time = TestScheduler(reporter: .swiftTesting)
    let source = time.cold("-a|")
    let line = #line + 2
    withKnownIssue {
      time.expect(source.signal, is: "-b|")
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.sourceLocation?.fileID == #fileID
        && issue.comments.contains { $0.rawValue.contains("at 1 s: expected b, got a") }
    }
    try time.verify()
  }

  @Test("the scheduler's comes first, then the task's, then the process's")
  func order() async throws {
    let (own, task) = (Complaints(), Complaints())
    task.reporter.withValue {
      lie(own.scheduler())
      lie(TestScheduler())
    }
    #expect(own.failures.count == 1)
    #expect(task.failures.count == 1)
    await task.reporter.withValue {
      async let inner: Void = lie(TestScheduler())
      await inner
      lie(TestScheduler())
    }
    #expect(task.failures.count == 3)
  }

  @Test("the process's is told where no other is")
  func process() throws {
    let complaints = Complaints()
    ExpectationReporter.install(complaints.reporter)
    lie(TestScheduler())
    ExpectationReporter.install(nil)
    #expect(complaints.failures.count == 1)
  }

  @Test("a use of an unimplemented scheduler fails the test, at the line that made it")
  func unimplemented() async throws {
    let complaints = Complaints()
    let line = #line + 1
    let scheduler = UnimplementedScheduler()
    await complaints.reporter.withValue {
      _ = scheduler.now
      await #expect(throws: UnimplementedScheduler.Use.self) {
        try await scheduler.sleep(until: .zero)
      }
      UnimplementedScheduler { _ in }.schedule {}
    }
    #expect(complaints.failures.map(\.line) == [line, line])
    #expect(complaints.failures.map(\.filePath) == [#filePath, #filePath])
    #expect(complaints.messages == scheduler.uses.map(\.description))
  }

  @Test("without any report it is a misuse: verify() of the virtual time around names it")
  func unimplementedMisuse() {
    let time = TestScheduler()
    let scheduler = UnimplementedScheduler()
    time.schedule { scheduler.schedule {} }
    time.advance(by: .zero)
    let error = #expect(throws: StillAlive.self) { try time.verify() }
    #expect(
      error?.pending.map(\.kind)
        == scheduler.uses.map { use in
          .misuse(.unimplementedSchedulerUsed(use.origin, member: "schedule(_:)"))
        })
    #expect(error?.pending.count == 1)
  }

  @Test("the failure is told with its place and returned, nil when there is none")
  func result() throws {
    let complaints = Complaints()
    let time = complaints.scheduler()
    let source = time.cold("-a|")
    let none = time.expect(source.signal, is: "-a|")
    #expect(none?.message == nil)
    let failure = try #require(time.expect(source.signal, is: "-b|"))
    let line = #line - 1
    #expect(failure.line == line)
    #expect(failure.fileID == #fileID)
    #expect(failure.filePath == #filePath)
    guard case .different(let difference) = failure.reason else {
      Issue.record("\(failure)")
      return
    }
    #expect(difference.divergences.map(\.at) == [.seconds(1)])
    #expect(difference.divergences.map(\.expected) == ["b"])
    #expect(difference.divergences.map(\.actual) == ["a"])
    try time.verify()
  }
}
