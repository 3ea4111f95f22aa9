import Streams
import StreamsTesting
import Testing

/// Twenty pipelines of six operators, each written without a type beyond its source's: what a
/// person writes must be inferred, and quickly. Built with
/// `-Xfrontend -warn-long-expression-type-checking=200` this file is silent. (Arithmetic with
/// literals in many closures of one chain is slow for the compiler in any library.)
@Suite("Pipelines are inferred")
struct PipelinesCompileTests {
  struct LoadError: Error, Equatable {
    var isTransient = false
  }

  typealias Numbers = Signal<Int, LoadError>
  typealias Words = Signal<String, Never>

  let clock = TestScheduler()
  let numbers = Numbers.sequence(1...6)
  let words = Words.sequence(["one", "two", "two", "three"])

  // MARK: - Transforming and filtering

  func p1() -> some Sendable {
    numbers.map { $0 * 2 }.filter { $0 > 2 }.scan(0, +).removeDuplicates().dropFirst().prefix(2)
  }

  func p2() -> some Sendable {
    words.map(\.count).removeDuplicates().filter { $0 > 2 }.map { "\($0)" }
      .compactMap { Int($0) }.first()
  }

  func p3() -> some Sendable {
    words.compactMap { $0.first }.map { String($0) }.removeDuplicates().scan("") { $0 + $1 }
      .filter { !$0.isEmpty }.prefix(3)
  }

  func p4() -> some Sendable {
    numbers.map { ($0, $0 * $0) }.filter { $0.1 > 4 }.map { $0.0 + $0.1 }.scan([]) { $0 + [$1] }
      .map { $0.count }.dropFirst(1)
  }

  func p5() -> some Sendable {
    numbers.tryMap { number throws(LoadError) in
      guard number < 9 else { throw LoadError() }
      return "\(number)"
    }
    .map { $0 + "!" }.filter { $0.count > 1 }.scan("") { $0 + $1 }.map { $0.count }
    .removeDuplicates()
  }

  // MARK: - Combining

  func p6() -> some Sendable {
    zip(numbers, words.setFailureType(to: LoadError.self)).map { "\($0) \($1)" }
      .filter { $0.count > 3 }.removeDuplicates().prefix(3).map { $0.uppercased() }
  }

  func p7() -> some Sendable {
    combineLatest(numbers, numbers.map { $0 * 2 }, numbers.map { "\($0)" })
      .map { $0 + $1 + $2.count }.removeDuplicates().dropFirst().scan(0) { $0 + $1 }.prefix(4)
  }

  func p8() -> some Sendable {
    merge(numbers, numbers.map { $0 + 10 }, numbers.filter { $0 > 3 }).map { $0 % 5 }
      .removeDuplicates().scan(0, max).filter { $0 > 0 }.first()
  }

  func p9() -> some Sendable {
    numbers.zip(with: numbers.dropFirst()).map { $1 - $0 }.append(.just(7)).removeDuplicates()
      .merge(with: .empty()).prefix(2)
  }

  func p10() -> some Sendable {
    zip([numbers, numbers.map { -$0 }]).map { $0.reduce(0, +) }.removeDuplicates()
      .map { [$0] }.scan([]) { $0 + $1 }.prefix(1)
  }

  // MARK: - Flattening

  func p11() -> some Sendable {
    numbers.flatMap { .sequence(0..<$0) }.filter { $0 % 2 == 0 }
      .map { $0 + 1 }.removeDuplicates().scan(0, +).prefix(5)
  }

  func p12() -> some Sendable {
    numbers.concatMap { .just($0).append(.just($0)) }.removeDuplicates().map { "\($0)" }
      .scan("") { $0 + $1 }.filter { $0.count < 5 }.dropFirst()
  }

  func p13() -> some Sendable {
    words.flatMapLatest { .just($0 + "!") }.map { $0.count }.filter { $0 > 3 }
      .removeDuplicates().scan(0) { $0 + $1 }.first()
  }

  func p14() -> some Sendable {
    numbers.flatMap(maxConcurrent: 2) { number in
      let half = number / 2
      return Numbers.just(half).delay(for: .seconds(half), scheduler: clock)
    }
    .map { $0 + 1 }.removeDuplicates().prefix(3).map { "\($0)" }.append(.just("end"))
  }

  // MARK: - Failing

  func p15() -> some Sendable {
    numbers.mapError { _ in LoadError(isTransient: true) }.retry(2).catch { _ in Numbers.just(0) }
      .map { $0 + 1 }.filter { $0 > 1 }.first()
  }

  func p16() -> some Sendable {
    numbers.timeout(.seconds(3), scheduler: clock, failure: LoadError())
      .retry(scheduler: clock) { failure, attempt in
        guard failure.isTransient, attempt.number < 4 else { return .fail }
        return .retry(after: Backoff.exponential(base: .seconds(1)).delay(attempt: attempt.number))
      }
      .map { "\($0)" }.removeDuplicates().prefix(2).share()
  }

  func p17() -> some Sendable {
    words.map { Int($0) ?? 0 }.setFailureType(to: LoadError.self).merge(with: numbers)
      .catch { _ in Signal<Int, Never>.empty() }.filter { $0 > 1 }.first()
  }

  // MARK: - Timing and sharing

  func p18() -> some Sendable {
    words.debounce(for: .milliseconds(300), scheduler: clock).removeDuplicates()
      .filter { $0.count > 2 }.flatMapLatest { .just($0) }.receive(on: clock).share()
  }

  func p19() -> some Sendable {
    Signal.timer(every: .seconds(1), scheduler: clock).prefix(3).map { $0 * 10 }
      .delay(for: .seconds(5), scheduler: clock).scan(0, +).receive(on: clock)
  }

  func p20() -> some Sendable {
    numbers.handleEvents(onValue: { _ in }, onCancel: {}).map { Optional($0) }
      .compactMap { $0 }.share().prefix(2).append(.sequence([8, 9]))
  }

  // MARK: - A few of them run

  func values<Value, Failure>(_ pipeline: some Sendable, _: Signal<Value, Failure>.Type)
    throws -> [Value]
  {
    let signal = try #require(pipeline as? Signal<Value, Failure>)
    let recording = clock.record(signal)
    try clock.run()
    return recording.values
  }

  @Test("And they run")
  func run() throws {
    #expect(try values(p1(), Numbers.self) == [10, 18])
    #expect(try values(p6(), Signal<String, LoadError>.self) == ["1 ONE", "2 TWO", "3 TWO"])
    #expect(try values(p9(), Numbers.self) == [1, 7])
    #expect(try values(p12(), Signal<String, LoadError>.self) == ["12", "123", "1234"])
    #expect(try values(p14(), Signal<String, LoadError>.self) == ["1", "2", "3", "end"])
    #expect(try values(p18(), Words.self) == ["three"])
    #expect(try values(p19(), Signal<Int, Never>.self) == [0, 10, 30])
    #expect(try values(p20(), Numbers.self) == [1, 2, 8, 9])
  }
}
