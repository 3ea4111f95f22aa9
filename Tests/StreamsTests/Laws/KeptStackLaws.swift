import Streams
import StreamsTesting
import Testing

/// How deep a signal stands that a user's closure holds is hidden from the one that stands on it.
@Suite("G8: signals held inside closures are released on a small stack")
struct KeptStackLaws {
  typealias Numbers = Signal<Int, TestFailure>

  struct Form: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let holding: @Sendable (Numbers) -> Numbers

    static let all: [Form] = [
      Form(testDescription: "deferred") { inner in .deferred { inner } },
      Form(testDescription: "append of deferred") { inner in .just(1).append(.deferred { inner }) },
      Form(testDescription: "catch") { inner in .just(1).catch { _ in inner } },
      Form(testDescription: "catch, other failure") { inner in
        Signal<Int, OtherFailure>.just(1).catch { _ in inner }
      },
      Form(testDescription: "flatMap") { inner in .just(1).flatMap { _ in inner } },
      Form(testDescription: "flatMapFirst") { inner in .just(1).flatMapFirst { _ in inner } },
      Form(testDescription: "flatMapLatest") { inner in .just(1).flatMapLatest { _ in inner } },
      Form(testDescription: "unfold") { inner in
        .unfold(from: 0) { _ in inner.map { ($0, nil) } }
      },
    ]
  }

  @Test("20,000 inside each other", arguments: Form.all)
  func released(form: Form) {
    let released = Counter()
    onSmallStack {
      let canary = Canary { released.add() }
      var signal = Numbers.deferred {
        _ = canary
        return .just(1)
      }
      for _ in 0..<20_000 { signal = form.holding(signal) }
    }
    #expect(released.value == 1)
  }

  @Test("20,000 inside each other, of several forms and on several threads")
  func mixed() {
    let bodies = (0..<4).map { start in
      {
        @Sendable () in
        var signal = Numbers.just(1)
        for number in 0..<20_000 {
          signal = Form.all[(start + number) % Form.all.count].holding(signal)
        }
      }
    }
    #expect(concurrently(stack: 512 << 10, bodies))
  }

  @Test("20,000 deferred inside each other are run, and cancelled")
  func run() {
    onSmallStack {
      let values = Counter()
      var signal = Numbers.just(1)
      for _ in 0..<20_000 {
        let inner = signal
        signal = .deferred { inner }
      }
      signal.observe(value: { _ in values.add() })
      signal.append(.never()).observe(value: { _ in values.add() }).cancel()
      #expect(values.value == 2)
    }
  }
}
