import Streams
import StreamsTesting

/// The same events each time, by a seed.
struct SeededWords {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func below(_ limit: Int) -> Int { Int(generator.next() % UInt64(limit)) }

  /// Up to six characters of every nasty kind.
  mutating func name() -> String {
    let scalars = Array(
      "abz09_-#'()|^! \t\n&<\"é\u{301}🙂🇩🇪\u{200D}\u{600}\u{0}\u{FFFE}"
        .unicodeScalars)
    var name = String.UnicodeScalarView()
    for _ in 0..<below(7) { name.append(scalars[below(scalars.count)]) }
    return below(2) == 0 ? String("abcxyz".randomElement(at: below(6))) : String(name)
  }

  /// Events of steps, several of them in one instant, with or without an end.
  mutating func events(_ failures: [String: String]) -> [RecordedEvent<String, Named>] {
    var (events, at) = ([RecordedEvent<String, Named>](), 0)
    for _ in 0..<below(8) {
      at += max(0, below(5) - 1)
      events.append(.value(name(), at: .seconds(at)))
    }
    at += max(0, below(4) - 1)
    switch below(3) {
    case 0: events.append(.finished(at: .seconds(at)))
    case 1:
      let names = failures.keys.sorted()
      events.append(.failure(Named(name: names[below(names.count)]), at: .seconds(at)))
    default: break
    }
    return events
  }

  /// The same events but for one thing: one is missing, another, later, earlier in its instant, or
  /// there is one more; and now and then nothing at all.
  mutating func nearMiss(
    of events: [RecordedEvent<String, Named>]
  ) -> [RecordedEvent<String, Named>] {
    var others = events
    guard !events.isEmpty else { return [.value("a", at: .zero)] }
    let index = below(events.count)
    switch below(6) {
    case 0: others.remove(at: index)
    case 1: others[index].event = .value("another")
    case 2: for later in index..<others.count { others[later].at.offset += .seconds(1) }
    case 3: others.swapAt(index, max(0, index - 1))
    case 4 where others.last?.event.isTerminal == false:
      others.append(.finished(at: others[others.count - 1].at.offset + .seconds(3)))
    case 5 where others.last?.event.isTerminal == true: others.removeLast()
    default: break
    }
    // What was swapped keeps its place in time; nothing comes after an end.
    for index in others.indices.dropFirst() {
      others[index].at = max(others[index].at, others[index - 1].at)
    }
    let end = others.firstIndex { $0.event.isTerminal } ?? others.count
    return Array(others.prefix(end + 1))
  }
}

/// A failure that is a name.
struct Named: Error, Hashable {
  var name: String
}

extension String {
  fileprivate func randomElement(at offset: Int) -> Character {
    self[index(startIndex, offsetBy: offset)]
  }
}
