import Dispatch
import Streams
import StreamsTesting

/// The table: what is measured, against what, and how much it may be.
enum Rows {
  static let count = 1_000_000

  static var all: [Row] {
    pipelines + subjects + sharing + combining + life + time + virtualTime + allocations
  }

  // MARK: - Linear operators

  static var pipelines: [Row] {
    [
      Row(
        name: "map, filter, scan; visible where observed", bar: 2,
        measure: .time(operations: count, against: .handLoop) {
          numbers(count).map { $0 &+ 1 }.filter { $0 & 1 == 0 }.scan(0) { $0 &+ $1 }
            .observe(value: { sink($0) })
        }),
      Row(
        name: "map, filter, scan; each hidden, a stage", bar: 5,
        measure: .time(operations: count * 3, against: .closureCall) {
          hiddenScan(hiddenFilter(hiddenMap(hiddenNumbers(count)))).observe(value: { sink($0) })
        }),
    ]
  }

  // MARK: - Subjects

  static var subjects: [Row] {
    [
      send("subject send, no observer", observers: 0),
      send("subject send, 1 observer", observers: 1, bar: 5),
      send("subject send, 10 observers", observers: 10),
      Row(
        name: "subject send through map, filter, scan",
        measure: .time(operations: count, against: .mutexLock) {
          let subject = PassthroughSubject<Int, Never>()
          hiddenScan(hiddenFilter(hiddenMap(subject.signal))).observe(value: { sink($0) })
          for value in 0..<count { subject.send(value) }
          subject.finish()
        }),
    ]
  }

  private static func send(_ name: String, observers: Int, bar: Double? = nil) -> Row {
    Row(
      name: name, bar: bar,
      measure: .time(operations: count, against: .mutexLock) {
        let subject = PassthroughSubject<Int, Never>()
        for _ in 0..<observers { subject.signal.observe(value: { sink($0) }) }
        for value in 0..<count { subject.send(value) }
        subject.finish()
      })
  }

  // MARK: - Sharing

  static var sharing: [Row] {
    [
      shared("share, 1 observer, a value") { $0.share() },
      shared("share(replay: 1), 1 observer, a value") { $0.share(replay: 1) },
      shared("share(replay: 1, scope: .forever), 1 observer, a value") {
        $0.share(replay: 1, scope: .forever)
      },
    ]
  }

  private static func shared(
    _ name: String, _ share: @escaping (Signal<Int, Never>) -> Signal<Int, Never>
  ) -> Row {
    Row(
      name: name,
      measure: .time(operations: count, against: .mutexLock) {
        share(hiddenNumbers(count)).observe(value: { sink($0) })
      })
  }

  // MARK: - Several inputs

  static var combining: [Row] {
    [
      Row(
        name: "merge of two, a value",
        measure: .time(operations: count, against: .closureCall) {
          merge(hiddenNumbers(count / 2), hiddenNumbers(count / 2)).observe(value: { sink($0) })
        }),
      pairs("zip of two, a tuple", zip),
      pairs("combineLatest of two, a tuple", combineLatest),
      alternating("zip of two subjects, a tuple with both sends", zip),
      alternating("combineLatest of two subjects, two tuples with both sends", combineLatest),
      Row(
        name: "flatMap of just, a value",
        measure: .time(operations: count, against: .closureCall) {
          hiddenNumbers(count).flatMap { .just($0) }.observe(value: { sink($0) })
        }),
      Row(
        name: "concatMap of just, a value",
        measure: .time(operations: count, against: .closureCall) {
          hiddenNumbers(count).concatMap { .just($0) }.observe(value: { sink($0) })
        }),
    ]
  }

  /// A thousand tuples from each of a thousand observations of two sequences.
  private static func pairs(
    _ name: String,
    _ combine: @escaping (Signal<Int, Never>, Signal<Int, Never>) -> Signal<(Int, Int), Never>
  ) -> Row {
    Row(
      name: name, bar: 20,
      measure: .time(operations: 1_000_000, against: .closureCall) {
        let pairs = combine(hiddenNumbers(1000), hiddenNumbers(1000))
        for _ in 0..<1000 { pairs.observe(value: { sink($0.0 &+ $0.1) }) }
      })
  }

  private static func alternating(
    _ name: String,
    _ combine: @escaping (Signal<Int, Never>, Signal<Int, Never>) -> Signal<(Int, Int), Never>
  ) -> Row {
    Row(
      name: name,
      measure: .time(operations: count, against: .closureCall) {
        let first = PassthroughSubject<Int, Never>()
        let second = PassthroughSubject<Int, Never>()
        combine(first.signal, second.signal).observe(value: { sink($0.0 &+ $0.1) })
        for value in 0..<count {
          first.send(value)
          second.send(value)
        }
        first.finish()
        second.finish()
      })
  }

  // MARK: - An observation

  static var life: [Row] {
    [
      Row(
        name: "observe, one value, end",
        measure: .time(operations: count, against: .closureCall) {
          for value in 0..<count { hiddenJust(value).observe(value: { sink($0) }) }
        })
    ]
  }

  // MARK: - Time

  static var time: [Row] {
    [
      Row(
        name: "debounce on a dispatch queue, a value",
        measure: .time(operations: count, against: .mutexLock) {
          let scheduler = DispatchScheduler(label: "benchmark")
          hiddenNumbers(count).debounce(for: .seconds(3600), scheduler: scheduler)
            .observe(value: { sink($0) })
        }),
      Row(
        name: "receive(on:) a dispatch queue, a value",
        measure: .time(operations: count, against: .mutexLock) {
          let scheduler = DispatchScheduler(label: "benchmark")
          let done = DispatchSemaphore(value: 0)
          hiddenNumbers(count).receive(on: scheduler)
            .observe(value: { sink($0) }, finished: { done.signal() })
          done.wait()
        }),
      Row(
        name: "debounce in virtual time, a value",
        measure: .time(operations: count / 10, against: .mutexLock) {
          let scheduler = TestScheduler()
          hiddenNumbers(count / 10).debounce(for: .seconds(3600), scheduler: scheduler)
            .observe(value: { sink($0) })
        }),
      Row(
        name: "throttle in virtual time, a value",
        measure: .time(operations: count / 10, against: .mutexLock) {
          let scheduler = TestScheduler()
          hiddenNumbers(count / 10)
            .throttle(for: .seconds(3600), latest: true, scheduler: scheduler)
            .observe(value: { sink($0) })
          scheduler.advance(by: .seconds(3600))
        }),
    ]
  }
}

// MARK: - What the compiler sees and what it does not

@inline(__always)
func numbers(_ count: Int) -> Signal<Int, Never> { .sequence(0..<count) }

@inline(never)
func hiddenNumbers(_ count: Int) -> Signal<Int, Never> { .sequence(0..<count) }

@inline(never)
func hiddenJust(_ value: Int) -> Signal<Int, Never> { .just(value) }

@inline(never)
func hiddenMap(_ signal: Signal<Int, Never>) -> Signal<Int, Never> { signal.map { $0 &+ 1 } }

@inline(never)
func hiddenFilter(_ signal: Signal<Int, Never>) -> Signal<Int, Never> {
  signal.filter { $0 & 1 == 0 }
}

@inline(never)
func hiddenScan(_ signal: Signal<Int, Never>) -> Signal<Int, Never> {
  signal.scan(0) { $0 &+ $1 }
}
