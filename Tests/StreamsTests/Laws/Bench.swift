import Foundation
import StreamsTesting
import Synchronization
import Testing

@testable import Streams

// What the laws are measured with: values and objects whose release is watched, a probe inside
// every user closure, gates, and threads with a small stack.

enum TestFailure: Error, Hashable, Sendable {
  case one, two
}

struct OtherFailure: Error, Hashable, Sendable {
  var inner: TestFailure
}

/// What flows through the operators under test: a number and, sometimes, an object whose release
/// is watched.
struct Item: Sendable, Hashable, ExpressibleByIntegerLiteral, CustomStringConvertible {
  var number: Int
  var canary: Canary?

  init(_ number: Int, _ canary: Canary? = nil) {
    self.number = number
    self.canary = canary
  }

  init(integerLiteral value: Int) { self.init(value) }

  static func == (left: Item, right: Item) -> Bool { left.number == right.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
  var description: String { "\(number)" }
}

typealias Items = Signal<Item, TestFailure>
typealias ItemEvent = Event<Item, TestFailure>

// MARK: - Release

/// Knows which canaries of a test are alive.
final class Census: Sendable {
  private let living = Lock<[String: Int]>([:])

  /// Who is alive, by name; empty when all were released.
  var alive: [String] { living.withLock { $0.filter { $0.value > 0 }.keys.sorted() } }

  func canary(_ name: String, onDeinit: (@Sendable () -> Void)? = nil) -> Canary {
    living.withLock { $0[name, default: 0] += 1 }
    return Canary {
      self.living.withLock { $0[name, default: 0] -= 1 }
      onDeinit?()
    }
  }
}

/// An object that tells when it is released.
final class Canary: Sendable {
  private let onDeinit: @Sendable () -> Void

  init(_ onDeinit: @escaping @Sendable () -> Void) {
    self.onDeinit = onDeinit
  }

  deinit { onDeinit() }
}

/// Holds something that a test lets go of at a chosen moment.
final class Box<Content: Sendable>: Sendable {
  private let content = Lock<Content?>(nil)

  init(_ content: Content? = nil) {
    self.content.withLock { $0 = content }
  }

  var value: Content? { content.withLock { $0 } }

  func put(_ new: Content) {
    content.withLock { $0 = new }
  }

  @discardableResult
  func take() -> Content? {
    content.withLock { content in
      defer { content = nil }
      return content
    }
  }
}

// MARK: - Counting and writing down

final class Counter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .acquiring) }

  @discardableResult
  func add(_ amount: Int = 1) -> Int {
    count.add(amount, ordering: .acquiringAndReleasing).newValue
  }
}

final class Log<Entry: Sendable>: Sendable {
  private let written = Lock<[Entry]>([])

  var entries: [Entry] { written.withLock { $0 } }

  func append(_ entry: Entry) {
    written.withLock { $0.append(entry) }
  }
}

extension Log<ItemEvent> {
  var numbers: [Int] { entries.numbers }
  var ends: [ItemEvent] { entries.filter(\.isTerminal) }
}

extension [ItemEvent] {
  var numbers: [Int] {
    compactMap { if case .value(let item) = $0 { item.number } else { nil } }
  }

  /// `value* (finished | failure)?`
  var followGrammar: Bool { dropLast().allSatisfy { !$0.isTerminal } }
}

/// Notices two calls at once, and calls inside calls.
final class OverlapDetector: Sendable {
  private let inside = Atomic(0)
  private let overlaps = Counter()

  var count: Int { overlaps.value }

  func run(_ body: () -> Void) {
    if inside.add(1, ordering: .acquiringAndReleasing).newValue != 1 { overlaps.add() }
    body()
    inside.subtract(1, ordering: .acquiringAndReleasing)
  }
}

/// Sits in every user closure of an operator under test: counts the calls, notices overlaps, and
/// runs what a test wants run there.
final class Probe: Sendable {
  let calls = Counter()
  let overlap = OverlapDetector()
  private struct Hook: Sendable {
    var action: (@Sendable () -> Void)?
  }

  private let hook = Lock(Hook())
  private let canary: Canary?

  init(_ canary: Canary? = nil) {
    self.canary = canary
  }

  func onCall(_ action: @escaping @Sendable () -> Void) {
    hook.withLock { $0.action = action }
  }

  func touch() {
    overlap.run {
      calls.add()
      hook.withLock { $0 }.action?()
    }
  }
}

/// The misuse of observations begun in `body`, up to now.
func collectingMisuse(_ body: () -> Void) -> Log<Misuse> {
  let misuses = Log<Misuse>()
  let keep = Misuse.TaskHandler { misuses.append($0) }
  Misuse.$taskHandler.withValue(keep) { body() }
  return misuses
}

/// How often what goes round in a test goes round; more often with STREAMS_FULL_ROUNDS=1, as in the
/// proof.
enum Rounds {
  static let isFull = ProcessInfo.processInfo.environment["STREAMS_FULL_ROUNDS"] == "1"

  static func races(_ usual: Int, _ full: Int = 10_000) -> Int { isFull ? full : usual }
}

/// The processor time this thread needs for `body`: the load of the machine does not count.
func processorSeconds(_ body: () -> Void) -> Double {
  func now() -> Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  let begin = now()
  body()
  return now() - begin
}

// MARK: - Threads

/// Opens once; whoever waits goes through. Waiting is bounded: a test never hangs.
final class Gate: Sendable {
  private let condition = NSCondition()
  private let isOpen = Atomic(false)

  func open() {
    condition.lock()
    isOpen.store(true, ordering: .releasing)
    condition.broadcast()
    condition.unlock()
  }

  /// False when it did not open in time.
  @discardableResult
  func wait(seconds: Double = 10) -> Bool {
    let limit = Date(timeIntervalSinceNow: seconds)
    condition.lock()
    defer { condition.unlock() }
    while !isOpen.load(ordering: .acquiring) {
      guard condition.wait(until: limit) else { break }
    }
    return isOpen.load(ordering: .acquiring)
  }
}

/// Runs each body on a thread of its own, all let loose at once; false when one did not return.
@discardableResult
func concurrently(
  stack: Int = 512 << 10, seconds: Double = 30, _ bodies: [@Sendable () -> Void]
) -> Bool {
  let start = Gate()
  let gates = bodies.map { body in
    let done = Gate()
    let thread = Thread {
      start.wait()
      body()
      done.open()
    }
    thread.stackSize = stack
    thread.start()
    return done
  }
  start.open()
  return gates.allSatisfy { $0.wait(seconds: seconds) }
}

@discardableResult
func concurrently(_ first: @escaping @Sendable () -> Void, _ second: @escaping @Sendable () -> Void)
  -> Bool
{
  concurrently([first, second])
}

/// Runs `body` on a thread whose stack is 512 KiB: what recurses does not come back (G8).
func onSmallStack(_ body: @escaping @Sendable () -> Void) {
  let returned = concurrently(seconds: 120, [body])
  #expect(returned, "did not return")
}

/// H1: the callback runs while another thread, which holds a foreign lock, is inside the library.
/// True when that thread gets out again, so that the callback gets the lock.
///
/// - trigger: makes the library call the function it is given.
/// - entry: how the holder of the foreign lock enters the library.
func callsOutWithoutLock(
  entry: @escaping @Sendable () -> Void,
  trigger: (_ callback: @escaping @Sendable () -> Void) -> Void
) -> Bool {
  let held = Gate()
  let started = Gate()
  let released = Gate()
  let holder = Thread {
    held.open()
    started.wait(seconds: 5)
    entry()
    released.open()
  }
  holder.start()
  held.wait()
  let answer = Box<Bool>()
  let calls = Counter()
  trigger {
    // One call is enough; others may come from the holder itself, when it cancels.
    guard calls.add() == 1 else { return }
    started.open()
    answer.put(released.wait(seconds: 5))
  }
  started.open()
  released.wait()
  return answer.value ?? true
}
