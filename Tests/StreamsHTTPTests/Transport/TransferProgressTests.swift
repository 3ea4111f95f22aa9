import StreamsHTTP
import Testing

@Suite("Progress")
struct TransferProgressTests {
  @Test("PRG-1: has a fraction only when the total is known, and never one past 0 to 1")
  func fraction() {
    #expect(TransferProgress(completed: 5).fraction == nil)
    #expect(TransferProgress(completed: 5, total: 10).fraction == 0.5)
    #expect(TransferProgress(completed: 11, total: 10).fraction == 1)
    #expect(TransferProgress(completed: -1, total: 10).fraction == 0)
    #expect(TransferProgress(completed: 0, total: 0).fraction == 1)
    #expect(TransferProgress(completed: 0, total: -1).fraction == 1)
  }
}
