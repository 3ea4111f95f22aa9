import Foundation
import StreamsHTTPTesting

/// `swift run Playground [list | NAME]`: runs every page, names them, or runs one.
@main
enum Tour {
  /// The pages, in the order they are run. The waterfall comes last and draws what all did.
  static let pages: [any Page] = [
    QuickstartPage(), ProfilePage(), TokenPage(), RetryPage(), SearchPage(), CancelPage(),
    BridgesPage(), ThreeWaysPage(), VirtualPage(), WaterfallPage(),
  ]

  static func main() async {
    switch CommandLine.arguments.dropFirst().first {
    case nil: await run(pages)
    case "list": print(list)
    case let name?:
      guard let page = pages.first(where: { $0.name == name }) else { refuse(name) }
      await run([page])
    }
  }

  /// A line for each page.
  private static var list: String {
    pages.map { Text.padded($0.name, to: 12) + $0.sentence }.joined(separator: "\n")
  }

  private static func refuse(_ name: String) -> Never {
    let complaint = "There is no page \"\(name)\". The pages are:\n\n\(list)\n"
    FileHandle.standardError.write(Data(complaint.utf8))
    exit(2)
  }

  private static func run(_ pages: [any Page]) async {
    do {
      let stage = try Stage()
      defer { stage.server.stop() }
      print("A server answers at \(stage.server.url()), and nothing else is asked.")
      var mismatches = 0
      for page in pages { mismatches += await run(page, on: stage) }
      guard mismatches == 0 else {
        print("\n" + Text.bad("✗ not as expected: \(mismatches)"))
        exit(1)
      }
    } catch {
      print(Text.bad("The server did not start: \(error)"))
      exit(1)
    }
  }

  /// Runs a page; answers with how many of its expectations were not met.
  private static func run(_ page: any Page, on stage: Stage) async -> Int {
    print("\n" + Text.title(page.name) + " – " + page.sentence)
    var expect = Expect()
    do {
      try await page.run(on: stage, &expect)
    } catch {
      expect.never("a failure", error)
    }
    print(expect.summary)
    return expect.mismatches.count
  }
}
