import Dispatch
import Foundation
import Streams

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The session that all exchanges of one transport share, and how an exchange gets under way.
///
/// It lives as long as somebody can start an exchange, so no task is ever asked of a session that
/// is over; tasks that run keep the session, not this.
final class URLSessionEngine: Sendable {
  private let maximumConnectionsPerHost: Int
  private let maximumBodyBytes: Int
  private let shared: URLSessionLine
  // Making, resuming and cancelling a task wait for a queue that on Linux all sessions of the
  // process share, and that a fast download keeps busy. Callers must not wait there, and a cancel
  // must not wait behind a start.
  private let starts = DispatchQueue(label: "StreamsHTTP.URLSessionTransport.starts")
  private let cancels = DispatchQueue(label: "StreamsHTTP.URLSessionTransport.cancels")

  init(maximumConnectionsPerHost: Int, maximumBodyBytes: Int) {
    self.maximumConnectionsPerHost = maximumConnectionsPerHost
    self.maximumBodyBytes = maximumBodyBytes
    shared = URLSessionLine(maximumConnectionsPerHost: maximumConnectionsPerHost)
  }

  deinit { shared.finish() }

  func start(
    _ request: HTTPRequest, _ body: HTTPBody, _ emitter: Emitter<TransportEvent, TransportFailure>
  ) {
    let exchange = URLSessionExchange(
      request, emitter, maximumBodyBytes: maximumBodyBytes, cancels: cancels)
    do throws(TransportFailure) {
      let prepared = try URLRequest(request, body: body)
      emitter.onTermination { exchange.stop() }
      BodySource(body).load(until: emitter) { [self] loaded in
        switch loaded {
        case .success(let content): starts.async { self.launch(exchange, prepared, content) }
        case .failure(let failure): exchange.fail(failure)
        }
      }
    } catch {
      exchange.fail(error)
    }
  }

  private func launch(
    _ exchange: URLSessionExchange, _ request: URLRequest, _ content: BodySource.Content
  ) {
    guard exchange.isWanted else { return }
    guard mustBeSentOnce(exchange.request, content) else {
      return shared.run(exchange, request, content)
    }
    let own = URLSessionLine(maximumConnectionsPerHost: maximumConnectionsPerHost)
    own.run(exchange, request, content)
    own.finish()
  }

  /// Whether the platform may not repeat the request when a kept connection fails.
  private func mustBeSentOnce(_ request: HTTPRequest, _ content: BodySource.Content) -> Bool {
    #if canImport(FoundationNetworking)
      return content.length > 0 || !request.method.isIdempotent
    #else
      return false
    #endif
  }
}

/// A session and its delegate.
struct URLSessionLine: Sendable {
  private let session: URLSession
  private let delegate = URLSessionEvents()

  init(maximumConnectionsPerHost: Int) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.urlCredentialStorage = nil
    configuration.httpMaximumConnectionsPerHost = maximumConnectionsPerHost
    configuration.timeoutIntervalForRequest = URLRequest.noTimeout
    configuration.timeoutIntervalForResource = URLRequest.noTimeout
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }

  func run(
    _ exchange: URLSessionExchange, _ request: URLRequest, _ content: BodySource.Content
  ) {
    let task = task(request, content)
    delegate.add(exchange, for: task)
    exchange.run(task, sending: content)
  }

  /// Lets the tasks end and then lets go of the session.
  func finish() { session.finishTasksAndInvalidate() }

  private func task(_ request: URLRequest, _ content: BodySource.Content) -> URLSessionTask {
    switch content {
    case .none:
      return session.dataTask(with: request)
    case .bytes(let bytes):
      var request = request
      request.httpBody = Data(bytes)
      return session.dataTask(with: request)
    case .file(let url, _, _):
      return session.uploadTask(with: request, fromFile: url)
    }
  }
}
