import Streams
import StreamsHTTP

/// Exchanges as bars on one time axis: light while the server is waited for, full while the
/// answer comes.
struct WaterfallChart {
  private static let barWidth = 50

  private let exchanges: [Exchange]
  private let start: Instant
  private let span: Duration

  init(_ exchanges: [Exchange]) {
    self.exchanges = exchanges.sorted { $0.started < $1.started }
    start = self.exchanges.first?.started ?? .zero
    let end = exchanges.map { $0.started.advanced(by: $0.time) }.max() ?? start
    span = max(start.duration(to: end), .milliseconds(1))
  }

  var lines: [String] {
    [Text.dim(header)] + exchanges.map(line)
  }

  private var header: String {
    let axis = Text.padded("0", to: Self.barWidth - 8) + Text.right(span.words, to: 8)
    return row("request", "", axis, "start", "wait", "all ms")
  }

  private func line(for exchange: Exchange) -> String {
    let wait = exchange.answered.map { exchange.started.duration(to: $0).milliseconds }
    return row(
      "\(exchange.request.method) \(exchange.request.url.target)", outcome(of: exchange),
      bar(for: exchange), "\(start.duration(to: exchange.started).milliseconds)",
      wait.map(String.init) ?? "–", "\(exchange.time.milliseconds)")
  }

  private func row(
    _ request: String, _ outcome: String, _ bar: String, _ start: String, _ wait: String,
    _ all: String
  ) -> String {
    "  " + Text.padded(request, to: 24) + " " + (outcome.isEmpty ? "   " : outcome) + " │" + bar
      + "│" + Text.right(start, to: 5) + Text.right(wait, to: 5) + Text.right(all, to: 7)
  }

  private func outcome(of exchange: Exchange) -> String {
    switch (exchange.end, exchange.status) {
    case (.failed, _): Text.bad("err")
    case (_, let status?) where status.kind == .success: Text.good("\(status)")
    case (_, let status?): Text.odd("\(status)")
    case (.cancelled, nil): Text.odd("cut")
    case (_, nil): Text.dim("···")
    }
  }

  /// At least one column, however short it was.
  private func bar(for exchange: Exchange) -> String {
    let ended = exchange.started.advanced(by: exchange.time)
    let from = min(columns(start.duration(to: exchange.started)), Self.barWidth - 1)
    let all = max(columns(start.duration(to: ended)) - from, 1)
    let reading = min(columns((exchange.answered ?? ended).duration(to: ended)), all)
    return String(repeating: " ", count: from)
      + Text.dim(String(repeating: "░", count: all - reading))
      + String(repeating: "█", count: reading)
      + String(repeating: " ", count: Self.barWidth - from - all)
  }

  private func columns(_ time: Duration) -> Int {
    Int((time / span * Double(Self.barWidth)).rounded())
  }
}
