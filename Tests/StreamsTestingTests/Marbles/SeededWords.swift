import Streams
import StreamsTesting

/// The same events each time: a SplitMix of a seed.
struct SeededWords {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

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
