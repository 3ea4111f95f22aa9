import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

/// What says how an answer is read changes nothing of what is asked.
@Suite("The description of a request")
struct RequestSettingsPropertyTests {
  @Test("stays the same through any chain of readings", arguments: 0..<200)
  func chains(_ seed: Int) throws {
    var chance = Chance(seed: UInt64(seed))
    let described = Self.described(by: &chance)
    var link: any Link = described
    var steps: [String] = []
    for _ in 0..<Int.random(in: 1...12, using: &chance) {
      let choice = Int.random(in: 0..<11, using: &chance)
      link = link.following(choice)
      steps.append("\(choice)")
    }
    let changed = Self.changes(described.details, link.details)
    #expect(changed.isEmpty, "\(steps.joined(separator: " ")): \(changed)")
  }

  /// The comparison above would notice each of these.
  @Test("is changed by each setting, and by nothing else in it")
  func changes() {
    let plain = Request<Int, RequestFailure>.post("x")
    let changed: [(Request<Int, RequestFailure>, Set<String>)] = [
      (.put("x"), ["method", "sent"]), (.post("y"), ["path", "sent"]),
      (.post("\("")"), ["path", "sent"]), (plain.query("a", 1), ["query", "sent"]),
      (plain.field("A", "b"), ["fields", "sent"]), (plain.field("A", nil), ["removedFields"]),
      (plain.field("A b", "b"), ["fault", "sent"]), (plain.body(.bytes([1])), ["body", "sent"]),
      (plain.timeout(.seconds(1)), ["timeout"]), (plain.idempotent(), ["options", "sent"]),
      (plain.redirects(.deliver), ["options", "sent"]), (plain.tagged("a"), ["options", "sent"]),
      (plain.cache(.noStore), ["options", "sent"]), (plain.priority(.high), ["options", "sent"]),
    ]
    for (request, parts) in changed {
      #expect(Set(Self.changes(plain.details, request.details)) == parts)
    }
    let known = Set(changed.flatMap(\.1))
    let stored = Mirror(reflecting: plain.details).children.compactMap(\.label)
    #expect(known.isSuperset(of: ["method", "path", "query", "fields", "body", "options"]))
    #expect(Set(stored).isSuperset(of: known.subtracting(["sent"])))
  }

  private static func described(by chance: inout Chance) -> Request<Int, RequestFailure> {
    var request = Request<Int, RequestFailure>.post(
      "users/\(Int.random(in: 0...9, using: &chance))")
    let settings: [(Request<Int, RequestFailure>) -> Request<Int, RequestFailure>] = [
      { $0.query("page", 2) }, { $0.field("Accept", "a/b") }, { $0.field("Accept-Language", nil) },
      { $0.addingField("X", "1") }, { $0.field("bad name", "1") }, { $0.timeout(.seconds(9)) },
      { $0.idempotent(key: "k") }, { $0.body(.bytes([1, 2]), contentType: "a/b") },
      { $0.redirects(.refuse) }, { $0.cache(.onlyIfCached) }, { $0.priority(.low) },
      { $0.tagged("photos") },
    ]
    for setting in settings where Bool.random(using: &chance) { request = setting(request) }
    return request
  }

  /// The stored parts, found by reflection so that a new one is compared too, and what is sent.
  private static func changes(_ left: RequestDetails, _ right: RequestDetails) -> [String] {
    let (before, after) = (Mirror(reflecting: left).children, Mirror(reflecting: right).children)
    let stored = zip(before, after).filter { !isEqual($0.value, $1.value) }
    return stored.map { $0.0.label ?? "?" } + (isEqual(sent(left), sent(right)) ? [] : ["sent"])
  }

  private static func isEqual(_ left: Any, _ right: Any) -> Bool {
    func same<Part: Equatable>(_ left: Part) -> Bool { left == right as? Part }
    guard let left = left as? any Equatable else {
      return String(reflecting: left) == String(reflecting: right)
    }
    return same(left)
  }

  private static func sent(_ details: RequestDetails) -> [AnyHashable] {
    let bench = Bench()
    bench.stub.on { _ in true }.respond()
    let request = Request<Answer, RequestFailure>(details, reading: .answer)
    let failure = bench.send(request).failure
    guard let exchange = bench.stub.exchanges.first else { return [failure] }
    return [exchange.request, exchange.body]
  }
}

/// A request whose kinds of value and failure are not known.
private protocol Link: Sendable {
  var details: RequestDetails { get }
  func following(_ choice: Int) -> any Link
}

private struct Refused: Error {}

extension Request: Link {
  fileprivate func following(_ choice: Int) -> any Link {
    switch choice {
    case 0: map { _ in 1 }
    case 1: tryMap { value throws(Failure) in value }
    case 2: mapError { _ in Refused() }
    case 3: withResponse()
    case 4: validate(.anyStatus)
    case 5: decoding(with: .json)
    case 6: failing { $0.failureBody(as: Problem.self) }
    case 7: failing { $0.failureBody(as: User.self, for: 500..<600) }
    case 8: map { "\($0)" }
    case 9: validate(.statuses(200..<400)).map { [$0] }
    default: mapError { _ in RequestFailure.cancelled }
    }
  }

  /// The step, where the failure is still the one it needs.
  private func failing(
    _ step: (Request<Value, RequestFailure>) -> any Link
  ) -> any Link {
    (self as? Request<Value, RequestFailure>).map(step) ?? self
  }
}

/// Chance that a failed test can have again (SplitMix64).
struct Chance: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
