/// The credentials of a layer and who waits for new ones: decisions, without locks or observers.
///
/// Credentials are numbered as they come. Whoever was refused says with which, so that a refusal of
/// old ones, however late, leads to those that are there.
struct AuthorizationState: Sendable {
  /// Credentials to send with.
  struct Ticket: Hashable, Sendable {
    var credentials: Credentials
    var generation: Int
    /// Whether they came while the request waited for them.
    var isFresh: Bool
  }

  /// What follows for a request that wants to be sent.
  enum Answer: Hashable, Sendable {
    case go(Ticket)
    /// It waits, under that number, for the refresh that runs.
    case wait(Int)
    /// It waits, under the first number, for a refresh that is to be begun, of the second number.
    case refresh(waiter: Int, number: Int, refused: Credentials?)
  }

  private struct Refresh: Sendable {
    var number: Int
    var waiters: Set<Int>
  }

  private var credentials: Credentials?
  private(set) var generation = 0
  private var running: Refresh?
  private var count = 0

  init(_ credentials: Credentials?) {
    self.credentials = credentials
  }

  /// Asks for credentials, other than those of the generation that was refused, if any was.
  mutating func ask(insteadOf refused: Int?, at now: Duration) -> Answer {
    if running == nil, let ticket = usable(insteadOf: refused, at: now) { return .go(ticket) }
    count += 1
    let waiter = count
    guard running == nil else {
      running?.waiters.insert(waiter)
      return .wait(waiter)
    }
    running = Refresh(number: waiter, waiters: [waiter])
    return .refresh(waiter: waiter, number: waiter, refused: credentials)
  }

  private func usable(insteadOf refused: Int?, at now: Duration) -> Ticket? {
    guard let credentials else { return nil }
    guard refused.map({ $0 < generation }) ?? !credentials.areExpired(at: now) else { return nil }
    return Ticket(credentials: credentials, generation: generation, isFresh: false)
  }

  /// Ends a refresh, with new credentials or with none, and answers with those who waited, in the
  /// order they came, and what they get. A refresh that nobody waits for any more changes nothing.
  mutating func end(_ number: Int, with new: Credentials?) -> (waiters: [Int], ticket: Ticket?) {
    guard let refresh = running, refresh.number == number else { return ([], nil) }
    running = nil
    guard let new else { return (refresh.waiters.sorted(), nil) }
    credentials = new
    generation += 1
    let ticket = Ticket(credentials: new, generation: generation, isFresh: true)
    return (refresh.waiters.sorted(), ticket)
  }

  /// One who waited has gone; whether the refresh is for nobody now, and over.
  mutating func leave(_ waiter: Int) -> Bool {
    guard running?.waiters.remove(waiter) != nil, running?.waiters.isEmpty == true else {
      return false
    }
    running = nil
    return true
  }
}
