internal import Streams

/// Writes the picture of a layout.
struct MarblePage {
  private let layout: MarbleLayout
  private let title: String
  private var lines: [String] = []

  init(_ layout: MarbleLayout, title: String) {
    self.layout = layout
    self.title = title
  }

  mutating func draw() -> String {
    let (width, height) = (SVGText.number(layout.width), SVGText.number(layout.height + 34))
    lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"marbles\" role=\"img\""
        + " width=\"\(width)\" height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\">",
      "<title>\(SVGText.escaped(title))</title>",
      SVGText.style,
    ]
    for row in layout.rows {
      if row.isOperation { operation(row) } else { line(row) }
    }
    axis()
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private mutating func add(_ name: String, _ attributes: KeyValuePairs<String, String>) {
    lines.append("<\(name)\(SVGText.attributes(attributes))/>")
  }

  private mutating func stroke(
    _ name: String, _ fromX: Double, _ fromY: Double, _ toX: Double, _ toY: Double
  ) {
    let (x1, y1) = (SVGText.number(fromX), SVGText.number(fromY))
    let (x2, y2) = (SVGText.number(toX), SVGText.number(toY))
    add("path", ["class": name, "d": "M\(x1) \(y1)L\(x2) \(y2)"])
  }

  private mutating func text(_ name: String, _ x: Double, _ y: Double, _ text: String) {
    let place: KeyValuePairs = [
      "class": name, "x": SVGText.number(x), "y": SVGText.number(y),
    ]
    lines.append("<text\(SVGText.attributes(place))>\(SVGText.escaped(text))</text>")
  }

  private mutating func box(
    _ name: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double, round: Double
  ) {
    add(
      "rect",
      [
        "class": name, "x": SVGText.number(x), "y": SVGText.number(y),
        "width": SVGText.number(width), "height": SVGText.number(height),
        "rx": SVGText.number(round),
      ])
  }

  // MARK: - Rows

  private mutating func operation(_ row: MarbleLayout.Placed) {
    box("operation", 12, row.y - 16, layout.width - 24, 32, round: 6)
    text("operator", layout.width / 2, row.y + 4.5, row.title)
  }

  private mutating func line(_ row: MarbleLayout.Placed) {
    let end = row.moments.last { $0.kinds.contains(where: \.isEnd) }?.at
    text("name", 12, row.y + 4.5, MarbleName.short(row.title))
    let right = end.map(layout.x) ?? layout.width - 16
    stroke("line", layout.x(layout.first) - 10, row.y, right, row.y)
    if end == nil {
      let (tip, low, high) = (right - 7, row.y + 4, row.y - 4)
      stroke("line", tip, high, right, row.y)
      stroke("line", tip, low, right, row.y)
    }
    for moment in row.moments { draw(moment, y: row.y) }
    let slots = Double(row.moments.map(\.kinds.count).max() ?? 1)
    let below = row.y + (slots - 1) * MarbleLayout.slot + MarbleLayout.radius + 8
    for (index, span) in row.spans.enumerated() {
      draw(span, y: below + Double(index) * MarbleLayout.spanHeight)
    }
  }

  /// From where a subscription began to where it was over, or on.
  private mutating func draw(_ span: Span, y: Double) {
    let right = span.end.map(layout.x) ?? layout.width - 16
    let left = layout.x(span.start)
    lines.append("<g class=\"span\">")
    stroke("line", left, y, right, y)
    stroke("line", left, y - 4, left, y + 4)
    if span.end != nil { stroke("line", right, y - 4, right, y + 4) }
    lines.append("</g>")
  }

  // MARK: - Events

  private mutating func draw(_ moment: MarbleLayout.Moment, y: Double) {
    let x = layout.x(moment.at)
    if moment.kinds.count > 1 {
      let width = (moment.kinds.map(MarbleLayout.width).max() ?? 0) + 8
      let height = Double(moment.kinds.count - 1) * MarbleLayout.slot + 2 * MarbleLayout.radius + 8
      box("group", x - width / 2, y - MarbleLayout.radius - 4, width, height, round: 18)
    }
    for (index, kind) in moment.kinds.enumerated() {
      draw(kind, at: moment.at, x: x, y: y + Double(index) * MarbleLayout.slot)
    }
  }

  private mutating func draw(
    _ kind: MarbleDiagram.Kind, at instant: Instant, x: Double, y: Double
  ) {
    let (name, words) = SVGText.words(kind)
    let tip = SVGText.escaped("\(instant.offset.brief): \(words)")
    lines.append("<g class=\"\(name)\"><title>\(tip)</title>")
    switch kind {
    case .value(let value):
      let (width, radius) = (MarbleLayout.width(of: kind), MarbleLayout.radius)
      box("bubble", x - width / 2, y - radius, width, radius * 2, round: radius)
      text("label", x, y + 4.5, MarbleLayout.label(value))
    case .failure:
      stroke("mark", x - 9, y - 9, x + 9, y + 9)
      stroke("mark", x - 9, y + 9, x + 9, y - 9)
    case .finished: stroke("mark", x, y - 13, x, y + 13)
    case .observed:
      stroke("mark", x - 6, y + 13, x, y + 4)
      stroke("mark", x + 6, y + 13, x, y + 4)
    case .cancelled:
      stroke("mark", x, y - 12, x, y + 4)
      stroke("mark", x, y + 9, x, y + 11)
    }
    lines.append("</g>")
  }

  // MARK: - Time

  private mutating func axis() {
    let y = layout.height + 8
    lines.append("<g class=\"axis\">")
    stroke("line", layout.x(layout.first), y, layout.x(layout.last), y)
    let count = layout.first.duration(to: layout.last).wholeSteps(of: tick) ?? 0
    for index in 0...count {
      let instant = layout.first.advanced(by: tick * index)
      stroke("line", layout.x(instant), y, layout.x(instant), y + 5)
      text("time", layout.x(instant), y + 18, instant.offset.brief)
    }
    lines.append("</g>")
  }

  /// From one time that is written to the next: some steps, or a part of a very long time.
  private var tick: Duration {
    let steps = (64 / layout.unit).rounded(.up)
    return steps < 1e6
      ? layout.step * max(1, Int(steps)) : layout.first.duration(to: layout.last) / 16
  }
}
