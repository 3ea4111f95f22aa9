import BenchmarkSupport
import Foundation
import Streams
import StreamsHTTP
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Who sends.
enum WireClient: String, CaseIterable {
  case sockets = "bare socket loop"
  case curlLoop = "bare libcurl loop"
  case events = "CurlTransport, events"
  case curl = "CurlTransport, JSON"
  case curlAwaited = "CurlTransport, JSON, awaited"
  case urlSession = "bare URLSession"
  case urlSessionTransport = "URLSessionTransport, JSON"

  /// How many requests are enough to measure.
  var requests: Int {
    switch self {
    case .urlSession, .urlSessionTransport: 2_000
    default: 20_000
    }
  }

  /// Whether it is the transport whose limit of connections is checked.
  var isOurs: Bool { [.events, .curl, .curlAwaited].contains(self) }

  /// How many connections each may have: what URLSession and `CurlSettings` have by default.
  static let mostConnections = 6

  /// Sends so many, so many at once, and returns how many were answered well.
  func send(_ requests: Int, concurrent: Int, port: Int32) -> Int {
    let url = "http://127.0.0.1:\(port)/"
    switch self {
    case .sockets:
      return benchmark_socket_loop(port, requests, Int32(min(concurrent, Self.mostConnections)))
    case .curlLoop:
      return benchmark_curl_loop(
        port, requests, Int32(concurrent), Int32(Self.mostConnections))
    case .events: return bareEvents(url + "a", requests, concurrent)
    case .curl:
      return pumped(Client(baseURL: url, transport: CurlTransport()), requests, concurrent)
    case .urlSessionTransport:
      return pumped(Client(baseURL: url, transport: URLSessionTransport()), requests, concurrent)
    case .curlAwaited:
      return awaited(Client(baseURL: url, transport: CurlTransport()), requests, concurrent)
    case .urlSession: return bareURLSession(url + "a", requests, concurrent)
    }
  }

  private func pumped(_ client: Client, _ requests: Int, _ concurrent: Int) -> Int {
    Pump(requests) { done in
      client.send(Request<Answer, RequestFailure>.get("a")).observe(
        value: { sink($0.id) }, failure: { _ in done(false) }, finished: { done(true) })
    }.run(concurrent: concurrent)
  }

  private func awaited(_ client: Client, _ requests: Int, _ concurrent: Int) -> Int {
    let end = DispatchSemaphore(value: 0)
    let answered = Mutex(0)
    Task {
      await withTaskGroup(of: Int.self) { group in
        for index in 0..<concurrent {
          let share = requests / concurrent + (index < requests % concurrent ? 1 : 0)
          group.addTask {
            var count = 0
            for _ in 0..<share {
              let answer = try? await client.send(Request<Answer, RequestFailure>.get("a"))
                .firstValue()
              if let answer {
                sink(answer.id)
                count += 1
              }
            }
            return count
          }
        }
        for await count in group { answered.withLock { $0 += count } }
      }
      end.signal()
    }
    end.wait()
    return answered.withLock { $0 }
  }

  private func bareEvents(_ url: String, _ requests: Int, _ concurrent: Int) -> Int {
    guard let url = try? HTTPURL(url) else { return 0 }
    let (transport, request) = (CurlTransport(), HTTPRequest(url: url))
    return Pump(requests) { done in
      transport.send(request, body: .none).observe(
        failure: { _ in done(false) }, finished: { done(true) })
    }.run(concurrent: concurrent)
  }

  private func bareURLSession(_ url: String, _ requests: Int, _ concurrent: Int) -> Int {
    guard let url = URL(string: url) else { return 0 }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = Self.mostConnections
    let session = URLSession(configuration: configuration)
    defer { session.invalidateAndCancel() }
    return Pump(requests) { done in
      session.dataTask(with: url) { data, _, _ in done(data?.count == 200) }.resume()
    }.run(concurrent: concurrent)
  }
}

/// What the server says.
struct Answer: Decodable, Sendable {
  var id: Int
  var name: String
  var tags: [String]
  var note: String
}
