import Foundation
import Testing

@testable import StreamsHTTP

@Suite("A query that cannot be written")
struct QueryEncoderFailureTests {
  private struct Lazy: Encodable {
    func encode(to encoder: any Encoder) throws { throw Refusal() }
  }
  private struct Refusal: Error {}
  private final class Ring: Encodable, Sendable {
    enum Name: CodingKey { case next }
    let isFlat: Bool
    init(isFlat: Bool) { self.isFlat = isFlat }
    func encode(to encoder: any Encoder) throws {
      if isFlat {
        var container = encoder.singleValueContainer()
        try container.encode(self)
      } else {
        var container = encoder.container(keyedBy: Name.self)
        try container.encode(self, forKey: .next)
      }
    }
  }
  private struct Twice: Encodable {
    let way: Int
    func encode(to encoder: any Encoder) throws {
      var first = encoder.singleValueContainer()
      var list = encoder.unkeyedContainer()
      switch way {
      case 0:
        try list.encode(1)
        try first.encode(1)
      case 1: _ = encoder.container(keyedBy: QueryKey.self)
      default:
        var single = list.superEncoder().singleValueContainer()
        try single.encode(1)
        try single.encodeNil()
      }
    }
  }

  @Test("names the place and the type, and does not show the value")
  func places() throws {
    let values: [(any Encodable, String)] = [
      (Double.nan, "no finite number"), (-Float.infinity, "no finite number"),
      (Decimal.nan, "no finite number"), (Date(timeIntervalSince1970: 1e300), "year"),
      (Date(timeIntervalSince1970: 253_402_300_800), "year"),
      (Date(timeIntervalSince1970: .nan), "year"), (Lazy(), "cannot be encoded"),
      (Ring(isFlat: true), "nested too deep"), (Ring(isFlat: false), "nested too deep"),
      (Twice(way: 0), "two values"), (Twice(way: 1), "two values"), (Twice(way: 2), "two values"),
      ([[1]: "a"], "key of it is no text"),
    ]
    for (value, reason) in values {
      let error = #expect(throws: QueryEncodingFailure.self) {
        try QueryEncoder().items(for: ["list": ["deep": Wrapped(value)]])
      }
      let words = try #require(error).description
      #expect(words.contains("\"list.deep"), "\(words)")
      #expect(words.contains(reason), "\(words)")
      #expect(words.contains("of type \(value is Twice ? "" : "\(type(of: value)),")"), "\(words)")
      #expect(!words.contains("nan") && !words.contains("inf"))
    }
  }

  private struct Wrapped: Encodable {
    let value: any Encodable
    init(_ value: any Encodable) { self.value = value }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  /// Goes on into itself by an encoder of a part, which no container sees.
  private final class Loop: Encodable {
    var next: Loop?
    private enum Name: CodingKey { case value, next }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      try container.encode(1, forKey: .value)
      try next?.encode(to: container.superEncoder(forKey: .next))
    }
  }

  @Test("is one that goes on for ever by the encoders of its parts")
  func endless() {
    let loop = Loop()
    loop.next = loop
    defer { loop.next = nil }
    let error = #expect(throws: QueryEncodingFailure.self) { try QueryEncoder().items(for: loop) }
    #expect(error?.reason == "it is nested too deep")
  }

  @Test("is one whose values have no names, empty lists too")
  func unnamed() {
    let values: [any Encodable] = [1, "a", [1], [Int](), true, Date(), [1.5]]
    for value in values {
      #expect(throws: QueryEncodingFailure.self, "\(value)") {
        try QueryEncoder().items(for: value)
      }
    }
  }

  @Test("tells what a closure for dates throws, and where")
  func customDates() throws {
    let encoder = QueryEncoder(dates: .custom { _ in throw Refusal() })
    let error = #expect(throws: QueryEncodingFailure.self) {
      try encoder.items(for: ["since": Date()])
    }
    #expect(try #require(error).description.contains("\"since\", of type Date"))
    #expect(throws: QueryEncodingFailure.self) {
      try QueryEncoder(dates: .millisecondsSince1970)
        .items(for: ["d": Date(timeIntervalSince1970: 1e300)])
    }
  }
}
