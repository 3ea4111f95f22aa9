import Testing

@testable import StreamsHTTP

@Suite("The state of an authorization")
struct AuthorizationStateTests {
  typealias Ticket = AuthorizationState.Ticket
  private let old = Credentials.bearer("old")
  private let new = Credentials.bearer("new")

  @Test("hands out what there is")
  func first() {
    var state = AuthorizationState(old)
    let ticket = Ticket(credentials: old, generation: 0, isFresh: false)
    #expect(state.ask(insteadOf: nil, at: .zero) == .go(ticket))
    #expect(state.ask(insteadOf: nil, at: .zero) == .go(ticket))
  }

  @Test("begins one refresh for all who were refused, and tells them in the order they came")
  func oneRefresh() {
    var state = AuthorizationState(old)
    let answer = state.ask(insteadOf: 0, at: .zero)
    #expect(answer == .refresh(waiter: 1, number: 1, refused: old))
    #expect(state.ask(insteadOf: 0, at: .zero) == .wait(2))
    #expect(state.ask(insteadOf: nil, at: .zero) == .wait(3))
    let end = state.end(1, with: new)
    #expect(end.waiters == [1, 2, 3])
    #expect(end.ticket == Ticket(credentials: new, generation: 1, isFresh: true))
    #expect(
      state.ask(insteadOf: 0, at: .zero)
        == .go(Ticket(credentials: new, generation: 1, isFresh: false)))
    #expect(
      state.ask(insteadOf: 1, at: .zero) == .refresh(waiter: 4, number: 4, refused: new))
  }

  @Test("keeps what there was after a refresh that failed, and may begin another")
  func failed() {
    var state = AuthorizationState(old)
    _ = state.ask(insteadOf: 0, at: .zero)
    let end = state.end(1, with: nil)
    #expect(end.waiters == [1])
    #expect(end.ticket == nil)
    #expect(
      state.ask(insteadOf: nil, at: .zero)
        == .go(Ticket(credentials: old, generation: 0, isFresh: false)))
    #expect(state.ask(insteadOf: 0, at: .zero) == .refresh(waiter: 2, number: 2, refused: old))
  }

  @Test("ends a refresh with the last who waits, and hears no more of it")
  func left() {
    var state = AuthorizationState(nil)
    #expect(state.ask(insteadOf: nil, at: .zero) == .refresh(waiter: 1, number: 1, refused: nil))
    #expect(state.ask(insteadOf: nil, at: .zero) == .wait(2))
    let areOver = [state.leave(1), state.leave(1), state.leave(2)]
    #expect(areOver == [false, false, true])
    let late = state.end(1, with: new)
    #expect(late.waiters == [])
    #expect(state.generation == 0)
    #expect(state.ask(insteadOf: nil, at: .zero) == .refresh(waiter: 3, number: 3, refused: nil))
  }

  @Test("replaces what has expired before it is refused, but not for who was just given it")
  func expired() {
    var state = AuthorizationState(.bearer("old", expires: .seconds(5)))
    guard case .go = state.ask(insteadOf: nil, at: .seconds(4)) else {
      Issue.record("it has not expired")
      return
    }
    guard case .refresh(_, let number, _) = state.ask(insteadOf: nil, at: .seconds(5)) else {
      Issue.record("it has expired")
      return
    }
    let stale = Credentials.bearer("new", expires: .seconds(1))
    let end = state.end(number, with: stale)
    #expect(end.ticket == Ticket(credentials: stale, generation: 1, isFresh: true))
    guard case .go = state.ask(insteadOf: 0, at: .seconds(5)) else {
      Issue.record("who was refused with older ones gets the newest")
      return
    }
  }
}
