import Streams

/// Pipelines as an app has them, with closures as a person writes them. They are compiled here and
/// run by the tests beside; the proof also type-checks this file alone, with a limit on how long
/// one expression and one function may take. It therefore imports nothing but Streams.
struct AppPipelines: Sendable {
  let server: Server
  let clock: any Scheduler

  // MARK: - Search and forms

  func searchBox(_ typed: Signal<String, Never>) -> Signal<[String], Never> {
    typed
      .map { $0.lowercased() }
      .filter { $0.count > 2 }
      .debounce(for: .milliseconds(300), scheduler: clock)
      .removeDuplicates()
      .flatMapLatest { text in
        server.hits(for: text).catch { _ in .just([]) }
      }
      .receive(on: clock)
  }

  func searchOrFailure(_ typed: Signal<String, Never>) -> Signal<String, LoadError> {
    typed
      .debounce(for: .milliseconds(300), scheduler: clock)
      .removeDuplicates()
      .flatMapLatest { server.hits(for: $0) }
      .map { $0.first }
      .compactMap { $0 }
      .timeout(.seconds(9), scheduler: clock, failure: .tooSlow)
  }

  func signUpButton(
    _ name: Signal<String, Never>, _ mail: Signal<String, Never>, _ terms: Signal<Bool, Never>
  ) -> Signal<Bool, Never> {
    combineLatest(
      name.map { !$0.isEmpty },
      mail.map { $0.contains("@") }.removeDuplicates(),
      terms
    )
    .map { $0 && $1 && $2 }
    .removeDuplicates()
    .dropFirst()
  }

  func nameCheck(_ typed: Signal<String, Never>) -> Signal<NameCheck, Never> {
    typed
      .removeDuplicates()
      .debounce(for: .milliseconds(200), scheduler: clock)
      .flatMapLatest { name -> Signal<NameCheck, Never> in
        guard name.count >= 3 else { return .just(.tooShort) }
        return Signal.just(.checking).append(
          server.isFree(name)
            .map { $0 ? .free : .taken }
            .catch { _ in .just(.unknown) })
      }
      .removeDuplicates()
      .receive(on: clock)
  }

  // MARK: - Requests side by side and one after another

  func profile(of id: Int) -> Signal<Profile, LoadError> {
    zip(
      server.user(id),
      server.documents(of: id).map { $0.count },
      server.picture(of: id).catch { _ in .just([]) }
    )
    .map(Profile.init)
    .timeout(.seconds(5), .total, scheduler: clock, failure: .tooSlow)
    .retry(1)
    .receive(on: clock)
  }

  func titles(for query: String) -> Signal<[String], LoadError> {
    server.hits(for: query)
      .flatMap { hits in zip(hits.map { server.title($0) }) }
      .map { titles in titles.filter { !$0.isEmpty } }
      .map { $0.sorted() }
      .first()
  }

  func uploads(of files: [String]) -> Signal<Double, LoadError> {
    Signal.sequence(files)
      .flatMap(maxConcurrent: 3) { file in
        server.upload(file).retry(2)
      }
      .scan(0) { done, _ in done + 1 }
      .map { Double($0) / Double(files.count) }
      .removeDuplicates()
      .receive(on: clock)
  }

  func pages(until last: Int) -> Signal<String, LoadError> {
    Signal.sequence(1...)
      .concatMap { server.page($0) }
      .prefix(last)
      .filter { !$0.isEmpty }
      .flatMap { .sequence($0) }
      .removeDuplicates()
  }

  func cachedThenFresh(_ id: Int) -> Signal<String, LoadError> {
    server.cachedUser(id)
      .catch { _ in .empty() }
      .append(server.user(id).retry(2))
      .removeDuplicates()
      .map(\.name)
      .handleEvents(onFailure: { print("not fresh: \($0)") })
  }

  // MARK: - What fails and what takes time

  func backedOff(_ id: Int) -> Signal<User, LoadError> {
    let backoff = Backoff.exponential(base: .milliseconds(200), max: .seconds(10))
    return server.user(id)
      .timeout(.seconds(3), scheduler: clock, failure: .tooSlow)
      .retry(scheduler: clock) { failure, attempt in
        guard failure.isTransient, attempt.number < 5 else { return .fail }
        return .retry(after: backoff.delay(attempt: attempt.sinceValue))
      }
      .mapError { $0 == .tooSlow ? .offline : $0 }
      .first()
      .receive(on: clock)
  }

  func withFreshToken(_ path: String) -> Signal<String, LoadError> {
    let token = server.token().share()
    return
      token
      .flatMap { server.get(path, token: $0) }
      .catch { failure in
        guard failure == .unauthorized else { return .fail(failure) }
        return token.flatMap { fresh in server.get(path, token: fresh) }
      }
      .map { "\(path): \($0)" }
      .first()
      .share()
  }

  func polling(_ job: Int) -> Signal<String, Never> {
    Signal.timer(every: .seconds(2), scheduler: clock)
      .flatMapLatest { _ in server.status(of: job).catch { _ in .empty() } }
      .removeDuplicates()
      .map { state in
        if state == "done" { return "finished" }
        return "working: \(state)"
      }
      .prefix(10)
      .receive(on: clock)
  }

  func whileOnline(_ online: Signal<Bool, Never>) -> Signal<Int, LoadError> {
    online
      .removeDuplicates()
      .flatMapLatest { isOnline -> Signal<Int, LoadError> in
        isOnline ? server.unreadCount() : .never()
      }
      .retry(scheduler: clock) { _, attempt in .retry(after: .seconds(attempt.number)) }
      .removeDuplicates { $0 == $1 }
      .scan(0, max)
      .share()
  }

  // MARK: - State

  func counter(
    _ up: Signal<Void, Never>, _ down: Signal<Void, Never>, _ reset: Signal<Void, Never>
  ) -> Signal<String, Never> {
    merge(up.map { Action.up }, down.map { .down }, reset.map { .reset })
      .scan(0) { count, action in
        switch action {
        case .up: return count + 1
        case .down where count > 0: return count - 1
        case .down, .reset: return 0
        }
      }
      .removeDuplicates()
      .map { "\($0)" }
      .share()
  }

  func pairs(_ prices: Signal<Int, Never>) -> Signal<String, Never> {
    prices
      .scan((0, 0)) { ($0.1, $1) }
      .dropFirst()
      .map { $1 - $0 }
      .filter { abs($0) > 2 }
      .map { $0 > 0 ? "up \($0)" : "down \(-$0)" }
      .removeDuplicates()
  }

  func peaks(_ lines: Signal<String, LoadError>) -> Signal<Int, LoadError> {
    lines
      .compactMap { $0.split(separator: ",").first }
      .tryMap { field throws(LoadError) -> Int in
        guard let number = Int(field), number >= 0 else { throw .malformed }
        return number
      }
      .scan([]) { $0.suffix(2) + [$1] }
      .compactMap { $0.max() }
      .removeDuplicates()
      .catch { failure in
        guard failure == .malformed else { return .fail(failure) }
        return .just(0)
      }
  }

  // MARK: - From callbacks and async code

  func fromCallback(_ id: Int) -> Signal<String, LoadError> {
    Signal<User, LoadError>(callback: { answer in server.loadUser(id) { answer($0) } })
      .map(\.name)
      .map { $0.uppercased() }
      .filter { !$0.isEmpty }
      .delay(for: .seconds(1), scheduler: clock)
      .first()
  }

  func fromAsync(_ ids: [Int]) -> Signal<[Int], LoadError> {
    Signal<Int, LoadError>.sequence(ids)
      .concatMap { id in
        Signal<Int, LoadError>(async: { () async throws(LoadError) in try await server.size(of: id)
        })
      }
      .filter { $0 > 0 }
      .scan([]) { $0 + [$1] }
      .retry(1)
      .handleEvents(onValue: { print($0) }, onCancel: { print("stopped") })
  }

  func names(_ users: Signal<User, LoadError>) -> Signal<String, Never> {
    users
      .map(\.name)
      .map(\.count)
      .map(half)
      .map { number in
        let text = "\(number)"
        return text + "!"
      }
      .catch { .just("\($0)") }
      .first()
  }

  private func half(_ number: Int) -> Int { number / 2 }

  func first(of mirrors: [Signal<String, LoadError>]) -> Signal<String, LoadError> {
    merge(mirrors.map { $0.catch { _ in .empty() } })
      .filter { !$0.isEmpty }
      .first()
      .append(.fail(.offline))
      .prefix(1)
      .timeout(.seconds(3), .total, scheduler: clock, failure: LoadError.tooSlow)
  }
}

// MARK: - What they ask

extension AppPipelines {
  enum LoadError: Error, Hashable {
    case offline, tooSlow, unauthorized, malformed

    var isTransient: Bool { self == .offline || self == .tooSlow }
  }

  struct User: Sendable, Hashable {
    var id: Int
    var name: String
  }

  struct Profile: Sendable, Hashable {
    var user: User
    var documents: Int
    var picture: [UInt8]
  }

  enum NameCheck: Sendable, Hashable {
    case tooShort, checking, free, taken, unknown
  }

  enum Action: Sendable {
    case up, down, reset
  }

  /// Answers at once, with what is asked for.
  struct Server: Sendable {
    typealias Answer<Value: Sendable> = Signal<Value, LoadError>

    func hits(for text: String) -> Answer<[String]> { .just(["\(text)-b", "\(text)-a"]) }
    func title(_ hit: String) -> Answer<String> { .just(hit.uppercased()) }
    func isFree(_ name: String) -> Answer<Bool> { .just(name != "admin") }
    func user(_ id: Int) -> Answer<User> { .just(User(id: id, name: "Ada")) }
    func cachedUser(_ id: Int) -> Answer<User> { .just(User(id: id, name: "Old Ada")) }
    func documents(of id: Int) -> Answer<[String]> { .just(["a", "b"]) }
    func picture(of id: Int) -> Answer<[UInt8]> { .fail(.offline) }
    func upload(_ file: String) -> Answer<String> { .just(file) }
    func page(_ number: Int) -> Answer<[String]> { .just(["\(number)", "\(number)", "end"]) }
    func token() -> Answer<String> { .just("t") }
    func get(_ path: String, token: String) -> Answer<String> { .just(token) }
    func status(of job: Int) -> Answer<String> { .just("half") }
    func unreadCount() -> Answer<Int> { .sequence([3, 2, 5]) }

    func loadUser(_ id: Int, _ answer: (Result<User, LoadError>) -> Void) {
      answer(.success(User(id: id, name: "Ada")))
    }

    func size(of id: Int) async throws(LoadError) -> Int { id }
  }
}
