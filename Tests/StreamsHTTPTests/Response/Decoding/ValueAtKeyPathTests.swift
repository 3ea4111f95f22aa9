import Foundation
import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("What is read at a key path")
struct ValueAtKeyPathTests {
  private static let body = #"""
    {"data": {"user": {"id": 7, "name": "Ada"}, "ids": [1, 2], "none": null, "at": 0,
      "text": "foo", "bytes": "AQI=", "yes": true, "huge": 18446744073709551615, "half": 0.5,
      "url": "https://h/x", "by": {"a": 1}, "list": [[], [{"x": [null, 5]}]], "_user_name": "Bo"}}
    """#

  private static func read<Value: Decodable & Sendable>(
    _ type: Value.Type = Value.self, _ path: ValuePath, _ body: String = body,
    decoder: (any BodyDecoder)? = nil
  ) -> Recording<Value, RequestFailure> {
    let bench = Bench()
    bench.stub.on(.get, "/v2/x").respond(json: body)
    let request = Request<Value, RequestFailure>.get("x").value(atKeyPath: path)
    return bench.send(decoder.map { request.decoding(with: $0) } ?? request)
  }

  private static func reason(
    _ recording: Recording<some Sendable, RequestFailure>
  ) -> DecodingFailure.Reason? {
    guard case .decoding(let failure) = recording.failure else { return nil }
    return failure.reason
  }

  @Test("DEC-6: an object, a list, a text, a number or a flag, as the decoder decodes them")
  func kinds() {
    #expect(Self.read(User.self, "data.user").values == [User(id: 7, name: "Ada")])
    #expect(Self.read([Int].self, "data.ids").values == [[1, 2]])
    #expect(Self.read(Set<Int>.self, "data.ids").values == [[1, 2]])
    #expect(Self.read([String: Int].self, "data.by").values == [["a": 1]])
    #expect(Self.read(String.self, "data.text").values == ["foo"])
    #expect(Self.read(Bool.self, "data.yes").values == [true])
    #expect(Self.read(UInt64.self, "data.huge").values == [.max])
    #expect(Self.read(Double.self, "data.half").values == [0.5])
    #expect(Self.read(Decimal.self, "data.half").values == [Decimal(string: "0.5")])
    #expect(Self.read(URL.self, "data.url").values.map(\.absoluteString) == ["https://h/x"])
    #expect(Self.read(Int.self, "data.list.1.0.x.1").values == [5])
  }

  @Test("what the decoder finds, for text, bytes and data too, instead of the body as it is")
  func ownWays() {
    #expect(Self.read(Data.self, "data.bytes").values == [Data([1, 2])])
    #expect(Self.read([UInt8].self, "data.ids").values == [[1, 2]])
    #expect(Self.read(String.self, "", #""foo""#).values == ["foo"])
    #expect(Self.read([UInt8].self, "", "[7]").values == [[7]])
    #expect(Self.read(String?.self, "", #""foo""#).values == ["foo"])
    #expect(Self.read(Int.self, "", "17").values == [17])
  }

  @Test("by the strategies of the decoder, for dates and for data")
  func strategies() {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    let read = Self.read(Date.self, "data.at", decoder: JSONBodyDecoder(decoder))
    #expect(read.values.map(\.timeIntervalSince1970) == [0])
    #expect(Self.reason(Self.read(Date.self, "data.at")) == .mismatch(expected: "String"))
  }

  @Test("at keys as they stand in the body, or as the key strategy of the decoder has them")
  func keys() {
    let body = #"{"user_data": {"last_name": {"id": 7, "user_name": "Ada"}, "__x_y_": 1, "a_": 2}}"#
    let snake = JSONDecoder()
    snake.keyDecodingStrategy = .convertFromSnakeCase
    let shouting = JSONDecoder()
    shouting.keyDecodingStrategy = .custom { path in
      AnyKey(path.map(\.stringValue).joined(separator: "/").uppercased())
    }
    for path in ["user_data.__x_y_", "userData.__xY_", "user_data.__xY_"] as [ValuePath] {
      #expect(Self.read(Int.self, path, body, decoder: JSONBodyDecoder(snake)).values == [1])
    }
    #expect(
      Self.read(Int.self, "user_data.a_", body, decoder: JSONBodyDecoder(snake)).values == [2])
    #expect(
      Self.read(Int.self, "user_data.a_", body, decoder: JSONBodyDecoder(shouting)).values == [2])
    #expect(Self.read(Int.self, "user_data.a_", body).values == [2])
    #expect(Self.reason(Self.read(Int.self, "userData.a_", body)) == .missing(key: "userData"))
    struct Named: Decodable, Equatable, Sendable {
      var id: Int
      var userName: String
    }
    let named = Self.read(
      Named.self, "user_data.last_name", body, decoder: JSONBodyDecoder(snake))
    #expect(named.values == [Named(id: 7, userName: "Ada")])
  }

  @Test("under one root key, whose dots separate nothing")
  func rootKey() {
    let bench = Bench()
    bench.stub.on(.get, "/v2/x").respond(json: #"{"a.b": {"id": 7, "name": "Ada"}}"#)
    let request = Request<User, RequestFailure>.get("x").value(underRootKey: "a.b")
    #expect(bench.send(request).values == [User(id: 7, name: "Ada")])
  }

  @Test("DEC-7: nil for a null and for no body, to an optional and to nothing else")
  func absence() {
    #expect(Self.read(User?.self, "data.none").values == [nil])
    #expect(Self.read(String?.self, "data.none").values == [nil])
    #expect(Self.read(User?.self, "data.user", "").values == [nil])
    #expect(Self.read(Int??.self, "data.at").values == [0])
    #expect(Self.reason(Self.read(Int.self, "data.none")) == .null(expected: "Int"))
    #expect(Self.reason(Self.read([Int].self, "data.user", "")) == .empty)
    for path in ["data.nobody", "nobody.at all"] as [ValuePath] {
      #expect(Self.read(User?.self, path).values == [])
      #expect(Self.read(User.self, path).values == [])
    }
  }

  @Test(
    "DEC-7, DEC-8: else a failure of its own kind that names the path and the place reached",
    arguments: [
      ("data.nobody.x", "data", .missing(key: "nobody")), ("x", "", .missing(key: "x")),
      ("data.none.x", "data.none", .notAContainer(component: "x")),
      ("data.at.0", "data.at", .notAContainer(component: "0")),
      ("data.text.0", "data.text", .notAContainer(component: "0")),
      ("data.ids.x", "data.ids", .badIndex(component: "x")),
      ("data.ids.-1", "data.ids", .badIndex(component: "-1")),
      ("data.ids.00", "data.ids", .badIndex(component: "00")),
      ("data.ids.\u{661}", "data.ids", .badIndex(component: "\u{661}")),
      ("data.ids.2", "data.ids", .indexOutOfRange(component: "2", count: 2)),
      (
        "data.ids.99999999999999999999", "data.ids",
        .indexOutOfRange(component: "99999999999999999999", count: 2)
      ),
      ("data.list.0.0", "data.list.0", .indexOutOfRange(component: "0", count: 0)),
      ("data.list.1.0.x.0.y", "data.list.1.0.x.0", .notAContainer(component: "y")),
      ("data.user.name", "data.user.name", .mismatch(expected: "Int")),
    ] as [(ValuePath, String, DecodingFailure.Reason)])
  func failures(_ path: ValuePath, _ place: String, _ reason: DecodingFailure.Reason) {
    guard case .decoding(let failure) = Self.read(Int.self, path).failure else {
      Issue.record("no failure")
      return
    }
    #expect(failure.reason == reason)
    #expect(failure.codingPath == place)
    #expect(failure.valuePath == path)
    #expect(Self.reason(Self.read(Int?.self, path)) == reason)
  }

  @Test("a failure where the body is no JSON, beside the way too")
  func malformed() {
    for body in ["{", #"{"a":1,}"#, #"{"a":1,"b":01}"#, #"{"a":1} x"#, #"{"a":1,"b":"\x"}"#] {
      guard case .malformed = Self.reason(Self.read(Int.self, "a", body)) else {
        Issue.record("\(body) was read")
        continue
      }
    }
  }

  @Test("nothing, where the path is none: nothing is sent, and the failure names the path")
  func badPath() {
    let bench = Bench()
    bench.stub.on { _ in true }.respond(json: "1")
    for text in ["a..b", ".", #"a\"#] {
      let sent = bench.send(
        Request<Int, RequestFailure>.get("x").value(atKeyPath: ValuePath(text)))
      guard case .invalidRequest(let failure) = sent.failure else {
        Issue.record("\(sent.events)")
        continue
      }
      #expect(failure.reason == .valuePath(ValuePath(text)))
      #expect(failure.description.contains("is no key path"))
    }
    let head = Request<HTTPResponse, RequestFailure>.head("x").map(\.status.code)
      .value(atKeyPath: "a")
    guard case .invalidRequest(let failure) = bench.send(head).failure else {
      Issue.record("a path into a head")
      return
    }
    #expect(failure.description.contains("not decoded"))
    #expect(bench.stub.requests.isEmpty)
  }

  @Test("in one pass: the body is opened once, the value decoded once, also beside an error code")
  func onePass() {
    let (opened, decoded) = (Counter(), Counter())
    struct Opening: BodyDecoder {
      let opened: Counter

      func decode<Value: Decodable>(_ type: Value.Type, from body: [UInt8]) throws -> Value {
        opened.next()
        return try JSONBodyDecoder().decode(type, from: body)
      }

      func read<Value>(_ body: [UInt8], by read: (BodyRoot) throws -> Value) throws -> Value {
        opened.next()
        return try JSONBodyDecoder().read(body, by: read)
      }
    }
    Counted.$decoded.withValue(decoded) {
      let bench = Bench()
      bench.stub.on(.get, "/v2/x").respond(json: Self.body)
      let request = Request<Counted, RequestFailure>.get("x").value(atKeyPath: "data.user")
        .decoding(with: Opening(opened: opened))
      #expect(bench.send(request).values.count == 1)
      #expect((opened.value, decoded.value) == (1, 1))
      #expect(bench.send(request.errorCode(Int.self, at: "data.at", success: 0)).values.count == 1)
      #expect((opened.value, decoded.value) == (2, 2))
      #expect(bench.send(request.errorCode(Int.self, at: "data.at")).failure != nil)
      #expect((opened.value, decoded.value) == (3, 2))
    }
  }

  @Test(
    "at each key that Foundation's snake case strategy renames, under the name in the body",
    arguments: [
      "a_b", "_a", "a_", "__a_b__", "a__b", "A_B", "aB_cD", "_", "__", "\u{E9}_\u{F1}", "a_1",
      "1_a",
      "\u{DF}_\u{DF}", "\u{1C6}_\u{1C6}", "ab", "AB", "_AB_cd", "a b_c d", "a-b_c", "",
    ])
  func snakeCase(_ key: String) {
    let snake = JSONDecoder()
    snake.keyDecodingStrategy = .convertFromSnakeCase
    let read = Self.read(Int.self, [key], "{\"\(key)\":7}", decoder: JSONBodyDecoder(snake))
    #expect(read.values == [7], "\(read.events)")
  }
}

/// Counts how often it is decoded.
private struct Counted: Decodable, Sendable {
  @TaskLocal static var decoded: Counter?

  init(from decoder: any Decoder) throws { Self.decoded?.next() }
}

struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }

  init(_ text: String) { stringValue = text }
  init(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}
