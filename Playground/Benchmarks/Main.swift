#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `swift run -c release Benchmarks`, with the options that `Options.usage` names.
@main
enum Benchmarks {
  static func main() {
    do throws(BadArgument) {
      let options = try Options(CommandLine.arguments.dropFirst())
      var measured = Rows.all.filter { options.includes($0.name) }.map {
        Harness(rounds: options.rounds).measure($0)
      }
      if options.includes(WireRows.name) {
        measured += WireRows.all(rounds: max(1, options.rounds / 5))
      }
      print(options.isJSON ? Report.json(measured) : Report.table(measured))
      let missed = measured.filter { !$0.isOpen && $0.isMissed(slack: options.slack) }
      if options.isCheck, !missed.isEmpty {
        print("Missed: " + missed.map(\.name).joined(separator: "; "))
        exit(1)
      }
    } catch {
      print(error.text)
      exit(2)
    }
  }
}
