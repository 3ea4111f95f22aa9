import Streams
import Testing

@testable import StreamsHTTP

@Suite("The state of shared exchanges")
struct CoalescingStateTests {
  private static func key(
    _ url: String = "https://h/x", _ method: HTTPMethod = .get, _ fields: [(String, String)] = [],
    body: HTTPBody = .none, _ change: (inout RequestOptions) -> Void = { _ in }
  ) throws -> CoalescingState.Key? {
    var request = HTTPRequest(
      method: method, url: try HTTPURL(url), fields: try HTTPFields(fields))
    change(&request.options)
    return CoalescingState.Key(request, body)
  }

  @Test("takes requests for equal by method, URL, fields and what changes the answer")
  func keys() throws {
    let key = try Self.key()
    #expect(try Self.key() == key)
    #expect(try Self.key { $0.priority = .high } == key)
    #expect(try Self.key { $0.tags = ["a"] } == key)
    #expect(try Self.key("https://h/y") != key)
    #expect(try Self.key("https://h/x", .head) != key)
    #expect(try Self.key("https://h/x", .get, [("Authorization", "a")]) != key)
    #expect(try Self.key { $0.redirects = .deliver } != key)
  }

  @Test(
    "CAN-10: does not share what has a body or changes anything",
    arguments: [
      HTTPMethod.post, .put, .patch, .delete, .connect,
    ])
  func unsafe(_ method: HTTPMethod) throws {
    #expect(try Self.key("https://h/x", method) == nil)
    #expect(try Self.key("https://h/x", .options, body: .bytes([])) == nil)
    #expect(try Self.key("https://h/x", .get, [("Accept", "Text/Event-Stream;q=1")]) == nil)
  }

  @Test("lets a request join until the end, telling it what was told")
  func joins() throws {
    let key = try #require(try Self.key())
    var state = CoalescingState(limit: 10)
    guard case .begin(1) = state.arrive(1, for: key) else {
      Issue.record("the first begins")
      return
    }
    let chunk = CoalescingState.Told.value(.chunk([1]))
    let first = state.tell(chunk, by: 1)
    #expect(first == [1])
    guard case .join(1, let told) = state.arrive(2, for: key) else {
      Issue.record("the second joins")
      return
    }
    #expect(told == [chunk])
    let both = state.tell(.finished, by: 1)
    #expect(both == [1, 2])
    guard case .begin(2) = state.arrive(3, for: key) else {
      Issue.record("who comes after the end begins another")
      return
    }
  }

  @Test("lets nobody join an answer that somebody left when its head was there")
  func leavingAfterHead() throws {
    let key = try #require(try Self.key())
    var state = CoalescingState(limit: 10)
    for member in 1...3 { _ = state.arrive(member, for: key) }
    var isOver = state.leave(1, 1)
    #expect(!isOver)
    guard case .join(1, told: []) = state.arrive(4, for: key) else {
      Issue.record("before the head one that leaves changes nothing")
      return
    }
    _ = state.tell(.value(.head(HTTPResponse(status: 200, url: try HTTPURL("https://h/x")))), by: 1)
    isOver = state.leave(2, 1)
    #expect(!isOver)
    guard case .begin(2) = state.arrive(5, for: key) else {
      Issue.record("who comes now begins another")
      return
    }
    let rest = state.tell(.finished, by: 1)
    #expect(rest == [3, 4])
  }

  @Test("lets nobody join an answer of which more came than is kept")
  func limit() throws {
    let key = try #require(try Self.key())
    var state = CoalescingState(limit: 3)
    _ = state.arrive(1, for: key)
    _ = state.tell(.value(.chunk([1, 2, 3])), by: 1)
    guard case .join = state.arrive(2, for: key) else {
      Issue.record("three bytes are kept")
      return
    }
    let members = state.tell(.value(.chunk([4])), by: 1)
    #expect(members == [1, 2])
    guard case .begin(2) = state.arrive(3, for: key) else {
      Issue.record("four are not")
      return
    }
    let isOver = [state.leave(1, 1), state.leave(2, 1)]
    #expect(isOver == [false, true])
    guard case .join(2, _) = state.arrive(4, for: key) else {
      Issue.record("the end of the first leaves the second open")
      return
    }
  }

  @Test("gives an exchange up with its last member, and hears no more of it")
  func leaving() throws {
    let key = try #require(try Self.key())
    var state = CoalescingState(limit: 10)
    _ = state.arrive(1, for: key)
    _ = state.arrive(2, for: key)
    let isOver = [state.leave(1, 1), state.leave(2, 1), state.leave(2, 1)]
    #expect(isOver == [false, true, false])
    let members = state.tell(.finished, by: 1)
    #expect(members == [])
    guard case .begin(2) = state.arrive(3, for: key) else {
      Issue.record("who comes then begins another")
      return
    }
  }
}
