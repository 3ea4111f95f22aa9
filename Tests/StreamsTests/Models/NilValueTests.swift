import Streams
import StreamsTesting
import Testing

/// Operators that store values tell a value that is nil from no value.
@Suite("nil is a value")
struct NilValueTests {
  typealias Optionals = Signal<Int?, Never>

  private let clock = TestScheduler()
  private let source = Optionals.sequence([nil, 1, nil, nil])

  private func values<Value: Sendable>(_ signal: Signal<Value, Never>) -> [Value] {
    let recording = clock.record(signal)
    clock.advance(by: .seconds(10))
    #expect(recording.isFinished)
    return recording.values
  }

  @Test("In combinations")
  func combining() {
    #expect(values(zip(source, source).map { [$0, $1] }).count == 4)
    #expect(values(zip(source, source, source).map { [$0, $1, $2] }).count == 4)
    #expect(values(zip([source, source])).count == 4)
    let nothing = Optionals.just(nil)
    #expect(values(combineLatest(nothing, source).map { $1 }) == [nil, 1, nil, nil])
    #expect(values(combineLatest([nothing, source])) == [nil, 1, nil, nil].map { [nil, $0] })
    #expect(values(merge(nothing, source)) == [nil, nil, 1, nil, nil])
    #expect(values(nothing.append(source)) == [nil, nil, 1, nil, nil])
    #expect(values(source.prepend(nil).append(nil)) == [nil, nil, 1, nil, nil, nil])
    #expect(values(source.withLatestFrom(nothing) { [$0, $1] }).count == 4)
    #expect(values(race(nothing, source)) == [nil])
    #expect(values(Optionals.unfold(from: 1) { .just((nil, $0 < 3 ? $0 + 1 : nil)) }).count == 3)
  }

  @Test("In memory")
  func remembering() {
    #expect(values(source.removeDuplicates()) == [nil, 1, nil])
    #expect(values(source.scan(Int?.none) { $1 }) == [nil, 1, nil, nil])
    #expect(values(source.compactMap { $0.map { $0 } ?? 0 }) == [0, 1, 0, 0])
    #expect(values(source.first()) == [nil])
    #expect(values(source.first { $0 == nil }) == [nil])
    #expect(values(source.last()) == [nil])
    #expect(values(source.last { $0 == nil }) == [nil])
    #expect(values(source.min { ($0 ?? 0) < ($1 ?? 0) }) == [nil])
    #expect(values(Optionals.sequence([1, nil]).max { ($0 ?? 2) < ($1 ?? 2) }) == [nil])
    #expect(values(source.reduce(Int?.some(7)) { $1 }) == [nil])
    #expect(values(source.collect()) == [[nil, 1, nil, nil]])
    #expect(values(source.collect(3)) == [[nil, 1, nil], [nil]])
    #expect(values(source.materialize().dematerialize()) == [nil, 1, nil, nil])
    #expect(values(Optionals.empty().replaceEmpty(with: nil)) == [nil])
    #expect(values(Optionals.just(nil).replaceEmpty(with: 1)) == [nil])
    #expect(values(source.flatMap(maxConcurrent: 1) { .just($0) }) == [nil, 1, nil, nil])
  }

  @Test("In time")
  func waiting() {
    #expect(values(source.debounce(for: .seconds(1), scheduler: clock)) == [nil])
    #expect(values(source.delay(for: .seconds(1), scheduler: clock)) == [nil, 1, nil, nil])
    #expect(values(source.receive(on: clock)) == [nil, 1, nil, nil])
    #expect(
      values(source.throttle(for: .seconds(1), latest: true, scheduler: clock)) == [nil, nil])
    #expect(
      values(source.collect(.byTimeOrCount(.seconds(1), 3, scheduler: clock)))
        == [[nil, 1, nil], [nil]])
  }

  @Test("In subjects, for those who come late")
  func subjects() {
    let current = CurrentValueSubject<Int?, Never>(1)
    current.send(.value(nil))
    #expect(current.value == nil)
    #expect(clock.record(current.signal).values == [nil])
    let replay = ReplaySubject<Int?, Never>(2)
    for value in [1, nil, nil] { replay.send(.value(value)) }
    #expect(clock.record(replay.signal).values == [nil, nil])
    let shared = source.share(replay: 2, scope: .forever)
    #expect(values(shared) == [nil, 1, nil, nil])
    #expect(values(shared) == [nil, nil])
  }
}
