import BenchmarkSupport
import Foundation
import Streams
import StreamsHTTP

extension WireRows {
  /// What 200,000 requests through one client leave behind, after the first 10,000.
  static func growth(_ port: Int32) -> Measured {
    let client = Client(baseURL: "http://127.0.0.1:\(port)/", transport: CurlTransport())
    let send: (Int) -> Int = { requests in
      Pump(requests) { done in
        client.send(Request<Answer, RequestFailure>.get("a")).observe(
          value: { sink($0.id) }, failure: { _ in done(false) }, finished: { done(true) })
      }.run(concurrent: 64)
    }
    _ = send(10_000)
    let before = Wire.resident()
    let answered = send(190_000)
    let grown = Double(max(0, Wire.resident() - before)) / 1_024
    return Measured(
      name: "200,000 requests, growth after the first 10,000",
      figure: answered == 190_000 ? grown : .infinity, unit: "KiB", bar: 512)
  }

  /// What 10,000 requests to a server that says nothing take, each on a connection of its own.
  static func waiting(_ port: Int32) -> [Measured] {
    let count = 10_000
    var settings = CurlSettings()
    settings.maximumConnectionsPerHost = count
    settings.maximumConnections = count
    let client = Client(
      baseURL: "http://127.0.0.1:\(port)/", transport: CurlTransport(settings))
    Wire.settle()
    let before = Wire.resident()
    let subscriptions = SubscriptionBag()
    for _ in 0..<count {
      client.send(Request<Data, RequestFailure>.get("s")).observe(value: { sink($0.count) })
        .store(in: subscriptions)
    }
    let limit = ContinuousClock.now + .seconds(60)
    while benchmark_wire_open() < count, ContinuousClock.now < limit { usleep(10_000) }
    let open = benchmark_wire_open()
    let each = Double(Wire.resident() - before) / 1_000 / Double(count)
    let threads = Wire.threads(named: "streams.curl")
    subscriptions.cancel()
    while benchmark_wire_open() > 0, ContinuousClock.now < limit { usleep(10_000) }
    let name = "10,000 requests that wait, each on its connection"
    return [
      Measured(name: name, figure: open == count ? each : .infinity, unit: "KB each", bar: 30),
      Measured(name: name, figure: Double(threads), unit: "threads", bar: 1),
    ]
  }
}
