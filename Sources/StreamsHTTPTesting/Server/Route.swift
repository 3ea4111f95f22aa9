import Streams

/// One way to answer.
struct Route: Sendable {
  var method: String
  var path: String
  var answer: @Sendable (ServerRequest) -> ServerAnswer

  func fits(_ request: ServerRequest) -> Bool {
    guard method == "*" || method == request.method else { return false }
    return path.last == "*" ? request.path.hasPrefix(path.dropLast()) : request.path == path
  }
}

/// Answers given one after the other.
final class AnswerScript: Sendable {
  private let rest: Lock<ArraySlice<ServerAnswer>>

  init(_ answers: [ServerAnswer]) { rest = Lock(answers[...]) }

  func next() -> ServerAnswer {
    rest.withLock { rest in
      let answer = rest.first ?? .status(404)
      if rest.count > 1 { rest.removeFirst() }
      return answer
    }
  }
}
