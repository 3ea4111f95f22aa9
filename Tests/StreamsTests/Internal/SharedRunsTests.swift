import StreamsTesting
import Testing

@testable import Streams

@Suite("The decisions of a shared signal")
struct ShareDecisionsTests {
  @Test(
    "The first starts a run, the others join it", arguments: [ShareScope.whileObserved, .forever])
  func arrivals(scope: ShareScope) {
    var decisions = ShareDecisions(scope)
    #expect(decisions.arrive() == .start)
    #expect(decisions.arrive() == .join)
    #expect(decisions.run == 1)
  }

  @Test("While observed, the last to leave cancels and the next starts another run")
  func leaving() {
    var decisions = ShareDecisions(.whileObserved)
    _ = decisions.arrive()
    _ = decisions.arrive()
    #expect(decisions.leave(1) == .none)
    #expect(decisions.leave(1) == .cancel)
    #expect(decisions.arrive() == .start)
    #expect(decisions.run == 2)
  }

  @Test("What is said of an earlier run changes nothing")
  func earlier() {
    var decisions = ShareDecisions(.whileObserved)
    _ = decisions.arrive()
    #expect(decisions.end(1, isFailure: false) == .forget)
    #expect(decisions.arrive() == .start)
    #expect(decisions.leave(1) == .none)
    #expect(decisions.end(1, isFailure: true) == .none)
    #expect(decisions.arrive() == .join)
    #expect(decisions.leave(2) == .none)
    #expect(decisions.leave(2) == .cancel)
  }

  @Test("For ever, nobody who leaves cancels; a completion stays, a failure does not")
  func forever() {
    var decisions = ShareDecisions(.forever)
    _ = decisions.arrive()
    #expect(decisions.leave(1) == .none)
    #expect(decisions.arrive() == .join)
    #expect(decisions.end(1, isFailure: true) == .forget)
    #expect(decisions.arrive() == .start)
    #expect(decisions.end(2, isFailure: false) == .none)
    #expect(decisions.arrive() == .join)
  }

  @Test("What goes on when nobody can come any more is cancelled, once")
  func close() {
    var decisions = ShareDecisions(.forever)
    #expect(decisions.close() == .none)
    _ = decisions.arrive()
    #expect(decisions.close() == .cancel)
    #expect(decisions.close() == .none)
    #expect(decisions.leave(1) == .none)
  }
}
