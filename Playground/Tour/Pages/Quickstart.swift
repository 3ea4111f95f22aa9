// README: begin quickstart
import Streams

// README: end quickstart
import StreamsTesting

/// The first block of the README and the test of it, run. What stands between two marks is what
/// the README shows, moved to the left margin; its `#expect` is `expect` here.
struct QuickstartPage: Page {
  let name = "quickstart"
  let sentence = "the first block of the README, and the same as a test that waits for nothing"

  func run(on stage: Stage, _ expect: inout Expect) async {
    var printed: [String] = []
    func print(_ line: String) {
      printed.append(line)
      Swift.print("  " + line)
    }

    // README: begin quickstart
    let clock = DispatchScheduler(label: "clock")
    let name = Signal.just("Ada").delay(for: .milliseconds(300), scheduler: clock)
    let notes = Signal.just(3).delay(for: .milliseconds(200), scheduler: clock)
    let lines = zip(name, notes).map { "\($0) has \($1) notes" }
    for await line in lines.values { print(line) }  // Ada has 3 notes, after 0.3 seconds
    // README: end quickstart

    expect("what the block prints", printed, equals: ["Ada has 3 notes"])
    test(&expect)
  }

  private func test(_ expect: inout Expect) {
    // README: begin quickstart test
    let time = TestScheduler()
    let name = Signal.just("Ada").delay(for: .milliseconds(300), scheduler: time)
    let notes = Signal.just(3).delay(for: .milliseconds(200), scheduler: time)
    let greeting = time.record(zip(name, notes).map { "\($0) has \($1) notes" })

    time.advance(by: .milliseconds(299))
    expect(greeting.values == [])
    time.advance(by: .milliseconds(1))
    expect(greeting.values == ["Ada has 3 notes"])
    // README: end quickstart test
  }
}
