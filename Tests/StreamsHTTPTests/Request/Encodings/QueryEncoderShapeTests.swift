import Foundation
import Testing

@testable import StreamsHTTP

@Suite("The shape of a query")
struct QueryEncoderShapeTests {
  private static func text(
    _ value: some Encodable, by encoder: QueryEncoder = QueryEncoder()
  ) throws -> String {
    try QueryEncoderTests.text(value, by: encoder)
  }

  @Test("has the cases of enums, those without values too")
  func enums() throws {
    enum Raw: String, Encodable { case one = "1st" }
    enum Case: Encodable {
      case plain
      case pair(Int, to: String)
    }
    struct Both: Encodable {
      var raw = Raw.one
      var plain = Case.plain
      var pair = Case.pair(1, to: "b")
    }
    #expect(try Self.text(Both()) == "raw=1st&plain[plain]=&pair[pair][_0]=1&pair[pair][to]=b")
  }

  private class Animal: Encodable {
    var id = 1
    enum CodingKeys: CodingKey { case id }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
    }
  }

  private final class Cat: Animal {
    let isApart: Bool
    init(isApart: Bool) { self.isApart = isApart }
    enum CodingKeys: CodingKey { case lives, id }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode("old", forKey: .id)
      try super.encode(to: isApart ? container.superEncoder() : encoder)
      try container.encode(9, forKey: .lives)
    }
  }

  @Test("has what a superclass encodes, beside or below; what is encoded last counts")
  func inheritance() throws {
    #expect(try Self.text(Cat(isApart: false)) == "id=1&lives=9")
    #expect(try Self.text(Cat(isApart: true)) == "id=old&super[id]=1&lives=9")
  }

  private struct ByHand: Encodable {
    enum Name: CodingKey { case a, b, c, d }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      var inner = container.nestedContainer(keyedBy: Name.self, forKey: .a)
      var list = container.nestedUnkeyedContainer(forKey: .b)
      try inner.encode(1, forKey: .c)
      try list.encode(true)
      try list.encodeNil()
      var object = list.nestedContainer(keyedBy: Name.self)
      try object.encodeNil(forKey: .a)
      try object.encode("x", forKey: .d)
      var deep = list.nestedUnkeyedContainer()
      try deep.encode(contentsOf: [7, 8])
      #expect(list.count == 4)
      try ["s": 1].encode(to: list.superEncoder())
      var single = container.superEncoder(forKey: .d).singleValueContainer()
      try single.encode(["t"])
      var again = container.nestedContainer(keyedBy: Name.self, forKey: .a)
      try again.encodeIfPresent(2, forKey: .d)
      try again.encodeIfPresent(Optional<String>.none, forKey: .b)
    }
  }

  @Test("has what is put into containers by hand, in any order")
  func containers() throws {
    #expect(
      try Self.text(ByHand(), by: QueryEncoder(arrays: .indexed)) == """
        a[c]=1&a[d]=2&b[0]=true&b[2][d]=x&b[3][0]=7&b[3][1]=8&b[4][s]=1&d[0]=t
        """)
  }

  @Test("tells a type that asks what it was told")
  func userInfo() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "k"))
    struct Asking: Encodable {
      let key: CodingUserInfoKey
      func encode(to encoder: any Encoder) throws {
        #expect(encoder.codingPath.map(\.stringValue) == ["a", "0"])
        var container = encoder.singleValueContainer()
        try container.encode(encoder.userInfo[key] as? String ?? "nothing")
      }
    }
    var encoder = QueryEncoder()
    encoder.userInfo[key] = "told"
    #expect(try Self.text(["a": [Asking(key: key)]], by: encoder) == "a[]=told")
  }

  @Test("keeps names apart that look alike")
  func lookalikes() throws {
    let value = OrderedJSON.object([
      ("\u{E9}", .number("1")), ("e\u{301}", .number("2")), ("\u{E9}", .number("3")),
    ])
    let items = try QueryEncoder().items(for: value)
    #expect(items.map { Array($0.name.utf8) } == [[0xC3, 0xA9], [0x65, 0xCC, 0x81]])
    #expect(items.map(\.value) == ["3", "2"])
  }

  @Test("of many elements takes time in proportion")
  func wide() throws {
    func time(_ count: Int) throws -> Duration {
      let value = ["a": Array(0..<count)]
      let clock = ContinuousClock()
      return try (0..<3).map { _ in
        try clock.measure { _ = try QueryEncoder().items(for: value) }
      }.min() ?? .zero
    }
    let (short, long) = (try time(5_000), try time(40_000))
    #expect(long / short < 40, "\(short), \(long)")
  }
}
