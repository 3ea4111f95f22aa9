import Streams
import StreamsTesting

extension OperatorRow.Traits {
  /// Gathers what comes and delivers when the source has finished; drops it when it fails.
  static let deliversAtEnd = OperatorRow.Traits(rawValue: 1 << 22)
  /// Only the end comes out.
  static let deliversNothing = OperatorRow.Traits(rawValue: 1 << 23)
}

/// Where a row would deliver something for an empty source, which no other does, it drops that.
extension OperatorTable {
  static let values: [OperatorRow] = gathering + transforming + endingEarly + filtering + replacing

  // MARK: - What comes at the end

  private static let gathering: [OperatorRow] = [
    OperatorRow("reduce", in: ["Reduce"], [.passesFailure, .callsOut, .deliversAtEnd]) {
      source, _, probe in
      source
        .reduce(Item?.none) { _, item in
          probe.touch()
          return item
        }
        .compactMap { $0 }
    },
    OperatorRow("collect", in: ["Collect"], [.passesFailure, .deliversAtEnd]) { source, _, _ in
      source.collect().flatMap { .sequence($0) }
    },
    OperatorRow("collect(many)", in: ["CollectCount"], [.passesFailure, .deliversAtEnd]) {
      source, _, _ in
      source.collect(.max).flatMap { .sequence($0) }
    },
    OperatorRow("count", in: ["Count"], [.passesFailure, .deliversAtEnd]) { source, _, _ in
      source.count().filter { $0 > 0 }.map { Item($0) }
    },
    OperatorRow("min", in: ["Min"], [.passesFailure, .callsOut, .deliversAtEnd]) {
      source, _, probe in
      source.min { left, right in
        probe.touch()
        return left.number < right.number
      }
    },
    OperatorRow("max", in: ["Max"], [.passesFailure, .callsOut, .deliversAtEnd]) {
      source, _, probe in
      source.max { left, right in
        probe.touch()
        return left.number < right.number
      }
    },
    OperatorRow("last", in: ["Last"], [.passesFailure, .deliversAtEnd]) { source, _, _ in
      source.last()
    },
    OperatorRow("last(where:)", in: ["Last"], [.passesFailure, .callsOut, .deliversAtEnd]) {
      source, _, probe in
      source.last { _ in
        probe.touch()
        return true
      }
    },
    OperatorRow("ignoreOutput", in: ["IgnoreOutput"], [.passesFailure, .deliversNothing]) {
      source, _, _ in
      source.ignoreOutput().append(Items.empty())
    },
    OperatorRow(
      "allSatisfy, all", in: ["AllSatisfy"], [.passesFailure, .callsOut, .deliversNothing]
    ) {
      source, _, probe in
      source
        .allSatisfy { _ in
          probe.touch()
          return true
        }
        .compactMap { $0 ? nil : 1 }
    },
  ]

  // MARK: - What comes at once

  private static let transforming: [OperatorRow] = [
    OperatorRow("collect(1)", in: ["CollectCount"], .plain) { source, _, _ in
      source.collect(1).map { $0[0] }
    },
    OperatorRow("collect(2)", in: ["CollectCount"], .passesFailure) { source, _, _ in
      source.collect(2).flatMap { .sequence($0) }
    },
    OperatorRow("materialize, dematerialize", in: ["Materialize", "Dematerialize"], .plain) {
      source, _, _ in
      source.materialize().dematerialize()
    },
    OperatorRow("replaceEmpty", in: ["ReplaceEmpty"], .plain) { source, _, _ in
      source.replaceEmpty(with: -1).filter { $0 != -1 }
    },
  ]

  private static let filtering: [OperatorRow] = [
    OperatorRow("prefix(while:), all", in: ["PrefixWhile"], [.plain, .callsOut]) {
      source, _, probe in
      source.prefix { _ in
        probe.touch()
        return true
      }
    },
    OperatorRow("prefix(untilOutputFrom:), never", in: ["PrefixUntilOutputFrom"], .plain) {
      source, _, _ in
      source.prefix(untilOutputFrom: Signal<Int, Never>.never())
    },
    OperatorRow("prefix(untilOutputFrom:), of none", in: ["PrefixUntilOutputFrom"], .plain) {
      source, _, _ in
      source.prefix(untilOutputFrom: source.ignoreOutput())
    },
    OperatorRow("drop(while:), none", in: ["DropWhile"], .plain) { source, _, probe in
      source.drop { _ in
        probe.touch()
        return false
      }
    },
    OperatorRow("drop(while:), one", in: ["DropWhile"], .passesFailure) { source, _, probe in
      source.drop { item in
        probe.touch()
        return item == 1
      }
    },
  ]

  // MARK: - What ends with the first value

  private static let endingEarly: [OperatorRow] = [
    OperatorRow("first(where:)", in: ["First"], [.passesFailure, .endsEarly, .callsOut]) {
      source, _, probe in
      source.first { _ in
        probe.touch()
        return true
      }
    },
    OperatorRow(
      "prefix(while:), none", in: ["PrefixWhile"], [.passesFailure, .endsEarly, .callsOut]
    ) { source, _, probe in
      source.prefix { _ in
        probe.touch()
        return false
      }
    },
    OperatorRow(
      "prefix(untilOutputFrom:), itself", in: ["PrefixUntilOutputFrom"],
      [.passesFailure, .endsEarly, .severalTimes]
    ) { source, _, _ in
      source.prefix(untilOutputFrom: source)
    },
    OperatorRow("contains", in: ["Contains"], [.passesFailure, .endsEarly]) { source, _, _ in
      source.contains(1).compactMap { $0 ? 1 : nil }
    },
    OperatorRow("contains(where:)", in: ["Contains"], [.passesFailure, .endsEarly, .callsOut]) {
      source, _, probe in
      source
        .contains { _ in
          probe.touch()
          return true
        }
        .compactMap { $0 ? 1 : nil }
    },
    OperatorRow("allSatisfy, none", in: ["AllSatisfy"], [.passesFailure, .endsEarly, .callsOut]) {
      source, _, probe in
      source
        .allSatisfy { _ in
          probe.touch()
          return false
        }
        .compactMap { $0 ? nil : 1 }
    },
    OperatorRow("dematerialize, an end", in: ["Dematerialize"], [.passesFailure, .endsEarly]) {
      source, _, _ in
      source.materialize()
        .map { event in if case .value = event { .finished } else { event } }
        .dematerialize()
    },
  ]

  // MARK: - What stands for a failure

  private static let replacing: [OperatorRow] = [
    OperatorRow("replaceError", in: ["ReplaceError"], [.passesAll, .passesLive]) { source, _, _ in
      source.replaceError(with: 7).setFailureType(to: TestFailure.self)
    },
    OperatorRow("ignoreFailure", in: ["IgnoreFailure"], [.passesAll, .passesLive]) {
      source, _, _ in
      source.ignoreFailure().setFailureType(to: TestFailure.self)
    },
  ]
}
