import Streams

/// What was written down, in order. Threads: any.
final class Written<Entry: Sendable>: Sendable {
  private let state = Lock((entries: [Entry](), total: 0))

  var entries: [Entry] { state.withLock { $0.entries } }
  var total: Int { state.withLock { $0.total } }

  func append(_ entry: Entry) { state.withLock { $0.entries.append(entry) } }
  func keep(_ entry: Entry) { state.withLock { $0.entries = [entry] } }
  func count() { state.withLock { $0.total += 1 } }
}

struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Why a stream of a test fails.
struct Oops: Error, Hashable {}

extension Instant {
  static func seconds(_ seconds: Double) -> Instant { Instant(offset: .seconds(seconds)) }
}
