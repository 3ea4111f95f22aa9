import Streams

/// More pipelines as an app has them, of operators that gather, choose and share; see AppPipelines.
struct ChoosingPipelines: Sendable {
  enum LoadError: Error, Hashable {
    case offline, malformed
  }

  struct Page: Sendable {
    var items: [String]
    var next: Int?
  }

  let clock: any Scheduler
  let n: Signal<Int, LoadError>
  let w: Signal<String, Never>
  let taps: Signal<Void, Never>

  func longest() -> Signal<String, Never> {
    w.filter { !$0.isEmpty }.drop(while: { $0.hasPrefix("#") }).prefix(while: { $0 != "end" })
      .max { $0.count < $1.count }.replaceEmpty(with: "none").map { $0.uppercased() }
  }

  func sums() -> Signal<[Int], Never> {
    n.prefix(while: { $0 >= 0 }).collect(3).map { $0.reduce(0, +) }.collect()
      .replaceError(with: []).first()
  }

  func total() -> Signal<Int, LoadError> {
    n.filter { $0 > 0 }.removeDuplicates().map { $0 * 2 }.reduce(0, +).last().replaceEmpty(with: 0)
  }

  func untilStop(_ stop: Signal<Void, Never>) -> Signal<Int, Never> {
    n.prefix(untilOutputFrom: stop).ignoreFailure().scan(0) { $0 + $1 }.removeDuplicates()
      .dropFirst().last()
  }

  func saved(_ next: Signal<String, LoadError>) -> Signal<String, LoadError> {
    n.map { $0 + 1 }.handleEvents(onValue: { print($0) }).retry(2).ignoreOutput().append(next)
      .first()
  }

  func outcome() -> Signal<String, Never> {
    n.first { $0 > 3 }.materialize().map { event in
      switch event {
      case .value(let number): "value \(number)"
      case .failure(let failure): "failure \(failure)"
      case .finished: "end"
      }
    }
    .filter { $0 != "end" }.removeDuplicates().prefix(2)
  }

  func back() -> Signal<Int, LoadError> {
    n.materialize().filter { $0 != .value(3) }.dematerialize().map { $0 + 1 }.count().first()
  }

  func flags() -> Signal<Bool, LoadError> {
    n.map { $0 * 3 }.dropFirst().contains(9).append(n.contains { $0 > 5 }).append(
      n.allSatisfy { $0 > 0 }
    ).allSatisfy { $0 }
  }

  func m() -> Signal<Int, LoadError> {
    n.min().append(n.max()).append(n.min(by: >)).append(n.count())
  }

  func scrolled() -> Signal<String, Never> {
    w.map { $0.count }.removeDuplicates().throttle(
      for: .milliseconds(100), latest: true, scheduler: clock
    )
    .map { "\($0)" }.subscribe(on: clock).share(replay: 1)
  }

  func batches() -> Signal<Int, LoadError> {
    n.filter { $0 > 0 }.collect(.byTimeOrCount(.seconds(1), 50, scheduler: clock)).flatMap(
      maxConcurrent: 1
    ) { batch in
      let sum = batch.reduce(0, +)
      return .just(sum)
    }
    .retry(2).receive(on: clock).share(replay: 3, scope: .forever)
  }

  func perSecond() -> Signal<[Int], LoadError> {
    n.collect(.byTime(.seconds(1), scheduler: clock)).map { $0.sorted() }.removeDuplicates()
      .subscribe(on: clock).share(replay: 1, scope: .whileObserved).first()
  }

  func load(_ p: Int) -> Signal<Page, LoadError> {
    .just(Page(items: ["a"], next: p < 3 ? p + 1 : nil))
  }

  func save(_ s: String) -> Signal<Bool, LoadError> { .just(true) }

  func pages() -> Signal<String, LoadError> {
    Signal.unfold(from: 1) { page in load(page).map { ($0.items, $0.next) } }
      .concatMap { .sequence($0) }.removeDuplicates().filter { !$0.isEmpty }.prefix(100).prepend(
        "first")
  }

  func cursors() -> Signal<[String], LoadError> {
    Signal.unfold { (cursor: Int?) in load(cursor ?? 1).map { ($0.items, $0.next) } }.map {
      $0.sorted()
    }.first()
  }

  func powers() -> Signal<Int, Never> {
    Signal.unfold(state: 1) { state in
      state *= 2
      return state < 1_000 ? state : nil
    }
    .prepend(1).append(0).map { $0 + 1 }.removeDuplicates().dropFirst()
  }

  func saveButton() -> Signal<String, LoadError> {
    taps.withLatestFrom(w) { $1 }.removeDuplicates().flatMapFirst { save($0) }.map {
      $0 ? "saved" : "not saved"
    }.prepend("idle").race(with: .never())
  }

  func pairs() -> Signal<String, Never> {
    taps.withLatestFrom(w).map { "\($1)" }.prepend(["a", "b"]).append(["c"]).append("d", "e")
      .concatMap { .just($0) }
  }

  func fastest(_ a: Signal<String, LoadError>, _ b: Signal<String, LoadError>) -> Signal<
    String, Never
  > {
    race(a, b.delay(for: .seconds(1), scheduler: clock)).first().retry(1).map { $0 + "!" }.catch {
      _ in .just("none")
    }.prepend("...")
  }

  func fast2(_ all: [Signal<String, LoadError>]) -> Signal<String, LoadError> {
    race(all).append(concat(all)).prepend(concat(.just("a"), .just("b")))
  }

  func latest(_ s: Signal<Signal<Int, LoadError>, Never>) -> Signal<Int, LoadError> {
    s.switchToLatest().map { $0 + 1 }.removeDuplicates()
  }

  func latest2(_ s: Signal<Signal<Int, Never>, LoadError>) -> Signal<Int, LoadError> {
    s.switchToLatest().map { $0 + 1 }
  }

  func latest3() -> Signal<Int, LoadError> { w.map { _ in n }.switchToLatest().map { $0 + 1 } }

  func latest4() -> Signal<String, Never> {
    w.map { text in Signal.just(text) }.switchToLatest().map { $0 + "" }
  }

  func latest5() -> Signal<Int, LoadError> { n.map { _ in n }.switchToLatest() }

  func first2() -> Signal<Bool, LoadError> {
    w.flatMapFirst { text in
      if text.isEmpty { return .fail(.offline) }
      return save(text)
    }
  }

  func first3() {
    let s = w.flatMapFirst(save)
    let _: Signal<Bool, LoadError> = s
  }
}
