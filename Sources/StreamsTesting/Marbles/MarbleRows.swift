/// Time lines under each other: what happens at one instant stands in one column.
struct MarbleRows {
  /// What happens at one instant, row by row.
  struct Column {
    /// When, counted from the beginning.
    var at: Duration
    var cells: [[MarbleDiagram.Kind]]
    /// Whether a caret stands under it.
    var isMarked = false
  }

  var titles: [String]
  /// In the order of time.
  var columns: [Column]
  var step: Duration

  /// A gap of more steps than this is drawn shorter.
  private static let widestGap = 24
  private static let shortened = "--…--"

  /// The rows, and under them the carets.
  var text: String {
    var rows = titles.map { MarbleRow(text: "", title: $0) }
    var carets = ""
    var previous: Duration?
    for column in columns {
      let gap = gap(from: previous, to: column.at)
      let cells = column.cells.map(Self.cell)
      let width = cells.map { MarbleWidth.of($0) }.max() ?? 0
      for index in rows.indices {
        rows[index].add(gap, cells[index], width, ends: column.cells[index].last?.isEnd ?? false)
      }
      let mark = column.isMarked ? "^" : " "
      carets += String(repeating: " ", count: gap.count) + mark
      carets += String(repeating: " ", count: max(0, width - 1))
      previous = column.at
    }
    let margin = (titles.map { MarbleWidth.of($0) }.max() ?? 0) + 2
    let lines = rows.map { Self.padded($0.title, margin) + $0.text }
    return (lines + [Self.padded("", margin) + carets]).map(Self.trimmed).joined(separator: "\n")
  }

  /// The steps at which nothing happens between two columns.
  private func gap(from previous: Duration?, to next: Duration) -> String {
    guard let reached = next.wholeSteps(of: step),
      let last = previous.map({ $0.wholeSteps(of: step) }) ?? -1
    else { return Self.shortened }
    // A step that begins right then belongs to what happens in it.
    let count = reached - last - (step * reached == next ? 1 : 0)
    return count > Self.widestGap ? Self.shortened : String(repeating: "-", count: max(0, count))
  }

  private static func cell(_ kinds: [MarbleDiagram.Kind]) -> String {
    if kinds.isEmpty { return "" }
    let most = 12
    let drawn = MarbleName.text(
      kinds.prefix(most).map { kind in
        switch kind {
        case .value(let name): .value(MarbleName.short(name))
        case .failure(let name): .failure(MarbleName.short(name))
        case .finished, .observed, .cancelled: kind
        }
      })
    return kinds.count > most ? "\(drawn.dropLast())…)" : drawn
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - MarbleWidth.of(text)))
  }

  private static func trimmed(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }
}

private struct MarbleRow {
  var text: String
  var title: String
  var isOver = false

  /// Time goes on until the end; a cell that is narrower than its column is filled up by it.
  mutating func add(_ gap: String, _ cell: String, _ width: Int, ends: Bool) {
    text += isOver ? String(repeating: " ", count: gap.count) : gap
    text += cell
    isOver = isOver || ends
    text += String(repeating: isOver ? " " : "-", count: max(0, width - MarbleWidth.of(cell)))
  }
}
