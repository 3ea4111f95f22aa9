import Foundation
import StreamsTesting
import Testing

@testable import Streams

// The block of the documentation, as it stands there.
extension NotificationCenter {
  fileprivate func signal<Value: Sendable>(
    for name: Notification.Name, _ read: @escaping @Sendable (Notification) -> Value?
  ) -> Signal<Value, Never> {
    Signal { emitter in
      nonisolated(unsafe) let token = self.addObserver(forName: name, object: nil, queue: nil) {
        if let value = read($0) { emitter.send(value) }
      }
      emitter.onTermination { unsafe self.removeObserver(token) }
    }
  }
}

@Suite("A source that somebody else calls")
struct NotificationTests {
  @Test("of notifications: each observation registers, a cancel removes it and lets go of it")
  func notifications() {
    let (center, name) = (NotificationCenter(), Notification.Name("told"))
    let (log, census) = (Log<Int>(), Census())
    func start() -> [Subscription] {
      let canary = census.canary("handler")
      let signal = center.signal(for: name) { $0.userInfo?["number"] as? Int }
      return (0..<2).map { place in
        signal.observe(value: { number in
          _ = canary
          log.append(number * 10 + place)
        })
      }
    }
    let misuses = collectingMisuse {
      let observations = start()
      for number in 1...2 {
        center.post(name: name, object: nil, userInfo: ["number": number])
        observations[number - 1].cancel()
      }
      center.post(name: name, object: nil, userInfo: ["number": 3])
    }
    #expect(log.entries.sorted() == [10, 11, 21])
    #expect(census.alive == [])
    #expect(misuses.entries == [])
  }

  @Test("the documentation shows it as it stands here")
  func documented() throws {
    var package = URL(fileURLWithPath: #filePath)
    while package.pathComponents.count > 1,
      !FileManager.default.fileExists(atPath: package.appending(path: "Package.swift").path)
    {
      package.deleteLastPathComponent()
    }
    let page = try String(
      contentsOf: package.appending(path: "Sources/Streams/Streams.docc/Streams.md"),
      encoding: .utf8)
    let own = try String(contentsOfFile: #filePath, encoding: .utf8)
    let block = try #require(own.components(separatedBy: "fileprivate func").dropFirst().first)
      .components(separatedBy: "\n}\n")[0]
    #expect(page.contains("  func" + block + "\n}\n"))
  }
}
