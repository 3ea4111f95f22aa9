@testable import Streams

/// What a decision of an operator of several inputs was, in a word.
extension PairEffect {
  var drawn: String {
    switch self {
    case .none: "none"
    case .pair(let first, let second): "\(first)\(second)"
    case .pairThenEnd(let first, let second): "\(first)\(second)|"
    case .end: "|"
    }
  }
}

extension ListEffect {
  var drawn: String {
    switch self {
    case .none: "none"
    case .deliver(let values): values.map { "\($0)" }.joined(separator: ",")
    case .deliverThenEnd(let values): values.map { "\($0)" }.joined(separator: ",") + "|"
    case .end: "|"
    }
  }
}
