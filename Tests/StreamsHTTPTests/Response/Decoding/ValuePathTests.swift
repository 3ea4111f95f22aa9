import StreamsHTTP
import Testing

@Suite("A key path")
struct ValuePathTests {
  @Test(
    "is written with dots; a backslash escapes a dot and a backslash",
    arguments: [
      ("", []), ("a", ["a"]), ("data.items.0", ["data", "items", "0"]),
      (#"a\.b.c"#, ["a.b", "c"]), (#"a\\b"#, [#"a\b"#]), (#"a\\.b"#, [#"a\"#, "b"]),
      (#"\."#, ["."]), (" a . b ", [" a ", " b "]),
      ("caf\u{E9}.\u{1F600}", ["caf\u{E9}", "\u{1F600}"]),
      ("e\u{301}.x", ["e\u{301}", "x"]), (".\u{301}", nil), (#"\.\#u{301}"#, [".\u{301}"]),
    ] as [(String, [String]?)])
  func writing(_ text: String, _ components: [String]?) {
    let path = ValuePath(text)
    #expect(path.isValid == (components != nil))
    #expect(
      path.components.map { Array($0.unicodeScalars) }
        == (components ?? []).map { Array($0.unicodeScalars) })
    #expect(path.description == text)
  }

  @Test(
    "is none with an empty component or an unknown escape, and keeps its text",
    arguments: [".", "a.", ".a", "a..b", #"a\"#, #"\"#, #"a\nb"#, #"a\/b"#, #"a.\ .b"#])
  func malformed(_ text: String) {
    let path = ValuePath(text)
    #expect(!path.isValid)
    #expect(path.description == text)
    #expect(path != .root)
  }

  @Test("of components names any key, and is written so that it is read as the same")
  func components() {
    for components in [["a.b", "c"], [#"\"#], ["..", #"a\.b"#], ["0", "-1"], []] {
      let path = ValuePath(components: components)
      #expect(path.components == components)
      #expect(ValuePath(path.description) == path)
    }
    #expect((["a", ""] as ValuePath).components == ["a", ""])
  }

  @Test("takes an interpolated value as data, which separates nothing")
  func interpolation() {
    let (name, index) = (#"a.b\c"#, 3)
    let path: ValuePath = "users.\(name).notes.\(index).x"
    #expect(path.components == ["users", name, "notes", "3", "x"])
    #expect(!("users.\("").name" as ValuePath).isValid)
    #expect(("user\(7)" as ValuePath).components == ["user7"])
  }
}
