import Streams
import StreamsTesting
import Testing

/// One operator under test, in one position of the signal it is applied to.
///
/// Adding an operator is adding a row: every law then covers it. Rows change no value where they
/// can help it, so that the laws can say what comes out.
struct OperatorRow: Sendable, CustomTestStringConvertible {
  struct Traits: OptionSet, Sendable {
    let rawValue: Int

    /// Every value comes out, in order, whatever the source.
    static let passesAll = Traits(rawValue: 1 << 0)
    /// Every value comes out when the source sends after the start.
    static let passesLive = Traits(rawValue: 1 << 1)
    /// What comes out comes later, on the scheduler.
    static let needsTime = Traits(rawValue: 1 << 2)
    /// A failure of the source comes out as it is.
    static let passesFailure = Traits(rawValue: 1 << 3)
    /// A user closure is called for each value.
    static let callsOut = Traits(rawValue: 1 << 4)
    /// A user closure is called for a failure.
    static let callsOutOnFailure = Traits(rawValue: 1 << 5)
    /// The source is started again after a failure.
    static let startsAgain = Traits(rawValue: 1 << 6)
    /// A deadline is pending for as long as the source runs.
    static let alwaysWaits = Traits(rawValue: 1 << 7)
    /// Ends with the first value.
    static let endsEarly = Traits(rawValue: 1 << 8)
    /// The source stands in several places, one after the other: what one holds is dropped when
    /// another fails.
    static let severalTimes = Traits(rawValue: 1 << 9)
    /// Stays open after the source has finished.
    static let staysOpen = Traits(rawValue: 1 << 10)
    /// Needs the source again, or holds it in a closure: it cannot go away by itself.
    static let holdsSource = Traits(rawValue: 1 << 11)
    /// Has hooks for a cancel, which the subscription holds for as long as it can be cancelled.
    static let holdsHooks = Traits(rawValue: 1 << 12)
    /// Keeps values for those who come later, for as long as somebody observes it.
    static let remembers = Traits(rawValue: 1 << 20)
    /// A failure drops what waits.
    static let dropsWaiting = Traits(rawValue: 1 << 21)

    static let plain: Traits = [.passesAll, .passesLive, .passesFailure]
  }

  typealias Apply = @Sendable (Items, TestScheduler, Probe) -> Items

  let name: String
  /// The files of `Sources/Streams/Operators` it covers.
  let files: Set<String>
  let traits: Traits
  private let apply: Apply

  init(_ name: String, in files: Set<String>, _ traits: Traits, _ apply: @escaping Apply) {
    self.name = name
    self.files = files
    self.traits = traits
    self.apply = apply
  }

  var testDescription: String { name }

  /// Whether it is the first of a file it covers.
  var leads: Bool { OperatorTable.leaders.contains(name) }

  func callAsFunction(
    _ source: Items, _ scheduler: TestScheduler = TestScheduler(), _ probe: Probe = Probe()
  ) -> Items {
    apply(source, scheduler, probe)
  }
}

enum OperatorTable {
  /// All rows.
  static let all: [OperatorRow] =
    linear + failing + appending + merging + zipping + latest + flattening + timing + rest + values
    + chaining + racing + latestOfOther + first + switching + rated + starting + sharing

  /// The first row of each file by name; the others are variants.
  static let leaders: Set<String> = {
    var (covered, names): (Set<String>, Set<String>) = ([], [])
    for row in all where !covered.isSuperset(of: row.files) {
      covered.formUnion(row.files)
      names.insert(row.name)
    }
    return names
  }()

  static func all(_ traits: OperatorRow.Traits) -> [OperatorRow] {
    all.filter { $0.traits.isSuperset(of: traits) }
  }

  // MARK: - One in, one out

  static let linear: [OperatorRow] = [
    OperatorRow("map", in: ["Map"], [.plain, .callsOut]) { source, _, probe in
      source.map { item in
        probe.touch()
        return item
      }
    },
    OperatorRow("tryMap", in: ["TryMap"], [.plain, .callsOut]) { source, _, probe in
      source.tryMap { (item) throws(TestFailure) -> Item in
        probe.touch()
        return item
      }
    },
    OperatorRow("compactMap", in: ["CompactMap"], [.plain, .callsOut]) { source, _, probe in
      source.compactMap { item -> Item? in
        probe.touch()
        return item
      }
    },
    OperatorRow("scan", in: ["Scan"], [.plain, .callsOut]) { source, _, probe in
      source.scan(Item(0)) { _, item in
        probe.touch()
        return item
      }
    },
    OperatorRow("filter", in: ["Filter"], [.plain, .callsOut]) { source, _, probe in
      source.filter { _ in
        probe.touch()
        return true
      }
    },
    OperatorRow("removeDuplicates(by:)", in: ["RemoveDuplicates"], .plain) { source, _, probe in
      source.removeDuplicates { left, right in
        probe.touch()
        return left == right
      }
    },
    OperatorRow("removeDuplicates", in: ["RemoveDuplicates"], .plain) { source, _, _ in
      source.removeDuplicates()
    },
    OperatorRow("prefix(many)", in: ["Prefix"], .plain) { source, _, _ in source.prefix(.max) },
    OperatorRow("prefix(1)", in: ["Prefix"], [.passesFailure, .endsEarly]) { source, _, _ in
      source.prefix(1)
    },
    OperatorRow("first", in: ["First"], [.passesFailure, .endsEarly]) { source, _, _ in
      source.first()
    },
    OperatorRow("dropFirst(0)", in: ["DropFirst"], .plain) { source, _, _ in source.dropFirst(0) },
    OperatorRow("dropFirst", in: ["DropFirst"], .passesFailure) { source, _, _ in
      source.dropFirst()
    },
  ]

  // MARK: - Failing

  static let failing: [OperatorRow] = [
    OperatorRow("mapError", in: ["MapError"], [.plain, .callsOutOnFailure]) { source, _, probe in
      source.mapError { failure in
        probe.touch()
        return failure
      }
    },
    OperatorRow("setFailureType", in: ["SetFailureType"], [.passesAll, .passesLive]) {
      source, _, _ in
      source.catch { _ in Signal<Item, Never>.empty() }.setFailureType(to: TestFailure.self)
    },
    OperatorRow("catch, same failure", in: ["Catch"], [.plain, .callsOutOnFailure]) {
      source, _, probe in
      source.catch { failure in
        probe.touch()
        return Items.fail(failure)
      }
    },
    OperatorRow("catch, other failure", in: ["Catch"], [.plain, .callsOutOnFailure]) {
      source, _, probe in
      source
        .catch { failure in
          probe.touch()
          return Signal<Item, OtherFailure>.fail(OtherFailure(inner: failure))
        }
        .mapError(\.inner)
    },
    OperatorRow("catch, as the replacement", in: ["Catch"], .plain) { source, _, _ in
      Items.fail(.two).catch { _ in source }
    },
    OperatorRow("retry(0)", in: ["Retry"], .plain) { source, _, _ in source.retry(0) },
    OperatorRow("retry(2)", in: ["Retry"], [.plain, .startsAgain, .holdsSource]) { source, _, _ in
      source.retry(2)
    },
    OperatorRow(
      "retry(when:), at once", in: ["Retry"],
      [.plain, .startsAgain, .holdsSource, .callsOutOnFailure]
    ) { source, scheduler, probe in
      source.retry(scheduler: scheduler) { _, attempt in
        probe.touch()
        return attempt.number < 3 ? .retry(after: .zero) : .fail
      }
    },
    OperatorRow(
      "retry(when:), with a Backoff", in: ["Retry", "Backoff", "Randomness"],
      [.passesAll, .passesLive, .startsAgain, .holdsSource, .callsOutOnFailure]
    ) { source, scheduler, probe in
      let backoff = Backoff.exponential(base: .seconds(1)).jittered(.equal, Randomness { 1 << 60 })
      return source.retry(scheduler: scheduler) { _, attempt in
        probe.touch()
        guard attempt.number < 3 else { return .fail }
        return .retry(after: backoff.delay(attempt: attempt.sinceValue))
      }
    },
    OperatorRow(
      "retry(backoff:)", in: ["Retry", "Backoff"],
      [.passesAll, .passesLive, .startsAgain, .holdsSource, .callsOutOnFailure]
    ) { source, scheduler, probe in
      source.retry(2, backoff: .constant(.seconds(1)), scheduler: scheduler) { _ in
        probe.touch()
        return true
      }
    },
  ]

  // MARK: - Observing, sharing, making

  static let rest: [OperatorRow] = [
    OperatorRow("share", in: ["Share"], .plain) { source, _, _ in source.share() },
    OperatorRow(
      "handleEvents", in: ["HandleEvents"],
      [.plain, .callsOut, .callsOutOnFailure, .holdsHooks]
    ) { source, _, probe in
      source.handleEvents(
        onStart: { _ = probe }, onValue: { _ in probe.touch() }, onFailure: { _ in probe.touch() },
        onFinished: { _ = probe }, onCancel: { _ = probe }, onTermination: { _ = probe })
    },
    OperatorRow(
      "trackActivity", in: ["TrackActivity", "Activity"], [.plain, .holdsHooks]
    ) { source, _, _ in source.trackActivity(Activity()) },
    OperatorRow("onFailure", in: ["OnFailure"], [.plain, .callsOutOnFailure]) { source, _, probe in
      source.onFailure { _ in probe.touch() }
    },
    OperatorRow("deferred", in: ["Deferred"], .plain) { source, _, probe in
      .deferred {
        _ = probe
        return source
      }
    },
  ]
}
