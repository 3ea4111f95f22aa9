import Streams
import StreamsTesting
import Testing

@Suite("Plain observations are known with where they began", .enabled(if: isDebugBuild))
struct PlainObservationTests {
  private let subject = PassthroughSubject<Int, Oops>()

  /// Where observations are alive after `body`. No macro: inside one all lines are the macro's.
  private func alive(_ body: () throws -> Void) -> [Place] {
    do { try body() } catch { return places(error) }
    return []
  }

  private func places(_ error: any Error) -> [Place] {
    ((error as? StillAlive)?.pending ?? []).compactMap {
      if case .observation(let place) = $0.kind { place } else { nil }
    }
  }

  @Test("however they are begun, of a source that knows nothing of the kit")
  func ways() {
    let (signal, scope) = (subject.signal, Subscription())
    let line: UInt = #line + 2
    let places = alive {
      try TestScheduler.verifying { time in
        signal.observe { _ in }
        signal.observe(in: scope) { _ in }
        signal.observe()
        signal.observe(in: scope, value: { _ in })
        signal.observe(on: time, value: { _ in })
        signal.start(success: { _ in }, failure: { _ in })
        signal.ignoreFailure().start(success: { _ in })
        signal.observeOnMainActor(value: { _ in })
        signal.map { $0 + 1 }.filter { $0 > 1 }.observe { _ in }
      }
    }
    #expect(places == (1...9).map { Place(fileID: #fileID, line: line + $0) })
    scope.cancel()
  }

  @Test("until they end, fail or are cancelled, one by one or with their scope")
  func over() throws {
    let scope = Subscription()
    try TestScheduler.verifying { time in
      Signal<Int, Never>.just(1).observe { _ in }
      Signal<Int, Oops>.fail(Oops()).observe()
      subject.signal.observe(in: scope) { _ in }
      subject.signal.observe().cancel()
      subject.signal.start(success: { _ in }, failure: { _ in })
      scope.cancel()
      subject.signal.observe(in: scope) { _ in }
      subject.send(1)
    }
  }

  @Test("until their source lets go of them: nobody can deliver to them any more")
  func released() throws {
    var left: Subscription?
    let line: UInt = #line + 4
    let places = alive {
      try TestScheduler.verifying { _ in
        Signal<Int, Never>.never().observe { _ in }
        left = Signal<Int, Never>.never().observe { _ in }
      }
    }
    #expect(places == [Place(fileID: #fileID, line: line)])
    left?.cancel()
  }

  @Test("in an action, in a recording, and in the tasks begun there, whatever thread they run on")
  func surroundings() async {
    let time = TestScheduler()
    let signal = subject.signal
    let line: UInt = #line + 1
    time.schedule { signal.observe() }
    let inner = Signal<Int, Never>.deferred {
      signal.observe()
      return .just(1)
    }
    _ = time.record(inner)
    time.advance(by: .zero)
    var tasks: [Place] = []
    do {
      try await TestScheduler.verifying { _ in
        await Task { _ = signal.observe() }.value
        await withTaskGroup { $0.addTask { _ = signal.observe() } }
      }
    } catch { tasks = places(error) }
    let place = { Place(fileID: #fileID, line: line + $0) }
    #expect(alive { try time.verify() } == [place(2), place(0)])
    #expect(tasks == [place(10), place(11)])
  }

  @Test("by the nearest scheduler alone, and by none where there is none around")
  func nearest() throws {
    let (outer, signal) = (TestScheduler(), subject.signal)
    signal.observe()
    let line: UInt = #line + 3
    let places = alive {
      try outer.verifying {
        let inner = alive { try TestScheduler().verifying { _ = signal.observe() } }
        #expect(inner == [Place(fileID: #fileID, line: line)])
      }
    }
    #expect(places == [])
    try outer.verify()
  }

  @Test("and live no longer for it")
  func lifetime() throws {
    final class Owner: Sendable {}
    let time = TestScheduler()
    weak var owner: Owner?
    try time.verifying {
      let source = PassthroughSubject<Int, Never>()
      let kept = Owner()
      owner = kept
      source.signal.observe { _ in withExtendedLifetime(kept) {} }
      #expect(time.observations.withLock { $0.notedCount } == 1)
    }
    #expect(owner == nil)
  }

  @Test("those that are over are swept: ten thousand short ones leave next to nothing")
  func growth() throws {
    let time = TestScheduler()
    let kept = (0..<10).map { _ in PassthroughSubject<Int, Never>() }
    time.schedule {
      for subject in kept { subject.signal.observe() }
      for _ in 0..<10_000 {
        Signal<Int, Never>.just(1).observe()
        Signal<Int, Never>.never().observe()
      }
    }
    time.advance(by: .zero)
    #expect(time.observations.withLock { $0.notedCount } <= 21)
    #expect(alive { try time.verify() }.count == 10)
    for subject in kept { subject.finish() }
    try time.verify()
  }
}
