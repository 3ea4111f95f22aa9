import Streams
import StreamsTesting
import Testing

@Suite("MarbleDiagram: faults")
struct MarbleFaultTests {
  private func fault(_ text: String) -> MarbleFault? {
    do throws(MarbleFault) {
      _ = try MarbleDiagram(text)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "each fault is named, with its place",
    arguments: [
      ("--(ab-|", .stepInGroup, 5), ("--(ab", .unclosedGroup, 2), ("-a)b", .unopenedGroup, 2),
      ("(a(b))", .nestedGroup, 2), ("-()", .emptyGroup, 1), ("-'abc", .unclosedQuote, 1),
      ("-'abc''", .unclosedQuote, 1), ("#'a", .unclosedQuote, 1),
      ("a-,-", .unknownCharacter(","), 2), ("a–b", .unknownCharacter("–"), 1),
      ("a-|-b", .afterEnd, 4), ("#boom|", .afterEnd, 5), ("(|a)", .afterEnd, 2),
      ("--!a", .afterEnd, 3), ("a||", .afterEnd, 2), ("|-^", .afterEnd, 2), ("|!", .afterEnd, 1),
      ("-^-^", .observedTwice, 3), ("-!-!", .afterEnd, 3), ("#no luck", .afterEnd, 4),
      ("a-\u{301}", .unknownCharacter("\u{301}"), 1),
    ] as [(String, MarbleFault.Reason, Int)])
  func faults(_ text: String, _ reason: MarbleFault.Reason, _ column: Int) {
    #expect(fault(text)?.reason == reason)
    #expect(fault(text)?.column == column)
    #expect(fault(text)?.diagram == text)
  }

  @Test("a fault draws the diagram with a caret under the place")
  func drawing() {
    #expect(
      fault("--(ab")?.description == """
        This group is not closed: its ) is missing.
          --(ab
            ^
        """)
    #expect(
      fault("-a—b")?.description == """
        — means nothing; a step is a plain -.
          -a—b
            ^
        """)
    #expect(
      fault("-'\n\u{7}a'\t,")?.description == """
        , means nothing; a value with such a name stands in ' '.
          -'␊␇a' ,
                 ^
        """)
  }

  @Test(
    "the caret stands under what is drawn wide, and what turns a line round is not drawn",
    arguments: [
      ("🙂-日本,", 7), ("'ｆｕ👩‍👩‍👧'~", 8), ("ﷺ❤️🇩🇪;", 5), ("한a,", 3), ("'e\u{301}',", 3),
      ("'\u{202E}ab',", 5), ("'\r\n',", 3), ("'\u{200B}',", 3), ("'\t\u{2028}'{", 4),
    ])
  func wide(_ text: String, _ column: Int) throws {
    let lines = try #require(fault(text)).description.split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 3)
    #expect(lines[2] == String(repeating: " ", count: column + 2) + "^")
    #expect(!lines[1].unicodeScalars.contains { $0.value == 0x202E })
  }

  @Test("a long or nasty name, or a long table, is told in a line of its own")
  func nastyNames() throws {
    let name = "a\nb\u{202E}" + String(repeating: "long", count: 100)
    let diagram = try MarbleDiagram("-'\(name)'")
    let table = Dictionary(uniqueKeysWithValues: (100..<1_100).map { ("\($0)\n", $0) })
    let unknown = #expect(throws: MarbleFault.self) { try diagram.events(values: table) }
    let unreadable = #expect(throws: MarbleFault.self) { try diagram.events(of: Int.self) }
    for error in [unknown, unreadable] {
      let lines = try #require(error?.description.split(separator: "\n"))
      #expect(lines.count == 3)
      #expect(lines[0].count < 300)
    }
    #expect(unknown?.description.contains(" and 980 more.") == true)
    #expect(unknown?.description.contains("The table has 100␊, 1000␊, ") == true)
  }

  @Test("a name that is in no table is a fault, and the table is told")
  func tables() throws {
    let diagram = try MarbleDiagram("-a-c#lost")
    #expect {
      try diagram.events(values: ["a": 1, "b": 2])
    } throws: { error in
      "\(error)" == """
        No value is called c. The table has a, b.
          -a-c#lost
             ^
        """
    }
    #expect {
      try diagram.events(values: ["a": 1, "c": 2])
    } throws: { error in
      "\(error)" == """
        No failure is called lost. The table of failures is empty; say what it stands for: \
        failures: ["lost": …].
          -a-c#lost
              ^
        """
    }
    #expect {
      try diagram.events(of: Int.self)
    } throws: { error in
      "\(error)" == """
        a is no Int; a table of values can say what it stands for.
          -a-c#lost
           ^
        """
    }
  }

  @Test("any text is read or is a fault: seeded rubbish traps nowhere")
  func rubbish() {
    var numbers = SeededWords(seed: 11)
    let alphabet = Array("ab7-(|)#'^! _,é🙂\u{301}\u{200D}\n".unicodeScalars)
    for _ in 0..<5_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<numbers.below(12) { text.append(alphabet[numbers.below(alphabet.count)]) }
      let written = String(text)
      if let fault = fault(written) {
        #expect(fault.column <= written.count)
        #expect(fault.description.split(separator: "\n").count == 3)
      }
    }
  }
}
