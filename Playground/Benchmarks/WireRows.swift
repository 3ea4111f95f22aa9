import BenchmarkSupport
import Streams
import StreamsHTTP

/// What requests cost over the loopback interface, all clients in turns in one run.
enum WireRows {
  /// What a filter has to name: they are measured together.
  static let name = "wire"

  static func all(rounds: Int) -> [Measured] {
    guard let port = Wire.port else { return [] }
    defer { benchmark_wire_stop() }
    return [1, 16, 64].flatMap { concurrent in
      compared(concurrent, port, rounds: rounds)
    } + [growth(port)] + waiting(port)
  }

  private static func compared(_ concurrent: Int, _ port: Int32, rounds: Int) -> [Measured] {
    var figures: [WireClient: WireFigure] = [:]
    for client in WireClient.allCases { _ = client.send(200, concurrent: concurrent, port: port) }
    for _ in 0..<rounds {
      for client in WireClient.allCases {
        let figure = Wire.measure(client.requests) {
          client.send($0, concurrent: concurrent, port: port)
        }
        figures[client] = figures[client]?.best(with: figure) ?? figure
      }
    }
    let all = WireClient.allCases.flatMap { client in
      rows(of: client, figures[client] ?? WireFigure(), concurrent)
    }
    return all + ratios(figures, concurrent)
  }

  private static func rows(
    of client: WireClient, _ figure: WireFigure, _ concurrent: Int
  ) -> [Measured] {
    let name = "GET, \(concurrent) at once, \(client.rawValue)"
    return [
      Measured(name: name, figure: figure.rate, unit: "requests a second"),
      Measured(name: name, figure: figure.processor, unit: "us of processor time a request"),
      Measured(
        name: name, figure: Double(figure.connections), unit: "connections",
        bar: client.isOurs ? Double(WireClient.mostConnections) : nil),
    ]
  }

  /// What the bars of the transport are about; a rate is compared as time a request. The bars that
  /// are open are missed, always or on some machines: one at a time, nobody shares the cost of
  /// waking up, and the decoder alone costs a third of what libcurl does.
  private static func ratios(_ figures: [WireClient: WireFigure], _ concurrent: Int) -> [Measured] {
    guard let ours = figures[.curl], let session = figures[.urlSession],
      let loop = figures[.curlLoop], let events = figures[.events]
    else { return [] }
    let name = "GET, \(concurrent) at once, CurlTransport, "
    return [
      Measured(
        name: name + "JSON, time", baseline: WireClient.urlSession.rawValue,
        figure: session.rate / ours.rate, bar: 1.0 / 7, isOpen: true),
      Measured(
        name: name + "JSON, processor time", baseline: WireClient.urlSession.rawValue,
        figure: ours.processor / session.processor, bar: 1.0 / 7, isOpen: true),
      Measured(
        name: name + "JSON, processor time", baseline: WireClient.curlLoop.rawValue,
        figure: ours.processor / loop.processor, bar: 1.5, isOpen: true),
      Measured(
        name: name + "events, processor time", baseline: WireClient.curlLoop.rawValue,
        figure: events.processor / loop.processor, bar: 1.5, isOpen: concurrent == 1),
    ]
  }
}
