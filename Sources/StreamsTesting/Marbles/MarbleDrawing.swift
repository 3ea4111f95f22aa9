internal import Streams

/// A picture of what happened over time: the sources, the operator, what came of it.
///
/// ```swift
/// MarbleDrawing([
///   .line("taps", taps, spans: source.spans),
///   .operation("debounce(for: 2 s)"),
///   .line("result", result),
/// ]).svg
/// ```
///
/// Values are bubbles, failures crosses, the end is a bar; what happens in one instant stands under
/// each other in a frame. Under a line are its subscriptions, from start to end. The same input
/// gives the same text, byte by byte; light or dark is the viewer's.
public struct MarbleDrawing: Sendable {
  /// A part of the picture, from top to bottom.
  public struct Row: Sendable {
    enum Content: Sendable {
      case line([Entry], [Span])
      case operation
    }

    /// Something that happens, and its full text.
    struct Entry: Sendable {
      var at: Instant
      var kind: MarbleDiagram.Kind
    }

    let title: String
    let content: Content

    /// A time line of events; values and failures are called by their description.
    public static func line<Value: Sendable, Failure: Error>(
      _ title: String, _ events: [RecordedEvent<Value, Failure>], spans: [Span] = []
    ) -> Row {
      let entries = events.map { recorded in
        let kind: MarbleDiagram.Kind =
          switch recorded.event {
          case .value(let value): .value(String(describing: value))
          case .failure(let failure): .failure(String(describing: failure))
          case .finished: .finished
          }
        return Entry(at: recorded.at, kind: kind)
      }
      return Row(title: title, content: .line(entries, spans))
    }

    /// A time line of what was recorded, with where it was cancelled, or observed when that was
    /// later than at the beginning.
    public static func line<Value: Sendable, Failure: Error>(
      _ title: String, _ recording: Recording<Value, Failure>, spans: [Span] = []
    ) -> Row {
      let line = line(title, recording.events, spans: spans)
      guard case .line(var entries, _) = line.content, let span = recording.span else {
        return line
      }
      if span.start > .zero { entries.insert(Entry(at: span.start, kind: .observed), at: 0) }
      if let end = span.end, recording.end == nil {
        entries.append(Entry(at: end, kind: .cancelled))
      }
      return Row(title: title, content: .line(entries, spans))
    }

    /// A time line of what a diagram says, `^` and `!` too, by the names it uses.
    public static func line(
      _ title: String, _ diagram: MarbleDiagram, step: Duration = MarbleDiagram.defaultStep
    ) -> Row {
      let step = MarbleStep(step).length
      let entries = diagram.marks.map { Entry(at: Instant(offset: step * $0.step), kind: $0.kind) }
      return Row(title: title, content: .line(entries, []))
    }

    /// What is done with the lines above it.
    public static func operation(_ title: String) -> Row { Row(title: title, content: .operation) }
  }

  /// From top to bottom.
  public var rows: [Row]
  /// How far apart the ticks of the time axis are.
  public var step: Duration
  /// What the picture is called where it cannot be seen.
  public var title: String

  /// A picture of rows. A step of zero or less is a second, one longer than a century a century.
  public init(
    _ rows: [Row], step: Duration = MarbleDiagram.defaultStep, title: String = "Marble diagram"
  ) {
    self.rows = rows
    self.step = step
    self.title = title
  }

  /// The picture as a document of its own, or as a part of a page.
  public var svg: String {
    var page = MarblePage(MarbleLayout(rows, step: MarbleStep(step).length), title: title)
    return page.draw()
  }
}

extension MarbleDiagram {
  /// The diagram as a picture: a line with its name at the left.
  public func svg(_ title: String = "", step: Duration = defaultStep) -> String {
    MarbleDrawing([.line(title, self, step: step)], step: step).svg
  }

  /// Rows as a picture, see ``MarbleDrawing``.
  public static func svg(_ rows: [MarbleDrawing.Row], step: Duration = defaultStep) -> String {
    MarbleDrawing(rows, step: step).svg
  }
}
