import Streams
import StreamsTesting
import Testing

/// One source under test. A row says what comes out in the first minute.
struct SourceRow: Sendable, CustomTestStringConvertible {
  let name: String
  /// The file of `Sources/Streams/Operators` it covers; none for what is in `Signal/`.
  let file: String?
  let numbers: [Int]
  let end: ItemEvent?
  private let make: @Sendable (TestScheduler, Probe) -> Items

  init(
    _ name: String, in file: String? = nil, _ numbers: [Int], _ end: ItemEvent?,
    _ make: @escaping @Sendable (TestScheduler, Probe) -> Items
  ) {
    self.name = name
    self.file = file
    self.numbers = numbers
    self.end = end
    self.make = make
  }

  var testDescription: String { name }

  func callAsFunction(_ scheduler: TestScheduler, _ probe: Probe = Probe()) -> Items {
    make(scheduler, probe)
  }
}

enum SourceTable {
  static let all: [SourceRow] = [
    SourceRow("just", in: "Just", [1], .finished) { _, _ in .just(1) },
    SourceRow("empty", in: "Empty", [], .finished) { _, _ in .empty() },
    SourceRow("never", in: "Never", [], nil) { _, _ in .never() },
    SourceRow("fail", in: "Fail", [], .failure(.one)) { _, _ in .fail(.one) },
    SourceRow("sequence", in: "Sequence", [1, 2, 3], .finished) { _, _ in .sequence([1, 2, 3]) },
    SourceRow("deferred", in: "Deferred", [1, 2], .finished) { _, probe in
      .deferred {
        probe.touch()
        return .sequence([1, 2])
      }
    },
    SourceRow("unfold(state:)", in: "Unfold", [1, 2, 3], .finished) { _, probe in
      .unfold(state: 0) { number in
        probe.touch()
        number += 1
        return number < 4 ? Item(number) : nil
      }
    },
    SourceRow("unfold(from:)", in: "Unfold", [1, 2, 3], .finished) { _, probe in
      .unfold(from: 1) { number in
        probe.touch()
        return .just((Item(number), number < 3 ? number + 1 : nil))
      }
    },
    SourceRow("unfold, later and failing", in: "Unfold", [1, 2], .failure(.one)) {
      scheduler, probe in
      .unfold { (state: Int?) in
        probe.touch()
        guard let state else { return .just((1, 2)) }
        return Signal.just((Item(state), 3)).append(.fail(.one))
          .delay(for: .seconds(1), scheduler: scheduler)
      }
    },
    SourceRow("unfold, with a step that goes on", in: "Unfold", [1, 2], nil) { _, probe in
      .unfold(from: 1) { number in
        probe.touch()
        let step = Signal<(Item, Int?), TestFailure>.just((Item(number), 2))
        return number == 1 ? step : step.append(.never())
      }
    },
    SourceRow("timer", in: "Timer", [0, 1, 2], nil) { scheduler, _ in
      Signal.timer(every: .seconds(20), scheduler: scheduler).map { Item($0) }
        .setFailureType(to: TestFailure.self)
    },
    SourceRow("callback", in: "Callback", [1], .finished) { scheduler, probe in
      Signal(callback: { answer in
        probe.touch()
        scheduler.schedule(after: .seconds(1)) { answer(.success(1)) }
      })
    },
    SourceRow("async", in: "Async", [1], .finished) { scheduler, probe in
      Signal(
        async: { () async throws(TestFailure) -> Item in
          probe.touch()
          return 1
        }, executor: scheduler)
    },
    SourceRow("emitter", [1, 2], .failure(.one)) { scheduler, probe in
      Signal { emitter in
        probe.touch()
        emitter.send(1)
        scheduler.schedule(after: .seconds(1)) {
          emitter.send(2)
          emitter.fail(.one)
        }
      }
    },
    SourceRow("current value subject", [1], nil) { _, _ in
      CurrentValueSubject<Item, TestFailure>(1).signal
    },
    SourceRow("replay subject", [1, 2], .finished) { _, _ in
      let subject = ReplaySubject<Item, TestFailure>()
      subject.send(1)
      subject.send(2)
      subject.finish()
      return subject.signal
    },
    SourceRow("passthrough subject, ended", [], .failure(.one)) { _, _ in
      let subject = PassthroughSubject<Item, TestFailure>()
      subject.fail(.one)
      return subject.signal
    },
  ]
}
