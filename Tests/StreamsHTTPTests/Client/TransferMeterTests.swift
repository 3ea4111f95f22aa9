import Testing

@testable import StreamsHTTP

@Suite("Progress")
struct TransferMeterTests {
  private func reached(
    _ told: [(Int, Int?)], announced: Int? = nil
  ) -> [TransferProgress] {
    var count = ProgressCount(total: announced)
    return told.compactMap { count.reach($0.0, of: $0.1) }
  }

  private func progress(_ completed: Int, _ total: Int? = nil) -> TransferProgress {
    TransferProgress(completed: completed, total: total)
  }

  @Test("only grows: what is less, or the same, is not told")
  func grows() {
    #expect(
      reached([(0, 9), (5, 9), (3, 9), (5, 9), (9, 9)]) == [
        progress(0, 9), progress(5, 9), progress(9, 9),
      ])
  }

  @Test("never passes its total, nor falls under zero")
  func bounds() {
    #expect(reached([(-5, 9), (50, 9)]) == [progress(0, 9), progress(9, 9)])
    #expect(reached([(3, -1)]) == [progress(0, 0)])
  }

  @Test("keeps the total it knows first, so that the fraction never falls")
  func totals() {
    #expect(
      reached([(2, nil), (2, 8), (4, 800), (8, nil)]) == [
        progress(2), progress(2, 8), progress(4, 8), progress(8, 8),
      ])
    #expect(reached([(2, 5)], announced: 4) == [progress(2, 4)])
  }

  @Test("is complete at its total, or at all there was, and says so once")
  func completion() {
    var (known, unknown, untold) = (ProgressCount(total: 4), ProgressCount(), ProgressCount())
    _ = (known.reach(1), unknown.reach(7))
    #expect([known.complete(), known.complete()] == [progress(4, 4), nil])
    #expect([unknown.complete(), unknown.complete()] == [progress(7, 7), nil])
    #expect(untold.complete() == nil)
  }

  @Test("begins anew at zero, where anything else was told")
  func restart() {
    var (begun, fresh) = (ProgressCount(total: 4), ProgressCount(total: 4))
    _ = (begun.reach(3), fresh.reach(0))
    #expect(begun.restart() == progress(0, 4))
    #expect(begun.reach(2) == progress(2, 4))
    #expect(fresh.restart() == nil)
    var learned = ProgressCount()
    _ = learned.reach(3, of: 9)
    #expect(learned.restart() == progress(0))
  }

  @Test("of a request without a body has no upload")
  func noBody() {
    var meter = TransferMeter(body: .none)
    #expect(meter.uploaded(progress(3, 9)) == [])
    #expect(meter.accepted(expecting: 5) == [.received(progress(0, 5))])
  }
}
