struct BadArgument: Error {
  var text: String
}

/// What the command line asks for.
struct Options {
  var isJSON = false
  var isCheck = false
  var slack = 1.0
  var rounds = 15
  var filter: String?

  static let usage =
    "usage: Benchmarks [--json] [--check] [--slack FACTOR] [--rounds N] [--filter TEXT]"

  init(_ arguments: some Sequence<String>) throws(BadArgument) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--json": isJSON = true
      case "--check": isCheck = true
      case "--slack":
        guard let value = rest.next().flatMap(Double.init), value >= 1 else {
          throw BadArgument(text: "--slack takes a number from 1\n" + Self.usage)
        }
        slack = value
      case "--rounds":
        guard let value = rest.next().flatMap({ Int($0) }), value > 0 else {
          throw BadArgument(text: "--rounds takes a whole number from 1\n" + Self.usage)
        }
        rounds = value
      case "--filter":
        guard let value = rest.next() else {
          throw BadArgument(text: "--filter takes a text\n" + Self.usage)
        }
        filter = value
      default: throw BadArgument(text: "unknown: \(argument)\n" + Self.usage)
      }
    }
  }

  func includes(_ name: String) -> Bool {
    guard let filter else { return true }
    return name.contains(filter)
  }
}
