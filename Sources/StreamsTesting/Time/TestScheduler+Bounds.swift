internal import Streams

/// What keeps a test from hanging: work that goes on in one instant for ever is given up.
extension TestScheduler {
  /// What came of one step.
  enum Step {
    /// There was nothing to do.
    case nothing
    /// Something was done.
    case done
    /// There were too many jobs; more are left.
    case endless
  }

  func advance(to instant: Instant, _ limit: Int, _ place: TestPlace) {
    let isOver = collectingMisuse {
      pass(through: instant, limit: Misuse.count(limit, atLeast: 0, in: "advance(limit:)"))
    }
    _ = check("The advance", place) { isOver ? nil : .endless(endless(limit)) }
  }

  /// Lets time pass until `instant`, inclusive. False, with time standing there, when an instant
  /// led to more than `limit` items and jobs beyond those that were there when it began.
  func pass(through instant: Instant, limit: Int) -> Bool {
    collectingMisuse {
      var moment = now
      var budget = allowance(limit)
      while true {
        guard drainJobs(&budget) else { return false }
        if budget == 0, agenda.withLock({ $0.isDue }) { return false }
        guard runItem(by: max(instant, now)) else { break }
        if now > moment {
          moment = now
          budget = allowance(limit)
        } else {
          budget = max(0, budget - 1)
        }
      }
      agenda.withLock { $0.pass(to: instant) }
      return true
    }
  }

  /// Runs the next item, and the jobs before and after it, at most so many beyond those there are.
  func takeStep(_ limit: Int) -> Step {
    collectingMisuse {
      let all = allowance(limit)
      var budget = all
      guard drainJobs(&budget) else { return .endless }
      guard runItem(by: .distantFuture) else { return budget < all ? .done : .nothing }
      return drainJobs(&budget) ? .done : .endless
    }
  }

  /// What is given up, and where time stands.
  func endless(_ limit: Int) -> EndlessWork {
    EndlessWork(limit: max(limit, 0), instant: now, pending: pending)
  }

  /// How much may be run before it counts as endless: what was there was asked for.
  private func allowance(_ limit: Int) -> Int {
    let (sum, isTooMuch) = limit.addingReportingOverflow(agenda.withLock { $0.count })
    return isTooMuch ? .max : sum
  }
}
