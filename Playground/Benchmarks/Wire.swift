import BenchmarkSupport
import Foundation
import Synchronization

/// What a client did over the loopback interface.
struct WireFigure {
  var rate = 0.0
  /// Microseconds of processor time a request; the server's are in its own process.
  var processor = Double.infinity
  /// How many connections were open at once at the most.
  var connections = 0

  /// The better of two runs, each figure by itself, but for the connections.
  func best(with other: WireFigure) -> WireFigure {
    WireFigure(
      rate: max(rate, other.rate), processor: min(processor, other.processor),
      connections: max(connections, other.connections))
  }
}

/// The server that is asked, and what the process has used.
enum Wire {
  /// Nil where there is none.
  static let port: Int32? = {
    let port = benchmark_wire_start()
    return port > 0 ? port : nil
  }()

  /// Runs `body`, which sends so many requests, and returns when all are answered.
  static func measure(_ requests: Int, _ body: (Int) -> Int) -> WireFigure {
    settle()
    let (start, used) = (ContinuousClock.now, processorTime())
    let answered = body(requests)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let processor = (processorTime() - used) / .microseconds(1)
    guard answered == requests else { return WireFigure() }
    return WireFigure(
      rate: Double(requests) / seconds, processor: processor / Double(requests),
      connections: benchmark_wire_peak())
  }

  /// Waits until the connections of whoever came before are closed.
  static func settle() {
    let limit = ContinuousClock.now + .seconds(5)
    while benchmark_wire_open() > 0, ContinuousClock.now < limit { usleep(1_000) }
    benchmark_wire_clear()
  }

  static func processorTime() -> Duration {
    var usage = rusage()
    unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
    let (user, system) = (usage.ru_utime, usage.ru_stime)
    return .seconds(user.tv_sec + system.tv_sec) + .microseconds(user.tv_usec + system.tv_usec)
  }

  /// Bytes of this process in memory.
  static func resident() -> Int { number("VmRSS:") * 1_024 }

  /// The threads of that name.
  static func threads(named name: String) -> Int {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return tasks.count { task in
      let text = try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)
      return text?.hasPrefix(name) ?? false
    }
  }

  private static func number(_ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
  }
}

/// Keeps so many requests under way until all are done; the answer to one starts the next.
final class Pump: Sendable {
  private struct State {
    var left: Int
    var open = 0
    var answered = 0
  }

  typealias Done = @Sendable (Bool) -> Void

  private let state: Mutex<State>
  private let send: @Sendable (@escaping Done) -> Void
  private let end = DispatchSemaphore(value: 0)

  init(_ requests: Int, send: @escaping @Sendable (@escaping Done) -> Void) {
    state = Mutex(State(left: requests))
    self.send = send
  }

  /// Returns how many were answered well.
  func run(concurrent: Int) -> Int {
    for _ in 0..<concurrent { next() }
    end.wait()
    return state.withLock { $0.answered }
  }

  private func next() {
    let sends = state.withLock { state in
      guard state.left > 0 else { return false }
      state.left -= 1
      state.open += 1
      return true
    }
    if sends { send { self.finished($0) } }
  }

  private func finished(_ isGood: Bool) {
    next()
    let isLast = state.withLock { state in
      state.open -= 1
      if isGood { state.answered += 1 }
      return state.open == 0 && state.left == 0
    }
    if isLast { end.signal() }
  }
}
