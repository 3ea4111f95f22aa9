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
        No failure is called lost. The table of failures is empty.
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
