/// Counts the observations that run, of all signals that have it in ``Signal/trackActivity(_:)``.
///
/// ```swift
/// let loading = Activity()
/// client.send(.user(7)).trackActivity(loading).observe { … }
/// loading.isActive.observe(value: { spinner.isHidden = !$0 })
/// ```
///
/// Threads: any. The counts come one after another, in the order the observations began and ended
/// in: the last one told is true, whatever happened at the same time.
public final class Activity: Sendable {
  private let subject = CurrentValueSubject<Int, Never>(0)
  private let changes = Drain<Int>()

  /// One that counts from zero.
  public init() {}

  /// How many observations run now.
  public var count: Int { subject.value }

  /// How many observations run: now, and whenever that changes.
  ///
  /// ```
  /// a, tracked    1-----|
  /// b, tracked       2-----|
  /// counts     0--1--2--1--0
  /// ```
  ///
  /// It never ends.
  public var counts: Signal<Int, Never> { subject.signal }

  /// Whether any observation runs: now, and whenever that changes.
  ///
  /// ```
  /// counts     0--1--2--1--0
  /// isActive   f--t--------f
  /// ```
  ///
  /// It never ends.
  public var isActive: Signal<Bool, Never> { counts.map { $0 > 0 }.removeDuplicates() }

  // MARK: - From the operator

  @usableFromInline
  func begin() { change(by: 1) }

  @usableFromInline
  func end() { change(by: -1) }

  /// The drain makes adding and telling one step.
  private func change(by difference: Int) {
    changes.send(difference) { subject.value += $0 }
  }
}
