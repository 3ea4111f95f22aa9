#if os(Linux)
  import Foundation
  import Streams
  import StreamsHTTPTesting
  import Testing

  @testable import StreamsHTTP

  /// What libcurl is made to do, over a real socket.
  @Suite(.timeLimit(.minutes(10))) struct CurlTransportTests {
    static let isFull = ProcessInfo.processInfo.environment["STREAMS_FULL_ROUNDS"] == "1"

    @Test("a report tells of the connection, the times and the trailers, last before the end")
    func report() async throws {
      let fixture = try WireFixture()
      fixture.server.route("GET", "/x") { _ in
        .raw(
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Sum: 7\r\n\r\n")
      }
      for isReused in [false, true] {
        let exchange = try await fixture.exchange(.get, "/x")
        #expect(exchange.failure == nil)
        #expect(exchange.text == "ok")
        let report = try #require(exchange.reports.first)
        #expect(exchange.reports.count == 1)
        #expect(exchange.values.last == .report(report))
        #expect(report.transport.hasPrefix("libcurl "))
        #expect(report.httpVersion == "HTTP/1.1")
        #expect(report.reusedConnection == isReused)
        #expect(report.trailers["X-Sum"] == "7")
        let timings = try #require(report.timings)
        let (first, total) = (try #require(timings.firstByte), try #require(timings.total))
        #expect(first <= total && total < .seconds(10))
        #expect((timings.connect == nil) == isReused)
        #expect(timings.tls == nil)
      }
    }

    @Test("without a libcurl, or with an old one, URLSession works and a report says so")
    func fallback() async throws {
      var fixture = try WireFixture()
      fixture.server.route("GET", "/x") { _ in .text("x") }
      let library = CurlLibrary.find(["libnowhere.so.4", "libnothing.so.4"])
      fixture.transport = CurlTransport(CurlSettings(), library: library)
      let exchange = try await fixture.exchange(.get, "/x")
      #expect(exchange.text == "x")
      #expect(exchange.failure == nil)
      #expect(exchange.reports.map(\.transport) == ["URLSession"])
      #expect(exchange.reports.first?.note?.contains("libnowhere.so.4") == true)
    }

    @Test("without a libcurl nothing goes round a proxy, a pin or roots that were asked for")
    func fallbackRefuses() async throws {
      var fixture = try WireFixture()
      fixture.server.route("GET", "/x") { _ in .text("x") }
      let library = CurlLibrary.find(["libnowhere.so.4"])
      var settings = CurlSettings()
      settings.tls.pins = [.init(host: "localhost", keys: ["a"])]
      fixture.transport = CurlTransport(settings, library: library)
      #expect(try await fixture.exchange(.get, "/x").text == "x")
      let request = HTTPRequest(url: try HTTPURL("https://localhost:1/x"))
      let failures = Lock<[TransportFailure]>([])
      fixture.transport.send(request, body: .none)
        .observe(failure: { failure in failures.withLock { $0.append(failure) } })
      settings.tls = TLSSettings()
      settings.proxy = .address("http://localhost:1")
      fixture.transport = CurlTransport(settings, library: library)
      let exchange = try await fixture.exchange(.get, "/x")
      #expect(exchange.reports.isEmpty)
      #expect(failures.withLock { $0 }.map(\.kind) == [.other])
      #expect(exchange.failure?.kind == .other)
      #expect(exchange.failure?.message.contains("libnowhere.so.4") == true)
    }

    @Test(
      "the libcurl that is asked for is the one that is driven",
      .enabled(if: ProcessInfo.processInfo.environment["STREAMS_REQUIRE_LIBCURL_8"] != nil))
    func major() throws {
      #expect(try CurlLibrary.system.get().version.number >= 0x08_00_00)
    }

    @Test(
      "a libcurl over another TLS library keeps the contract too",
      .enabled("where there is one, of the version that is in the process already") {
        (try? CurlLibrary.find(["libcurl-gnutls.so.4"]).get())?.version.number
          == (try? CurlLibrary.system.get())?.version.number
      })
    func otherLibrary() async throws {
      let library = try CurlLibrary.find(["libcurl-gnutls.so.4"]).get()
      let transport = CurlTransport(CurlSettings(), library: .success(library))
      #expect(try await TransportContract.violations(of: transport) == [])
    }

    @Test("requests one after another on one handle take nothing of each other")
    func nothingStays() async throws {
      let fixture = try WireFixture(CurlSettings())
      fixture.server.route("*", "/*") { .bytes($0.body).field("X-Method", $0.method) }
      let pieces = Signal<[UInt8], BodyFailure>.sequence([[7, 8]])
      let kinds: [(HTTPMethod, HTTPBody)] = [
        (.get, .none), (.post, .bytes([1, 2, 3])), (.head, .none), (.put, .none), (.get, .none),
        (.put, .once(length: 2, pieces)), (.delete, .none), (.post, .none), (.options, .none),
      ]
      for (index, former) in kinds.enumerated() {
        for (second, (method, body)) in kinds.enumerated() {
          let path = "/\(index)/\(second)"
          _ = try await fixture.exchange(former.0, path + "/a", [("X-A", "1")], body: former.1)
          let exchange = try await fixture.exchange(method, path + "/b", body: body)
          #expect(exchange.status == 200)
          let asked = try fixture.received(path + "/b")
          #expect(asked.method == method.rawValue)
          #expect(asked.values(of: "X-A") == [])
          let isEmpty = [.post, .put].contains(method) && !body.isPresent
          let length = body.knownLength.map { "\($0)" } ?? ""
          let lengths = body.isPresent ? [length] : isEmpty ? ["0"] : []
          #expect(asked.values(of: "Content-Length") == lengths, "\(former.0), then \(method)")
        }
      }
    }

    @Test("settings that make no sense are reported, and the least that does is taken")
    func corrected() throws {
      let counts = Lock<[String]>([])
      let reports = Misuse.onReport { misuse in
        if case .countTooSmall(let name, _, _) = misuse { counts.withLock { $0.append(name) } }
      }
      var settings = CurlSettings()
      settings.maximumConnectionsPerHost = 0
      settings.maximumBodyBytes = -1
      let corrected = settings.corrected()
      reports.cancel()
      #expect(corrected.maximumConnectionsPerHost == 1)
      #expect(corrected.maximumBodyBytes == 0)
      let told = counts.withLock { $0 }.filter { $0.hasPrefix("CurlSettings.") }
      #expect(
        told == ["CurlSettings.maximumConnectionsPerHost", "CurlSettings.maximumBodyBytes"])
    }

    @Test("connections are limited in all, and one that is idle makes room for another host")
    func limitInAll() async throws {
      var settings = CurlSettings()
      settings.maximumConnections = 2
      let fixture = try WireFixture(settings)
      let servers = try (0..<3).map { _ in try LoopbackServer() }
      let requests = try servers.flatMap { server in
        server.route("GET", "/x") { _ in .text("x").delayed(by: .milliseconds(2)) }
        return Array(repeating: HTTPRequest(url: try HTTPURL(server.url("/x"))), count: 8)
      }
      await withTaskGroup(of: Void.self) { group in
        for request in requests {
          group.addTask {
            #expect(await fixture.transport.send(request, body: .none).exchange().text == "x")
          }
        }
      }
      let open = servers.map { $0.log.openConnections.count }.reduce(0, +)
      #expect(open <= 2)
    }

    @Test("a proxy that is named is asked, and what it refuses is no connection")
    func proxy() async throws {
      let proxy = try LoopbackServer()
      proxy.route("GET", "*") { .text($0.target) }
      var settings = CurlSettings()
      settings.proxy = .address(proxy.url(""))
      let transport = CurlTransport(settings)
      let plain = HTTPRequest(url: try HTTPURL("http://nosuch.invalid/x?y"))
      let exchange = await transport.send(plain, body: .none).exchange()
      #expect(exchange.text == "http://nosuch.invalid/x?y")
      let tunnel = HTTPRequest(url: try HTTPURL("https://nosuch.invalid/"))
      let refused = await transport.send(tunnel, body: .none).exchange()
      #expect(refused.failure?.kind == .cannotConnect)
      #expect(refused.heads.isEmpty && refused.informational.isEmpty)
      #expect(proxy.log.requests.map(\.method) == ["GET", "CONNECT"])
    }

    @Test("sockets are not inherited by child processes")
    func inheritance() async throws {
      let fixture = try WireFixture()
      fixture.server.route("GET", "/x") { _ in .text("x") }
      #expect(try await fixture.exchange(.get, "/x").text == "x")
      let sockets = ThisProcess.sockets(toPort: fixture.server.port)
      #expect(sockets.count == 1)
      #expect(sockets.allSatisfy { !$0.isInherited })
    }

    @Test("transports that come and go leave no thread and no connection behind")
    func comeAndGo() async throws {
      let fixture = try WireFixture()
      fixture.server.route("GET", "/x") { _ in .text("x") }
      let request = try fixture.request(.get, "/x")
      for round in 0..<(Self.isFull ? 1_000 : 100) {
        let transport = CurlTransport()
        if round % 2 == 0 {
          #expect(await transport.send(request, body: .none).exchange().text == "x")
        } else {
          transport.send(request, body: .none).observe { _ in }.cancel()
        }
      }
      #expect(await fixture.server.waitUntil { $0.openConnections.isEmpty })
      // Other tests have loops of their own at the same time.
      let deadline = ContinuousClock.now.advanced(by: .seconds(10))
      while ThisProcess.loops > 40, .now < deadline { await Task.yield() }
      #expect(ThisProcess.loops <= 40)
      #expect(ThisProcess.sockets(toPort: fixture.server.port).isEmpty)
    }

    @Test("many that wait hold one thread and little memory")
    func waiting() async throws {
      var settings = CurlSettings()
      settings.maximumConnectionsPerHost = 16
      let fixture = try WireFixture(settings)
      fixture.server.route("GET", "/silent") { _ in .silence }
      let request = try fixture.request(.get, "/silent")
      let before = ThisProcess.memory
      let count = Self.isFull ? 10_000 : 1_000
      let scope = Subscription()
      for _ in 0..<count {
        fixture.transport.send(request, body: .none).observe(in: scope.child()) { _ in }
      }
      #expect(await fixture.server.waitUntil { $0.requests.count == 16 })
      // Other tests run at the same time but when it is counted in full.
      #expect(!Self.isFull || (ThisProcess.memory - before) / count < 30_000)
      scope.cancel()
      #expect(await fixture.server.waitUntil { $0.openConnections.isEmpty })
    }

    @Test("a download at full speed leaves the others their turn, and its cancel is at once")
    func turns() async throws {
      let fixture = try WireFixture()
      let part = [UInt8](repeating: 1, count: 1 << 16)
      fixture.server.route("GET", "/flood") { _ in
        ServerAnswer(body: [part], framing: .untilClose).broken(.flood, at: .end)
      }
      fixture.server.route("GET", "/x") { _ in .text("x") }
      let received = Count()
      let flood = fixture.transport.send(try fixture.request(.get, "/flood"), body: .none)
      let subscription = flood.observe { event in
        if case .value(.chunk(let bytes)) = event { received.add(bytes.count) }
      }
      for _ in 0..<20 { #expect(try await fixture.exchange(.get, "/x").text == "x") }
      #expect(received.now > 1 << 20)
      subscription.cancel()
      #expect(await fixture.server.waitUntil { $0.openConnections.count <= 1 })
      let count = received.now
      #expect(try await fixture.exchange(.get, "/x").text == "x")
      #expect(received.now == count)
    }

    @Test("a name that is being looked up holds up neither its cancel nor anybody else")
    func nameLookup() async throws {
      let fixture = try WireFixture(CurlSettings())
      fixture.server.route("GET", "/x") { _ in .text("x") }
      let start = ContinuousClock.now
      for index in 0..<10 {
        let request = HTTPRequest(url: try HTTPURL("http://slow\(index).nosuch.invalid/"))
        let subscription = fixture.transport.send(request, body: .none).observe { _ in }
        subscription.cancel()
        let exchange = try await fixture.exchange(.get, "/x")
        #expect(exchange.text == "x", "\(String(describing: exchange.failure))")
      }
      // Where a lookup takes its usual two seconds, ten take more than that. A sanitizer slows all.
      #if !PTHREAD_LOCKS
        #expect(start.duration(to: .now) < .seconds(15))
      #endif
    }

    @Test("after a failure of any kind the next exchange is as good as new")
    func afterFailures() async throws {
      let fixture = try WireFixture(CurlSettings())
      fixture.server.route("GET", "/x") { _ in .text("x") }
      fixture.server.route("*", "/cut") { _ in .text("0123").broken(.reset, at: .body(2)) }
      let port = fixture.server.port
      let urls = [
        "http://nosuch.invalid/", "https://127.0.0.1:\(port)/", "http://127.0.0.1:1/",
        "http://127.0.0.1:\(port)/cut", "http://[::1]:1/",
      ]
      for url in urls {
        let request = HTTPRequest(url: try HTTPURL(url))
        #expect(await fixture.transport.send(request, body: .none).exchange().failure != nil)
        let exchange = try await fixture.exchange(.get, "/x")
        #expect(exchange.text == "x", "\(url): \(String(describing: exchange.failure))")
      }
    }

    @Test("cancels that race ends are one or the other, and leave nothing")
    func racingCancels() async throws {
      let fixture = try WireFixture()
      fixture.server.route("GET", "/x") { _ in .text("x") }
      let request = try fixture.request(.get, "/x")
      let ends = Count()
      let releases = Count()
      let rounds = Self.isFull ? 50_000 : 2_000
      await withTaskGroup(of: Void.self) { group in
        for lane in 0..<4 {
          group.addTask {
            for round in 0..<(rounds / 4) {
              let probe = ReleaseProbe { releases.add() }
              let subscription = fixture.transport.send(request, body: .none)
                .observe { [probe] event in
                  withExtendedLifetime(probe) {}
                  if event.isTerminal { ends.add() }
                }
              let pause = Duration.microseconds((round * 7 + lane) % 60 * 10)
              let start = ContinuousClock.now
              while start.duration(to: .now) < pause { await Task.yield() }
              subscription.cancel()
              if round % 3 == 0 { subscription.cancel() }
            }
          }
        }
      }
      #expect(try await fixture.exchange(.get, "/x").text == "x")
      let deadline = ContinuousClock.now.advanced(by: .seconds(10))
      while releases.now < rounds / 4 * 4, .now < deadline { await Task.yield() }
      #expect(releases.now == rounds / 4 * 4)
      #expect(ends.now <= rounds)
    }
  }
#endif
