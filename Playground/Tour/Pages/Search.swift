import Streams
import StreamsHTTP
import StreamsHTTPTesting

/// What a search box shows for what is typed.
enum SearchBox {
  /// Asks when the typing rests, never twice in a row for the same, and only the latest counts:
  /// the question before is cancelled, so that its late answer cannot show. A failure is shown as
  /// one, and the box goes on.
  static func shown(
    for typed: Signal<String, Never>, from client: Client, on clock: any Scheduler
  ) -> Signal<String, Never> {
    typed
      .debounce(for: .milliseconds(150), scheduler: clock)
      .removeDuplicates()
      .flatMapLatest { text in
        client.send(.hits(for: text))
          .map { "\(text): " + $0.joined(separator: ", ") }
          .catch { .just("\(text): \($0)") }
      }
  }
}

extension Request where Value == [String], Failure == RequestFailure {
  /// What is found for a text, which may hold anything: it fills one value of the query.
  static func hits(for text: String) -> Self { .get("search/hits?q=\(text)") }
}

struct SearchPage: Page {
  let name = "search"
  let sentence = "a search box that asks when the typing rests, and never shows a stale answer"

  func run(on stage: Stage, _ expect: inout Expect) async {
    let diary = Diary(on: stage.clock)
    serve(on: stage.server, diary)

    let typed = Self.typed(on: stage.clock).handleEvents(onValue: { diary.note("typed", $0) })
    var lines: [String] = []
    for await line in SearchBox.shown(for: typed, from: stage.client, on: stage.clock).values {
      diary.note("shown", line)
      lines.append(line)
    }

    let exchanges = await stage.log.ended(below: "/search/")
    let asked = stage.server.log.requests(to: "/search/hits").compactMap(\.query)
    let stale = exchanges.first?.time ?? .zero
    print("  The question for \"swi\" was cancelled after \(stale.words), its answer unseen.")

    expect("what was asked", asked, equals: ["q=swi", "q=swift"])
    expect("what was shown", lines, equals: ["swift: Swift, Swift Streams"])
    expect("how the exchanges ended", exchanges.map(\.end), equals: [.cancelled, .answered])
  }

  /// Someone types "swi", thinks until that has been asked, types on before it is answered, errs
  /// and mends it, and looks at the screen for longer than the stale answer would have taken.
  static func typed(on clock: any Scheduler) -> Signal<String, Never> {
    let keys = [
      (0, "s"), (40, "sw"), (40, "swi"), (350, "swif"), (40, "swift"), (300, "swifty"),
      (40, "swift"),
    ]
    return Signal<(Int, String), Never>.sequence(keys)
      .concatMap { pause, text in .just(text).delay(for: .milliseconds(pause), scheduler: clock) }
      .append(.empty().delay(for: .milliseconds(300), scheduler: clock))
  }
}

// MARK: - The other side

extension SearchPage {
  /// The answer to "swi" takes so long that it would come after the one to "swift".
  private func serve(on server: LoopbackServer, _ diary: Diary) {
    server.route(.get, "/search/hits") { request in
      diary.note("asked", request.query ?? "nothing")
      return request.query == "q=swi"
        ? .json(#"["Swiss Army Knife"]"#).delayed(by: .milliseconds(700))
        : .json(#"["Swift", "Swift Streams"]"#).delayed(by: .milliseconds(60))
    }
  }
}
