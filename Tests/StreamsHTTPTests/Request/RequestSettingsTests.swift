import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("The settings of a request")
struct RequestSettingsTests {
  private typealias Ask = Request<Void, RequestFailure>

  @Test("reach the decorators; what is not set is what most requests have")
  func options() {
    let bench = Bench()
    bench.stub.on { _ in true }.respond()
    _ = bench.send(Ask.get("x"))
    _ = bench.send(
      Ask.get("x").redirects(.deliver).cache(.reload).priority(.high).idempotent()
        .tagged("photos", "list").tagged("photos", "new"))
    #expect(
      bench.stub.requests.map(\.options) == [
        RequestOptions(
          isIdempotent: false, redirects: .follow(limit: 20, downgrade: false), cache: .standard,
          priority: .normal, tags: []),
        RequestOptions(
          isIdempotent: true, redirects: .deliver, cache: .reload, priority: .high,
          tags: ["photos", "list", "new"]),
      ])
  }

  @Test("send a cache policy as the directive of RFC 9111, and the standard one not at all")
  func cacheDirectives() {
    let bench = Bench()
    bench.stub.on { _ in true }.respond()
    for policy in [CachePolicy.standard, .reload, .revalidate, .noStore, .onlyIfCached] {
      _ = bench.send(Ask.get("x").cache(policy))
    }
    #expect(
      bench.stub.requests.map { $0.fields["Cache-Control"] }
        == [nil, "no-cache", "max-age=0", "no-store", "only-if-cached"])
  }

  @Test("let the request's own Cache-Control stand, over the policy, over the client's")
  func cachePrecedence() throws {
    var bench = Bench()
    bench.client.fields = try HTTPFields([("cache-control", "max-stale=9")])
    bench.stub.on { _ in true }.respond()
    _ = bench.send(Ask.get("x"))
    _ = bench.send(Ask.get("x").cache(.reload))
    _ = bench.send(Ask.get("x").cache(.reload).field("CACHE-CONTROL", "min-fresh=5"))
    _ = bench.send(Ask.get("x").cache(.reload).field("Cache-Control", nil))
    #expect(
      bench.stub.requests.map { $0.fields.values(of: "Cache-Control") }
        == [["max-stale=9"], ["no-cache"], ["min-fresh=5"], []])
  }

  @Test("take a limit of redirects below 0 for 0, and report it")
  func redirectLimit() {
    let reported = Lock<[Misuse]>([])
    let reports = Misuse.onReport { misuse in reported.withLock { $0.append(misuse) } }
    defer { reports.cancel() }
    let request = Ask.get("x").redirects(.follow(limit: -3, downgrade: true))
    #expect(request.details.options.redirects == .follow(limit: 0, downgrade: true))
    let expected = Misuse.countTooSmall(operator: "redirects(.follow)", given: -3, least: 0)
    #expect(reported.withLock { $0 }.contains(expected))
  }

  @Test("order requests by priority, those without a name too")
  func priorities() {
    let sorted: [RequestPriority] = [.low, RequestPriority(-1), .normal, RequestPriority(7), .high]
    #expect(sorted.shuffled().sorted() == sorted)
    #expect(sorted.map(\.description) == ["low", "-1", "normal", "7", "high"])
  }

  @Test("are described by what differs, tags by how many there are")
  func description() {
    #expect(RequestOptions().description == "no options")
    let options = RequestOptions(
      isIdempotent: true, redirects: .refuse, cache: .noStore, priority: .low, tags: ["ada"])
    #expect(
      "\(options)" == "idempotent, redirects: refuse, cache: noStore, priority: low, tags: 1")
    #expect(String(reflecting: options) == "\(options)")
  }
}
