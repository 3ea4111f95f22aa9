import Dispatch
import Foundation
import Streams

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One exchange, from its request to its one end.
///
/// What the session reports comes here on the session's queue, one thing at a time; a stop may come
/// from anywhere.
final class URLSessionExchange: Sendable {
  private struct State: Sendable {
    var life = ExchangeLife<URLSessionTask>()
    var answer: ExchangeAnswer
    /// Kept until the task is done with it: a temporary file goes away with the last who holds it.
    var content = BodySource.Content.none
  }

  let request: HTTPRequest
  private let emitter: Emitter<TransportEvent, TransportFailure>
  private let cancels: DispatchQueue
  private let state: Lock<State>

  init(
    _ request: HTTPRequest, _ emitter: Emitter<TransportEvent, TransportFailure>,
    maximumBodyBytes: Int, cancels: DispatchQueue
  ) {
    self.request = request
    self.emitter = emitter
    self.cancels = cancels
    state = Lock(State(answer: ExchangeAnswer(method: request.method, limit: maximumBodyBytes)))
  }

  /// Whether somebody still waits for it.
  var isWanted: Bool { !emitter.isCancelled }

  /// Resumes `task`, or cancels it when a stop came first: a task must never be left alone.
  func run(_ task: URLSessionTask, sending content: BodySource.Content) {
    let mayStart = state.withLock { state in
      state.content = content
      return state.life.begin(task)
    }
    guard mayStart else { return cancel(task) }
    task.resume()
    let unwanted = state.withLock { $0.life.started() }
    if let unwanted { cancel(unwanted) }
  }

  /// Stops the exchange, unless it is over.
  func stop() {
    let task = state.withLock { $0.life.stop() }
    if let task { cancel(task) }
  }

  func fail(_ failure: TransportFailure) {
    var failure = failure
    failure.request = request
    emitter.fail(failure)
  }

  private func cancel(_ task: URLSessionTask) {
    cancels.async { task.cancel() }
  }
}

// MARK: - What the session reports

extension URLSessionExchange {
  func sent(_ total: Int) {
    let length = state.withLock { $0.content.length }
    guard total > 0, length > 0 else { return }
    emitter.send(.uploaded(TransferProgress(completed: min(total, length), total: length)))
  }

  func challenged() {
    state.withLock { $0.answer.isChallenged = true }
  }

  func received(_ response: URLResponse) {
    do throws(TransportFailure) {
      let response = try HTTPResponse(response, from: request.url)
      let event = try state.withLock { state throws(TransportFailure) in
        try state.answer.receive(response)
      }
      if let event { emitter.send(event) }
      try state.withLock { state throws(TransportFailure) in try state.answer.checkLength() }
    } catch {
      fail(error)
    }
  }

  func received(_ data: Data) {
    guard isWanted else { return }
    do throws(TransportFailure) {
      try state.withLock { state throws(TransportFailure) in
        try state.answer.receive(count: data.count)
      }
      emitter.send(.chunk(Array(data)))
    } catch {
      fail(error)
    }
  }

  func completed(_ error: (any Error)?, response: URLResponse?) {
    let answer = state.withLock { state in
      state.life.complete()
      state.content = .none
      return state.answer
    }
    // On Linux a 3xx that leads nowhere is not reported before the end.
    if error == nil, !answer.hasHead, let response { received(response) }
    do throws(TransportFailure) {
      try state.withLock { state throws(TransportFailure) in
        try state.answer.end(error, isSecure: request.url.scheme == "https")
      }
      emitter.finish()
    } catch {
      fail(error)
    }
  }
}
