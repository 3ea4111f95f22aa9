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

/// Not the one of the test framework.
typealias Place = CallSite

/// Whether an observation says where it begins.
let isDebugBuild: Bool = {
  #if DEBUG
    true
  #else
    false
  #endif
}()

/// Why a stream of a test fails.
struct Oops: Error, Hashable {}

extension Instant {
  static func seconds(_ seconds: Double) -> Instant { Instant(offset: .seconds(seconds)) }
}
