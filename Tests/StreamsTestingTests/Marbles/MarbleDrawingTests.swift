import Foundation
import Streams
import StreamsTesting
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Marbles as pictures")
struct MarbleDrawingTests {
  /// A real run: taps, what is done with them, what comes of it.
  private func debounced() throws -> MarbleDrawing {
    let time = TestScheduler()
    let taps = time.hot("-ab---(cd|)")
    let heard = time.record(taps.signal)
    let calm = time.record(taps.signal.debounce(for: .seconds(2), scheduler: time))
    try time.run()
    return MarbleDrawing([
      .line("taps", heard, spans: taps.spans), .operation("debounce(for: 2 s)"),
      .line("result", calm),
    ])
  }

  @Test("it is well formed, and says what it is")
  func wellFormed() throws {
    let page = try Page(debounced().svg)
    #expect(page.root?.name == "svg")
    #expect(page.root?["xmlns"] == "http://www.w3.org/2000/svg")
    #expect(page.root?["role"] == "img")
    #expect(page.texts("name") == ["taps", "result"])
    #expect(page.texts("operator") == ["debounce(for: 2 s)"])
    #expect(page.elements.first { $0.name == "title" }?.text == "Marble diagram")
  }

  @Test("every event is drawn once, in its order")
  func once() throws {
    let page = try Page(debounced().svg)
    #expect(page.texts("label") == ["a", "b", "c", "d", "b", "d"])
    #expect(
      page.tips == [
        "1 s: a", "2 s: b", "6 s: c", "6 s: d", "6 s: the end", "4 s: b", "6 s: d",
        "6 s: the end",
      ])
    #expect(page.count("finished") == 2)
    #expect(page.count("failure") == 0)
    #expect(page.count("group") == 2)
    #expect(page.count("span") == 2)
  }

  @Test("what happens at one instant stands at one place, later is further right in proportion")
  func places() throws {
    let page = try Page(debounced().svg)
    let labels = page.elements.filter { $0["class"] == "label" }
    let x = labels.map { Double($0["x"] ?? "") ?? .nan }
    let step = x[1] - x[0]
    #expect(step >= 40)
    #expect(x[2] == x[3])
    #expect(x[2] - x[1] == step * 4)
    #expect(x[4] == x[0] + step * 3)
    #expect(x[5] == x[2])
    let y = labels.map { Double($0["y"] ?? "") ?? .nan }
    #expect(y[3] == y[2] + 34)
    #expect(y[4] > y[3])
    let times = page.elements.filter { $0["class"] == "time" }
    #expect(times.map(\.text).prefix(3) == ["0 s", "2 s", "4 s"])
    #expect(times.map { Double($0["x"] ?? "") }[1] == x[1])
  }

  @Test("everything stands inside the picture")
  func inside() throws {
    let long = try MarbleDiagram("'a very long name'bcd('another very long name'#'and a fault')")
    for svg in [try debounced().svg, long.svg("a title that takes its place", step: .seconds(9))] {
      let page = try Page(svg)
      let width = try #require(page.root.flatMap { Double($0["width"] ?? "") })
      let height = try #require(page.root.flatMap { Double($0["height"] ?? "") })
      for box in page.elements where box.name == "rect" {
        let place = ["x", "y", "width", "height"].map { Double(box[$0] ?? "") ?? .nan }
        #expect(place[0] >= 0 && place[0] + place[2] <= width, "\(box)")
        #expect(place[1] >= 0 && place[1] + place[3] <= height, "\(box)")
      }
    }
  }

  @Test("neighbours do not touch, however long their names are")
  func neighbours() throws {
    let page = try Page(MarbleDiagram("a'twelve signs''another long name'b").svg())
    let boxes = page.elements.filter { $0["class"] == "bubble" }
      .map { (Double($0["x"] ?? "") ?? .nan, Double($0["width"] ?? "") ?? .nan) }
    #expect(boxes.count == 3 + 1 - 1)
    for (left, right) in zip(boxes, boxes.dropFirst()) { #expect(left.0 + left.1 < right.0) }
  }

  @Test("a failure is a cross, a diagram's ^ and ! are drawn too")
  func marks() throws {
    let page = try Page(MarbleDiagram("--^a-(b#'no luck')").svg("a"))
    #expect(page.count("failure") == 1)
    #expect(page.count("observed") == 1)
    #expect(page.tips == ["2 s: observed", "3 s: a", "5 s: b", "5 s: the failure no luck"])
    #expect(try Page(MarbleDiagram("-a!").svg()).count("cancelled") == 1)
  }

  @Test("a recording shows where it was observed, when later, and where it was cancelled")
  func recorded() throws {
    let time = TestScheduler()
    let taps = time.hot("-a-b-c|")
    time.advance(by: .seconds(2))
    let left = time.record(taps.signal)
    let full = time.record(taps.signal)
    left.cancel(at: Instant(offset: .seconds(4)))
    try time.run()
    let page = try Page(MarbleDrawing([.line("left", left), .line("full", full)]).svg)
    #expect(
      page.tips == [
        "2 s: observed", "3 s: b", "4 s: cancelled", "2 s: observed", "3 s: b", "5 s: c",
        "6 s: the end",
      ])
  }

  @Test("a nasty text is a text, whatever is in it")
  func nasty() throws {
    var numbers = SeededWords(seed: 2)
    let nasty = ["<script>&amp;\"'</script>", "\u{0}\u{1B}[31m\n\u{7F}\u{85}\u{FFFE}", "]]>", "𝕏"]
    for text in nasty + (0..<200).map({ _ in numbers.name() }) {
      let events = [
        RecordedEvent<String, Named>.value(text, at: .zero),
        .failure(Named(name: text), at: .seconds(1)),
      ]
      let drawing = MarbleDrawing(
        [.line(text, events), .operation(text)], title: text)
      let page = try Page(drawing.svg)
      #expect(page.texts("label").count == 1)
      #expect(page.texts("operator").count == 1)
      #expect(page.tips.count == 2)
    }
    let script = try Page(MarbleDrawing([.operation(nasty[0])]).svg)
    #expect(script.texts("operator") == [nasty[0]])
    #expect(try Page(MarbleDrawing([.operation("a\nb\u{7F}")]).svg).texts("operator") == ["a␊b␡"])
  }

  @Test("the same rows are the same text, and one text has one colour")
  func deterministic() throws {
    #expect(try debounced().svg == debounced().svg)
    let page = try Page(MarbleDiagram("abab").svg())
    let colours = page.elements.compactMap { $0["class"] }.filter { $0.hasPrefix("value") }
    #expect(colours.count == 4)
    #expect(colours[0] == colours[2])
    #expect(colours[1] == colours[3])
    #expect(colours[0] != colours[1])
  }

  @Test("ten thousand events, right to left, extreme times: a picture of a bounded width")
  func extreme() throws {
    typealias Entry = RecordedEvent<String, Never>
    let many = (0..<10_000).map { Entry.value("\($0)", at: .milliseconds($0 / 3)) }
    let hebrew = [Entry.value("שלום עולם\u{202E}", at: .zero), .value("日本語の長い名前", at: .zero)]
    let limit = Instant.distantFuture.offset
    let ends = [
      RecordedEvent<String, Never>(at: Instant(offset: .zero - limit), .value("first")),
      RecordedEvent(at: Instant(offset: limit * 18), .value("last")),
    ]
    let disorder = [ends[1], hebrew[0], ends[0], hebrew[0]]
    for (events, step) in [
      (many, Duration.milliseconds(1)), (hebrew, .seconds(1)), (ends, .seconds(1)),
      (ends, Duration(secondsComponent: 0, attosecondsComponent: 1)), (disorder, limit),
    ] {
      let spans = [Span(ends[0].at, ends[1].at), Span(.seconds(2), .seconds(1))]
      for spans in [[], spans] {
        let drawing = MarbleDrawing([.line("שלום", events, spans: spans)], step: step)
        let svg = drawing.svg
        let page = try Page(svg)
        #expect(page.count("bubble") == events.count)
        let width = try #require(page.root.flatMap { Double($0["width"] ?? "") })
        #expect(width > 0 && width <= 5_000)
        let turns = svg.unicodeScalars.contains("\u{202E}")
        #expect(!turns)
      }
    }
  }

  @Test("odd times and empty rows are drawn: nothing traps, nothing is endless")
  func odd() throws {
    let far = RecordedEvent<Int, Never>.value(1, at: .seconds(1e15))
    let early = RecordedEvent<Int, Never>.value(0, at: .seconds(-3))
    let step = Duration.nanoseconds(1)
    for drawing in [
      MarbleDrawing([]), MarbleDrawing([.line("", [early, far])]),
      MarbleDrawing([.line("", [early, far])], step: step),
      MarbleDrawing([.line("a", [far])], step: .seconds(-1)),
      MarbleDrawing([.line("b", [RecordedEvent<Int, Never>](), spans: [Span(.zero)])]),
      MarbleDrawing([.line("c", [RecordedEvent<Int, Never>.value(1, at: .seconds(Int64.max))])]),
    ] {
      let page = try Page(drawing.svg)
      let width = try #require(page.root.flatMap { Double($0["width"] ?? "") })
      #expect(width <= 5_000)
      #expect(page.elements.count < 600)
    }
  }
}

// MARK: - Reading a picture

private struct Element {
  var name: String
  var attributes: [String: String]
  var text = ""

  subscript(attribute: String) -> String? { attributes[attribute] }
}

/// The elements of a document, or an error when it is not well formed.
private final class Page: NSObject, XMLParserDelegate {
  private(set) var elements: [Element] = []
  private var open: [Int] = []

  init(_ text: String) throws {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.formatting) }
  }

  var root: Element? { elements.first }

  func texts(_ name: String) -> [String] {
    elements.filter { $0["class"] == name }.map(\.text)
  }

  func count(_ name: String) -> Int { elements.count { $0["class"] == name } }

  /// What a pointer is told about each event.
  var tips: [String] { elements.dropFirst(2).filter { $0.name == "title" }.map(\.text) }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    open.append(elements.count)
    elements.append(Element(name: name, attributes: attributes))
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if let index = open.last { elements[index].text += text }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }
}
