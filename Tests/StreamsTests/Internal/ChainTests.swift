import Streams
import StreamsTesting
import Testing

@Suite("A chain of append, catch and deferred is flat, however it is nested")
struct ChainTests {
  typealias Source = Signal<Int, TestFailure>

  @Test("to the left")
  func left() {
    onSmallStack {
      var signal = Source.just(0)
      for value in 1..<100_000 { signal = signal.append(.just(value)) }
      self.expect(signal, count: 100_000)
    }
  }

  @Test("to the right")
  func right() {
    onSmallStack {
      var signal = Source.just(99_999)
      for value in (0..<99_999).reversed() { signal = Source.just(value).append(signal) }
      self.expect(signal, count: 100_000)
    }
  }

  @Test("a signal that appends itself holds one link at a time and ends with a prefix")
  func itself() {
    onSmallStack {
      self.expect(Self.count(from: 0).prefix(100_000), count: 100_000)
    }
  }

  private static func count(from value: Int) -> Source {
    Source.just(value).append(.deferred { count(from: value + 1) })
  }

  @Test("a failure is caught by a failure is caught by a failure")
  func caught() {
    onSmallStack {
      var signal = Source.fail(.one)
      for _ in 1..<20_000 { signal = signal.catch { Source.fail($0) } }
      self.expect(signal.catch { _ in Source.just(0) }, count: 1)
    }
  }

  @Test("a handler that fails into itself")
  func recursive() {
    onSmallStack { self.expect(Self.recovering(100_000), count: 1) }
  }

  private static func recovering(_ left: Int) -> Source {
    left == 0 ? .just(0) : Source.fail(.one).catch { _ in recovering(left - 1) }
  }

  @Test("a failure in a nested chain is caught inside it first and skips what is appended")
  func order() {
    let nested = Source.just(1).append(.fail(.one)).append(.just(-1)).catch { _ in Source.just(2) }
    let whole = nested.append(.fail(.two)).append(.just(-2))
      .catch { failure in Source.just(failure == .two ? 3 : -3) }.append(.just(4))
    #expect(TestScheduler().record(whole).values == [1, 2, 3, 4])
  }

  private func expect(_ signal: Source, count: Int) {
    let recording = TestScheduler().record(signal)
    #expect(recording.values.count == count)
    #expect(recording.isFinished)
  }
}
