import Testing

/// Each check, shown something bad, says so; shown something good, it is silent.
@Suite("Checks can fail")
struct CheckTests {
  private func text(
    _ text: String, at path: String = "Sources/Streams/Operators/Timing/X.swift"
  ) -> SwiftText {
    SwiftText(path: path, text)
  }

  private func body(of lines: Int) -> String {
    "func long() {\n" + String(repeating: "  work()\n", count: lines) + "}\n"
  }

  @Test("Comments and strings are no code")
  func blanking() {
    let code = text(
      """
      let a = "fatalError \\(b("try!")) as!" // as!
      /* try! /* as! */ fatalError */ let c = #"as! " \\"#
      let d = 1
      """
    ).code
    #expect(code[0].hasPrefix("let a = ") && code[0].drop { $0 != "=" }.dropFirst().allSpaces)
    #expect(code[1].contains("let c =") && !code[1].contains("!"))
    #expect(code[2] == "let d = 1")
  }

  @Test("Sizes")
  func sizes() {
    #expect(SizeChecks.longFile(text(String(repeating: "\n", count: 401))).count == 1)
    #expect(SizeChecks.longFile(text(String(repeating: "\n", count: 400))).isEmpty)
    #expect(SizeChecks.longLines(text(String(repeating: "x", count: 101))).count == 1)
    #expect(SizeChecks.longLines(text(String(repeating: "x", count: 100))).isEmpty)
    #expect(SizeChecks.median([text("\n"), text("\n\n"), text("\n\n\n")]) == 2)
  }

  @Test("Functions, also inside others, in types, beside closures and requirements")
  func functions() {
    #expect(SizeChecks.longFunctions(text(body(of: 41))).count == 1)
    #expect(SizeChecks.longFunctions(text(body(of: 40))).isEmpty)
    #expect(SizeChecks.longFunctions(text("struct S {\n" + body(of: 41) + "}\n")).count == 1)
    var scan = FunctionScan(
      text(
        """
        protocol P {
          func required(_ a: Int) -> Int
        }
        func f(
          _ a: () -> Void = { print("}") }
        ) {
          g {
            1
          }
        }
        """))
    #expect(scan.bodies() == [FunctionScan.Body(line: 3, lines: 3)])
  }

  @Test(
    "Traps", arguments: ["fatalError()", "try! f()", "a as! B", "preconditionFailure()"])
  func traps(_ code: String) {
    #expect(CodeChecks.traps(text(code)).count == 1)
    #expect(CodeChecks.traps(text("// " + code)).isEmpty)
  }

  @Test("Unchecked")
  func unchecked() {
    let code = "final class A: @unchecked Sendable {}"
    #expect(CodeChecks.unchecked(text(code)).count == 1)
    #expect(CodeChecks.unchecked(text(code, at: "Sources/Streams/Internal/Lock.swift")).isEmpty)
  }

  @Test("Imports")
  func imports() {
    #expect(ImportChecks.imports(text("public import Foundation")).count == 1)
    #expect(ImportChecks.imports(text("import Dispatch")).count == 1)
    #expect(ImportChecks.imports(text("import struct Dispatch.DispatchTime")).count == 1)
    #expect(ImportChecks.imports(text("@testable import Testing")).count == 1)
    #expect(ImportChecks.imports(text("internal import Synchronization")).isEmpty)
    let scheduler = "Sources/Streams/Schedulers/X.swift"
    #expect(ImportChecks.imports(text("public import Dispatch", at: scheduler)).isEmpty)
    let kit = "Sources/StreamsTesting/Time/X.swift"
    #expect(ImportChecks.imports(text("import Foundation", at: kit)).count == 1)
  }

  @Test("Concrete schedulers")
  func schedulers() {
    #expect(CodeChecks.concreteSchedulers(text("let s = DispatchScheduler.main")).count == 1)
    #expect(CodeChecks.concreteSchedulers(text("let s: any Scheduler")).isEmpty)
  }

  @Test("Machine paths")
  func machines() {
    #expect(CodeChecks.machinePaths("a", "see " + CodeChecks.machineWords[0] + "x").count == 1)
    #expect(CodeChecks.machinePaths("a", "see ../x").isEmpty)
  }

  @Test("Mirrors")
  func mirrors() {
    let source = "Sources/Streams/Operators/Timing/Delay.swift"
    let test = "Tests/StreamsTests/Operators/Timing/DelayTests.swift"
    #expect(DocChecks.mirrors([source]).count == 1)
    #expect(DocChecks.mirrors([test]).count == 1)
    #expect(DocChecks.mirrors([source, test]).isEmpty)
  }

  @Test("Operators that draw nothing")
  func marbles() {
    let drawn = "  /// A\n  ///\n  /// ```\n  /// 1-2\n  /// ```\n"
    let plain = "  /// A\n"
    let method = "  @inlinable\n  public func a(\n    _ b: Int\n  ) -> Signal<Int, Never> {\n  }\n"
    let start = "  public init(_ b: Int) {\n  }\n"
    for body in [method, start] {
      let bad = text("extension Signal {\n" + plain + body + "}\n")
      let good = text("extension Signal {\n" + drawn + body + "}\n")
      #expect(DocChecks.undrawn(bad).count == 1)
      #expect(DocChecks.undrawn(good).isEmpty)
    }
    let other = "public struct A {\n" + plain + start + "  public func b() -> Int {\n  }\n}\n"
    #expect(DocChecks.undrawn(text(other)).isEmpty)
  }

  @Test("Pages")
  func pages() {
    let good = "# S\n```swift\n```\nswift run Playground\nswift test\n### Timing\n"
    #expect(DocChecks.readme(good, folders: ["Timing"]) == [])
    #expect(DocChecks.readme(good, folders: ["Timing", "Sharing"]).count == 1)
    #expect(DocChecks.readme("# S\n```swift\nswift test\n", folders: []).count == 1)
    #expect(DocChecks.readme(String(repeating: "\n", count: 12) + good, folders: []).count == 1)
    #expect(DocChecks.readme(String(repeating: "\n", count: 20) + good, folders: []).count == 3)
    #expect(DocChecks.readme(good + String(repeating: "\n", count: 150), folders: []).count == 1)
    #expect(DocChecks.contributing(String(repeating: "\n", count: 61)).count == 1)
    #expect(DocChecks.contributing(String(repeating: "\n", count: 60)).isEmpty)
    let topics = "# S\n### More\n## Topics\n### Signal\n### Timing\n"
    #expect(DocChecks.catalog(topics, folders: ["Timing"], others: ["Signal"]) == [])
    #expect(DocChecks.catalog(topics, folders: ["Timing"], others: []).count == 1)
    #expect(DocChecks.catalog("", folders: ["Timing"], others: []).count == 1)
  }

  @Test("Operators that stand in no table")
  func guide() {
    let file = text(
      """
      extension Signal {
        public func hold(for time: Int, _ b: (Int, Int) -> Void = { _, _ in }) -> Signal {
        }
        @inlinable
        public func hold<New: P>(
          while condition: [Int: New], _ other: New...
        ) -> Signal {
        }
        public init(callback work: Int) {
        }
        public init(_ x: Int) {
        }
        func inside() {
        }
      }
      public func join(_ a: Int) -> Signal<Int, Never> {
      }
      public struct Kept {
        public func other() -> Int {
        }
      }
      """)
    let rows = [
      "| ``Signal/hold(for:_:)`` | a |", "| `hold(while:)` | b |", "| `Signal(callback:)` | c |",
      "| ``join(_:)`` | d |", "| `Signal(_:)` of an `X` | e |",
    ]
    let page = "## A\n" + rows.joined(separator: "\n") + "\n\nhold(while:)"
    #expect(GuideChecks.missing(from: page, [file]) == [])
    for row in rows {
      let rest = page.replacing(row, with: "| - | \(row) |")
      #expect(GuideChecks.missing(from: rest, [file]).count == 1)
    }
    let types = text("public struct X {\n}\n")
    #expect(GuideChecks.missing(from: "| `Y` | X |", [types]).count == 1)
    #expect(GuideChecks.missing(from: "| ``X`` | - |", [types]) == [])
  }
}

extension Substring {
  fileprivate var allSpaces: Bool { allSatisfy { $0 == " " } }
}
