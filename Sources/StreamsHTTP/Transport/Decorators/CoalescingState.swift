internal import Streams

/// The exchanges that several requests may share: decisions, without locks or observers.
///
/// A request joins the exchange of an equal one for as long as all that came of it is kept; who
/// joins is told that first.
struct CoalescingState: Sendable {
  typealias Told = Event<TransportEvent, TransportFailure>

  enum Arrival: Sendable {
    /// It begins the exchange of that number.
    case begin(Int)
    /// It joins that exchange, of which this has been told so far.
    case join(Int, told: [Told])
  }

  /// The requests that share, apart from what is the caller's alone.
  struct Key: Hashable, Sendable {
    private let request: HTTPRequest

    /// Nil for requests that may not share: a method that is not safe (RFC 9110 section 9.2.1), a
    /// body, or a stream of events, which has no end to wait for and whose past is nobody's.
    init?(_ request: HTTPRequest, _ body: HTTPBody) {
      let accepted = request.fields["Accept"]?.lowercasedASCII() ?? ""
      guard request.method.isSafe, !body.isPresent, !accepted.contains("text/event-stream") else {
        return nil
      }
      var request = request
      request.options.priority = .normal
      request.options.tags = []
      self.request = request
    }
  }

  private struct Exchange: Sendable {
    var key: Key
    var members: Set<Int>
    /// All that was told, while others may join.
    var told: [Told] = []
    var bytes = 0
  }

  private let limit: Int
  private var exchanges: [Int: Exchange] = [:]
  private var open: [Key: Int] = [:]
  private var count = 0

  /// - Parameter limit: how many bytes of an answer are kept for those who join.
  init(limit: Int) {
    self.limit = limit
  }

  mutating func arrive(_ member: Int, for key: Key) -> Arrival {
    if let number = open[key], let told = exchanges[number]?.told {
      exchanges[number]?.members.insert(member)
      return .join(number, told: told)
    }
    count += 1
    exchanges[count] = Exchange(key: key, members: [member])
    open[key] = count
    return .begin(count)
  }

  /// Takes down what an exchange told, and answers with those it is for. After the end, and after
  /// more than is kept, nobody can join.
  mutating func tell(_ event: Told, by number: Int) -> Set<Int> {
    guard var exchange = exchanges[number] else { return [] }
    // Changed in place: a second copy of what was told would be copied with each event.
    exchanges[number] = nil
    if case .value(.chunk(let bytes)) = event { exchange.bytes += bytes.count }
    if event.isTerminal || exchange.bytes > limit {
      close(number, exchange.key)
      exchange.told = []
    } else if open[exchange.key] == number {
      exchange.told.append(event)
    }
    if !event.isTerminal { exchanges[number] = exchange }
    return exchange.members
  }

  /// A request has gone, and whether its exchange is for nobody now, and over. One that leaves when
  /// it has seen a head may have refused the answer: it must not get that again when it is sent
  /// again, and so nobody can join any more.
  mutating func leave(_ member: Int, _ number: Int) -> Bool {
    guard let key = exchanges[number]?.key else { return false }
    exchanges[number]?.members.remove(member)
    if exchanges[number]?.told.contains(where: \.isHead) == true {
      close(number, key)
      exchanges[number]?.told = []
    }
    guard exchanges[number]?.members.isEmpty == true else { return false }
    close(number, key)
    exchanges[number] = nil
    return true
  }

  private mutating func close(_ number: Int, _ key: Key) {
    if open[key] == number { open[key] = nil }
  }
}

extension CoalescingState.Told {
  fileprivate var isHead: Bool {
    if case .value(.head) = self { true } else { false }
  }
}
