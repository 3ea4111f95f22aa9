import Streams
import Testing

extension PipelinesCompileTests {
  // MARK: - Gathering, cutting off, replacing

  func p31() -> some Sendable {
    numbers.filter { $0 > 1 }.collect(2).map { $0.reduce(0, +) }.drop { $0 < 6 }
      .reduce([]) { $0 + [$1] }.replaceEmpty(with: [7])
  }

  func p32() -> some Sendable {
    words.map(\.count).prefix { $0 < 5 }.materialize().dematerialize().last { $0 > 1 }
      .map { "\($0)" }.contains("3")
  }

  func p33() -> some Sendable {
    numbers.prefix(untilOutputFrom: words.filter { $0 == "none" }).ignoreOutput()
      .append(words.setFailureType(to: LoadError.self)).max { $0.count < $1.count }
      .replaceError(with: "none").first { !$0.isEmpty }
  }

  func p34() -> some Sendable {
    numbers.ignoreFailure().count().append(numbers.max().replaceError(with: 0))
      .collect().map { $0.min() }.compactMap { $0 }.allSatisfy { $0 == 6 }
  }

  @Test("And they run, those that gather, cut off and replace")
  func runValues() throws {
    #expect(try values(p31(), Signal<[Int], LoadError>.self) == [[9, 6]])
    #expect(try values(p32(), Signal<Bool, Never>.self) == [true])
    #expect(try values(p33(), Words.self) == ["three"])
    #expect(try values(p34(), Signal<Bool, Never>.self) == [true])
  }
}
