// A dispatch source may be used from any thread; the module does not say so yet on Linux.
@unsafe @preconcurrency internal import Dispatch

/// What is to happen on a queue at an instant: one timer source, armed for the nearest deadline or
/// for an earlier instant, for as many timers as there are.
///
/// It talks to Dispatch under its lock, which calls nobody back from there; actions run outside.
final class DispatchDeadlines: Sendable {
  typealias Action = @Sendable (Instant) -> Void

  private struct Slot: Sendable {
    var action: Action?
    /// What the timer was set to; nil when nothing is pending.
    var asked: Instant?
    /// How many timers have had it before.
    var turn = 0
  }

  private struct State: Sendable {
    var slots: [Slot] = []
    var free: [Int] = []
    var heap = DeadlineHeap()
    /// When the source goes off.
    var armed: Instant?
    var source: (any DispatchSourceTimer)?
  }

  private let queue: DispatchQueue
  private let state = Lock(State())

  init(_ queue: DispatchQueue) { self.queue = queue }

  deinit { state.withLock { $0.source }?.cancel() }

  /// A slot for an action, until it is removed.
  func add(_ action: @escaping Action) -> Int {
    state.withLock { state in
      if let slot = state.free.popLast() {
        state.slots[slot].action = action
        return slot
      }
      state.slots.append(Slot(action: action))
      return state.slots.count - 1
    }
  }

  func set(_ slot: Int, at instant: Instant) {
    state.withLock { state in
      state.slots[slot].asked = instant
      guard instant > .uptime else {
        // What is due already takes its place in the queue, behind what was queued before.
        state.heap.remove(slot)
        let turn = state.slots[slot].turn
        return queue.async { [weak self] in self?.fire(slot, of: turn) }
      }
      state.heap.set(slot, at: instant)
      arm(&state)
    }
  }

  /// Frees a slot; what its action held is let go of outside of the lock.
  func remove(_ slot: Int) {
    var ended = Slot()
    state.withLock { state in
      state.heap.remove(slot)
      state.free.append(slot)
      ended.turn = state.slots[slot].turn + 1
      swap(&ended, &state.slots[slot])
    }
  }

  /// A source that is armed for earlier stays so.
  private func arm(_ state: inout State) {
    guard let (_, due) = state.heap.first else { return }
    if let armed = state.armed, armed <= due { return }
    state.armed = due
    let source = state.source ?? makeSource()
    state.source = source
    source.schedule(deadline: DispatchTime(uptimeNanoseconds: due.uptimeNanoseconds))
  }

  private func makeSource() -> any DispatchSourceTimer {
    let source = DispatchSource.makeTimerSource(queue: queue)
    source.setEventHandler { [weak self] in self?.goOff() }
    source.activate()
    return source
  }

  /// Runs what is due by now; what an action sets to be due already waits its turn in the queue.
  private func goOff() {
    let limit = Instant.uptime
    state.withLock { $0.armed = nil }
    while let (action, instant) = state.withLock({ nextDue(by: limit, &$0) }) { action(instant) }
    state.withLock { arm(&$0) }
  }

  private func nextDue(by limit: Instant, _ state: inout State) -> (Action, Instant)? {
    guard let (slot, due) = state.heap.first, due <= limit else { return nil }
    return take(slot, &state)
  }

  private func fire(_ slot: Int, of turn: Int) {
    let due = state.withLock { state -> (Action, Instant)? in
      // It may have been moved, or its slot be another's by now.
      guard state.slots[slot].turn == turn, let asked = state.slots[slot].asked, asked <= .uptime
      else { return nil }
      return take(slot, &state)
    }
    if let (action, instant) = due { action(instant) }
  }

  private func take(_ slot: Int, _ state: inout State) -> (Action, Instant)? {
    guard let action = state.slots[slot].action, let asked = state.slots[slot].asked else {
      return nil
    }
    state.heap.remove(slot)
    state.slots[slot].asked = nil
    return (action, asked)
  }
}

/// A timer's hold on its slot.
final class DispatchTimer: SchedulerTimer {
  private let deadlines: DispatchDeadlines
  private let slot: Lock<Int?>

  init(_ deadlines: DispatchDeadlines, _ action: @escaping DispatchDeadlines.Action) {
    self.deadlines = deadlines
    slot = Lock(deadlines.add(action))
  }

  deinit { cancel() }

  func set(at instant: Instant) {
    slot.withLock { slot in
      if let slot { deadlines.set(slot, at: instant) }
    }
  }

  func cancel() {
    let ended = slot.withLock { slot in
      defer { slot = nil }
      return slot
    }
    if let ended { deadlines.remove(ended) }
  }
}

extension Instant {
  /// The uptime of the machine.
  static var uptime: Instant {
    let nanoseconds = DispatchTime.now().uptimeNanoseconds
    return Instant(offset: .nanoseconds(Int64(clamping: nanoseconds)))
  }

  /// For Dispatch: clamped to what it can hold.
  var uptimeNanoseconds: UInt64 {
    let (seconds, attoseconds) = offset.components
    guard seconds >= 0 else { return 0 }
    let nanoseconds = UInt64(attoseconds / 1_000_000_000)
    let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow, whole < UInt64.max / 2 else { return UInt64.max / 2 }
    return whole + nanoseconds
  }
}
