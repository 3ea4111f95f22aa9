import Streams
import StreamsHTTP
import StreamsHTTPTesting

/// One search pipeline, and three ways to listen to it: nothing of it knows which.
struct ThreeWaysPage: Page {
  let name = "three-ways"
  let sentence = "one search pipeline through callbacks, async/await and a main-actor model"

  func run(on stage: Stage, _ expect: inout Expect) async {
    serve(on: stage.server)
    let search = Search(client: stage.client, clock: stage.clock)

    let told = await callbacks(search)
    print("  callbacks: \(told)")
    expect("callbacks", told, equals: Self.found)

    let looped = await loop(search)
    print("  for await: \(looped)")
    expect("for await", looped, equals: Self.found)

    let model = await SearchModel(search)
    let seen = await model.screens(while: search.typing)
    for screen in seen { print("  the screen: \(screen)") }
    expect("screens", seen, equals: Self.screens)
    expect("still loading", await model.isLoading, equals: false)
    expect("hits at last", await model.hits, equals: [])

    let asked = stage.server.log.requests(to: "/three/hits").compactMap(\.query)
    let each = ["q=swift", "q=zzz"]
    expect("what was asked", asked, equals: each + each + each)
  }

  private static let screens = ["s …", "swift Swift, Swift Streams", "z …", "zzz 404"]
  private static let found = ["Swift, Swift Streams", "404"]

  private func serve(on server: LoopbackServer) {
    server.route(.get, "/three/hits") { request in
      request.query == "q=swift"
        ? .json(#"["Swift", "Swift Streams"]"#) : .text("nothing", status: 404)
    }
  }
}

// MARK: - The pipeline

/// What a search box asks, and what it is answered.
struct Search: Sendable {
  let client: Client
  let clock: any Scheduler

  /// The hits for what is typed, or why there are none, once the typing rests.
  func hits(
    for typed: Signal<String, Never>
  ) -> Signal<Result<[String], RequestFailure>, Never> {
    typed
      .debounce(for: .milliseconds(30), scheduler: clock)
      .flatMapLatest { [client] text in
        client.send(Request<[String], RequestFailure>.get("three/hits?q=\(text)"))
          .map { .success($0) }
          .catch { .just(.failure($0)) }
      }
  }

  /// Someone types "swift", reads what is found, and types "zzz".
  var typing: Signal<String, Never> {
    Signal.sequence(["s", "swift"])
      .append(.sequence(["z", "zzz"]).delay(for: .milliseconds(400), scheduler: clock))
  }
}

extension Result<[String], RequestFailure> {
  /// As a box would show it.
  fileprivate var line: String {
    switch self {
    case .success(let hits): hits.joined(separator: ", ")
    case .failure(let failure): failure.response.map { "\($0.status.code)" } ?? "\(failure)"
    }
  }
}

// MARK: - Callbacks

extension ThreeWaysPage {
  /// A handler for each kind of event, on whatever thread they come; here they fill a subject, so
  /// that the page can wait for the end.
  private func callbacks(_ search: Search) async -> [String] {
    let lines = ReplaySubject<String, Never>()
    let bag = SubscriptionBag()
    search.hits(for: search.typing)
      .observe(value: { lines.send($0.line) }, finished: { lines.finish() })
      .store(in: bag)
    var told: [String] = []
    for await line in lines.signal.values { told.append(line) }
    return told
  }
}

// MARK: - Async/await

extension ThreeWaysPage {
  /// A loop: leaving it, or the task's cancel, stops the pipeline and the request it waits for.
  private func loop(_ search: Search) async -> [String] {
    var looped: [String] = []
    for await hits in search.hits(for: search.typing).values { looped.append(hits.line) }
    return looped
  }
}

// MARK: - A model of the main actor

/// What a view shows: its state is the main actor's, and so are the handlers that change it. In an
/// app it is `@Observable`, and a text field is bound to `query`.
@MainActor
final class SearchModel {
  var query = "" {
    didSet {
      guard query != oldValue else { return }
      isLoading = true
      typed.send(query)
    }
  }
  private(set) var hits: [String] = []
  private(set) var problem: String?
  private(set) var isLoading = false {
    didSet { if isLoading != oldValue { screens.send(screen) } }
  }

  private let typed = PassthroughSubject<String, Never>()
  private let screens = ReplaySubject<String, Never>()
  /// Goes with the model, and with it what the model observes.
  private let bag = SubscriptionBag()

  init(_ search: Search) {
    search.hits(for: typed.signal)
      .observeOnMainActor(
        value: { [weak self] in self?.show($0) }, finished: { [screens] in screens.finish() }
      )
      .store(in: bag)
  }

  private func show(_ answer: Result<[String], RequestFailure>) {
    switch answer {
    case .success(let found): (hits, problem) = (found, nil)
    case .failure: (hits, problem) = ([], answer.line)
    }
    isLoading = false
  }

  /// What a view would show.
  private var screen: String {
    "\(query) " + (isLoading ? "…" : problem ?? hits.joined(separator: ", "))
  }

  /// Every screen that is seen while someone types.
  fileprivate func screens(while typing: Signal<String, Never>) async -> [String] {
    typing
      .observeOnMainActor(
        value: { [weak self] in self?.query = $0 }, finished: { [typed] in typed.finish() }
      )
      .store(in: bag)
    var seen: [String] = []
    for await screen in screens.signal.values { seen.append(screen) }
    return seen
  }
}
