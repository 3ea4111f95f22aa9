import Testing

/// The rules of the house that no compiler checks, on the package as it stands.
@Suite("House")
struct HouseTests {
  private func expectNone(_ findings: [String]) {
    #expect(findings.isEmpty, "\(findings.joined(separator: "\n"))")
  }

  @Test("There is something to check")
  func isFound() {
    #expect(House.sources.count > 50)
    #expect(House.operatorFolders.contains("Combining"))
  }

  @Test("Files are at most 400 lines, half of the sources at most 100")
  func files() {
    expectNone(House.swift.flatMap(SizeChecks.longFile))
    #expect(SizeChecks.median(House.sources) <= SizeChecks.medianLimit)
  }

  @Test("Lines are at most 100 columns")
  func lines() {
    let files = House.swift.filter { !$0.path.hasPrefix("Playground/") }
    expectNone(files.flatMap(SizeChecks.longLines))
  }

  @Test("Functions are at most 40 lines")
  func functions() { expectNone(House.swift.flatMap(SizeChecks.longFunctions)) }

  @Test("Sources do not trap")
  func traps() { expectNone(House.sources.flatMap(CodeChecks.traps)) }

  @Test("@unchecked Sendable stands where its reasons are written, and nowhere else")
  func unchecked() { expectNone(House.sources.flatMap(CodeChecks.unchecked)) }

  @Test("Modules import what they may")
  func imports() { expectNone(House.sources.flatMap(ImportChecks.imports)) }

  @Test("Operators know no concrete scheduler")
  func schedulers() { expectNone(House.sources.flatMap(CodeChecks.concreteSchedulers)) }

  @Test("Every public operator draws itself")
  func marbles() { expectNone(House.sources.flatMap(DocChecks.undrawn)) }

  @Test("Every operator has its test at the mirrored path")
  func mirrors() { expectNone(DocChecks.mirrors(House.files)) }

  @Test("No file knows a machine")
  func machines() {
    expectNone(House.files.flatMap { CodeChecks.machinePaths($0, House.text($0) ?? "") })
  }
}

/// The pages beside the code.
@Suite("Pages")
struct PagesTests {
  @Test("The README is short, begins with the commands and knows every kind of operator")
  func readme() throws {
    let text = try #require(House.text("README.md"))
    #expect(DocChecks.readme(text, folders: House.operatorFolders) == [])
  }

  @Test("CONTRIBUTING is a page")
  func contributing() throws {
    #expect(DocChecks.contributing(try #require(House.text("CONTRIBUTING.md"))) == [])
  }

  @Test("The topics of the documentation are the folders of Operators")
  func catalog() throws {
    let text = try #require(House.text("Sources/Streams/Streams.docc/Streams.md"))
    let others: Set = ["Guides", "Signal", "Schedulers", "Adapters"]
    let findings = DocChecks.catalog(text, folders: House.operatorFolders, others: others)
    #expect(findings == [])
  }

  @Test("Whoever comes from elsewhere finds every operator in a table")
  func guide() throws {
    let text = try #require(House.text("Sources/Streams/Streams.docc/ComingFromElsewhere.md"))
    let files = House.sources.filter { $0.path.contains("/Operators/") }
    #expect(files.count > 30)
    #expect(GuideChecks.missing(from: text, files) == [])
  }
}
