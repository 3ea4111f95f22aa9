import Foundation
import Testing

@testable import StreamsHTTP

@Suite("A query encoder")
struct QueryEncoderTests {
  /// The items of a value as text that nothing is escaped in.
  static func text(
    _ value: some Encodable, by encoder: QueryEncoder = QueryEncoder()
  ) throws -> String {
    try encoder.items(for: value).map { "\($0.name)=\($0.value)" }.joined(separator: "&")
  }

  @Test("names the elements of a list as it is told")
  func arrays() throws {
    let value = ["a": [1, 2], "b": []]
    #expect(try Self.text(value, by: QueryEncoder(arrays: .brackets)) == "a[]=1&a[]=2")
    #expect(try Self.text(value, by: QueryEncoder(arrays: .plain)) == "a=1&a=2")
    #expect(try Self.text(value, by: QueryEncoder(arrays: .indexed)) == "a[0]=1&a[1]=2")
  }

  @Test("names what is nested as it is told")
  func nesting() throws {
    struct Inner: Encodable {
      var x = 1
      var t = [["p"], ["q", "r"]]
    }
    struct Outer: Encodable {
      var u = Inner()
      var l = [Inner()]
    }
    let brackets = QueryEncoder(arrays: .indexed)
    #expect(
      try Self.text(Outer(), by: brackets)
        == "u[x]=1&u[t][0][0]=p&u[t][1][0]=q&u[t][1][1]=r"
        + "&l[0][x]=1&l[0][t][0][0]=p&l[0][t][1][0]=q&l[0][t][1][1]=r")
    #expect(
      try Self.text(Outer().u, by: QueryEncoder(nesting: .dots)) == "x=1&t[][]=p&t[][]=q&t[][]=r")
    let dots = QueryEncoder(arrays: .plain, nesting: .dots)
    #expect(
      try Self.text(Outer(), by: dots)
        == "u.x=1&u.t=p&u.t=q&u.t=r&l.x=1&l.t=p&l.t=q&l.t=r")
  }

  @Test("writes truth as it is told")
  func booleans() throws {
    let value = ["a": true, "b": false]
    #expect(try Self.text(value) == "a=true&b=false")
    #expect(try Self.text(value, by: QueryEncoder(booleans: .numeric)) == "a=1&b=0")
  }

  @Test("leaves nil out, or writes its name alone, wherever it stands")
  func nils() throws {
    struct Sparse: Encodable {
      var none: Int?
      var flag: Bool?
      var text: String?
      var date: Date?
      var list: [Int?] = [1, nil, 3]
      var inner: [String: Int?]? = ["x": nil]
      var some: Int? = 7
    }
    #expect(try Self.text(Sparse()) == "list[]=1&list[]=3&some=7")
    #expect(
      try Self.text(Sparse(), by: QueryEncoder(nils: .empty))
        == "none=&flag=&text=&date=&list[]=1&list[]=&list[]=3&inner[x]=&some=7")
    #expect(
      try Self.text(["l": [1, nil, 3]], by: QueryEncoder(arrays: .indexed)) == "l[0]=1&l[2]=3")
    #expect(try Self.text(Optional<Sparse>.none) == "")
    #expect(try QueryEncoder(nils: .empty).items(named: "a", for: Optional<Int>.none).count == 1)
  }

  @Test("writes dates as it is told")
  func dates() throws {
    let date = Date(timeIntervalSince1970: 1_700_000_000.25)
    let old = Date(timeIntervalSince1970: -0.5)
    func text(_ dates: QueryEncoder.Dates, _ date: Date) throws -> String {
      try Self.text(["d": date], by: QueryEncoder(dates: dates))
    }
    #expect(try text(.iso8601, date) == "d=2023-11-14T22:13:20Z")
    #expect(try text(.iso8601, old) == "d=1969-12-31T23:59:59Z")
    #expect(try text(.iso8601, Date(timeIntervalSince1970: -62_167_219_200)).hasPrefix("d=0000-01"))
    #expect(try text(.secondsSince1970, date) == "d=1700000000.25")
    #expect(try text(.secondsSince1970, Date(timeIntervalSince1970: 5)) == "d=5")
    #expect(try text(.millisecondsSince1970, date) == "d=1700000000250")
    #expect(try text(.millisecondsSince1970, old) == "d=-500")
    #expect(try text(.custom { "at \($0.timeIntervalSince1970)" }, old) == "d=at -0.5")
  }

  @Test("keeps the order of encoding, and sorts what has none")
  func order() throws {
    struct Ordered: Encodable {
      var z = 1
      var a = 2
      var m = ["z": 1, "b": 2, "a": 3]
      var s: Set = ["c", "a", "b"]
    }
    let names = (0..<100).map { "k\($0)" }
    #expect(
      try Self.text(Ordered()) == "z=1&a=2&m[a]=3&m[b]=2&m[z]=1&s[]=a&s[]=b&s[]=c")
    let dictionary = Dictionary(uniqueKeysWithValues: names.map { ($0, $0) })
    #expect(
      try Self.text(dictionary) == names.sorted().map { "\($0)=\($0)" }.joined(separator: "&"))
  }

  @Test("takes the keys of dictionaries that are text, numbers, or are coded as such")
  func dictionaryKeys() throws {
    enum Side: String, Codable, CodingKeyRepresentable { case left, right }
    enum Plain: String, Codable { case up, down }
    let id = UUID()
    #expect(try Self.text([7: "a", -1: "b"]) == "-1=b&7=a")
    #expect(try Self.text([Side.right: 1, .left: 2]) == "left=2&right=1")
    #expect(try Self.text([Plain.up: 1, .down: 2]) == "down=2&up=1")
    #expect(try Self.text([id: 1]) == "\(id.uuidString)=1")
    #expect(throws: QueryEncodingFailure.self) { try Self.text([[1]: 1]) }
  }

  @Test("URL-14: writes every kind of scalar in full, by no locale")
  func scalars() throws {
    struct Scalars: Encodable {
      var big = UInt64.max
      var least = Int64.min
      var huge = UInt128.max
      var huges = [Int128.min]
      var maybe: Int128? = 1
      var decimal = Decimal(string: "1.123456")
      var digits = Decimal(string: "12345678901234567890.12345678901234567")
      var exponent = 1e21
      var small = 1e-7
      var whole = 5.0
      var third = Float(0.1)
      var zero = -0.0
      var url = URL(string: "x?y=1", relativeTo: URL(string: "https://h/v1/"))
      var data = Data([0xFB, 0xFF])
      var some: Int?? = 1
    }
    #expect(
      try Self.text(Scalars()) == """
        big=18446744073709551615&least=-9223372036854775808\
        &huge=340282366920938463463374607431768211455\
        &huges[]=-170141183460469231731687303715884105728&maybe=1&decimal=1.123456\
        &digits=12345678901234567890.12345678901234567&exponent=1e+21&small=1e-07&whole=5\
        &third=0.1&zero=-0&url=https://h/v1/x?y=1&data=+/8=&some=1
        """)
  }
}
