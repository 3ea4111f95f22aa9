import Streams
import StreamsTesting

extension OperatorTable {
  // MARK: - append

  static let appending: [OperatorRow] = [
    OperatorRow("append, as the first", in: ["Append"], .plain) { source, _, _ in
      source.append(.empty())
    },
    OperatorRow("append, as the second", in: ["Append"], .plain) { source, _, _ in
      Items.empty().append(source)
    },
    OperatorRow("append and catch, between", in: ["Append", "Catch"], .plain) { source, _, _ in
      Items.empty().catch { _ in .empty() }.append(source).append(.empty())
        .catch { .fail($0) }
    },
  ]

  // MARK: - merge

  static let merging: [OperatorRow] =
    [
      OperatorRow("merge(with:)", in: ["Merge"], .plain) { source, _, _ in
        source.merge(with: .empty())
      },
      OperatorRow("merge, the second of two", in: ["Merge"], .plain) { source, _, _ in
        merge(.empty(), source)
      },
      OperatorRow("merge, a list of one", in: ["Merge"], .plain) { source, _, _ in
        merge([source])
      },
    ]
    + positions(3...6).map { count, index in
      OperatorRow("merge, \(index + 1) of \(count)", in: ["Merge"], .plain) { source, _, _ in
        let all = placed(source, at: index, of: count, others: .empty())
        return switch count {
        case 3: merge(all[0], all[1], all[2])
        case 4: merge(all[0], all[1], all[2], all[3])
        case 5: merge(all[0], all[1], all[2], all[3], all[4])
        default: merge(all)
        }
      }
    }

  // MARK: - zip: each input is the source, so that all have a partner; one is looked at

  static let zipping: [OperatorRow] =
    [
      OperatorRow("zip(with:)", in: ["Zip"], [.plain, .severalTimes]) { source, _, _ in
        source.zip(with: source).map(\.0)
      },
      OperatorRow("zip, the second of two", in: ["Zip"], [.plain, .severalTimes]) { source, _, _ in
        zip(source, source).map(\.1)
      },
      OperatorRow("zip, beside one with more", in: ["Zip"], .passesFailure) { source, _, _ in
        zip(source, Items.sequence([7, 8, 9])).map(\.0)
      },
      OperatorRow("zip, a list of one", in: ["ZipList"], .plain) { source, _, _ in
        zip([source]).map { $0[0] }
      },
      OperatorRow("zip, a list", in: ["ZipList"], [.plain, .severalTimes]) { source, _, _ in
        zip([source, source, source]).map { $0[1] }
      },
    ]
    + (3...6).map { count in
      OperatorRow("zip of \(count)", in: ["ZipMany"], [.plain, .severalTimes]) { source, _, _ in
        switch count {
        case 3: zip(source, source, source).map(\.2)
        case 4: zip(source, source, source, source).map(\.0)
        case 5: zip(source, source, source, source, source).map(\.3)
        default: zip(source, source, source, source, source, source).map(\.5)
        }
      }
    }

  // MARK: - combineLatest: the others have one value, so that each of the source's comes out

  static let latest: [OperatorRow] =
    [
      OperatorRow("combineLatest(with:)", in: ["CombineLatest"], [.passesLive, .passesFailure]) {
        source, _, _ in source.combineLatest(with: .just(0)).map(\.0)
      },
      OperatorRow("combineLatest, the second of two", in: ["CombineLatest"], .plain) {
        source, _, _ in combineLatest(.just(0), source).map(\.1)
      },
      OperatorRow("combineLatest, a list of one", in: ["CombineLatestList"], .plain) {
        source, _, _ in combineLatest([source]).map { $0[0] }
      },
    ]
    + positions(3...3).map { count, index in
      let traits: OperatorRow.Traits =
        index == count - 1 ? .plain : [.passesLive, .passesFailure]
      return OperatorRow(
        "combineLatest, \(index + 1) of a list of \(count)", in: ["CombineLatestList"], traits
      ) { source, _, _ in
        combineLatest(placed(source, at: index, of: count, others: .just(0))).map { $0[index] }
      }
    }
    + positions(3...6).map { count, index in
      let traits: OperatorRow.Traits =
        index == count - 1 ? .plain : [.passesLive, .passesFailure]
      return OperatorRow(
        "combineLatest, \(index + 1) of \(count)", in: ["CombineLatestMany"], traits
      ) { source, _, _ in
        let all = placed(source, at: index, of: count, others: .just(0))
        return latestOfMany(all, index)
      }
    }

  private static func latestOfMany(_ all: [Items], _ index: Int) -> Items {
    switch all.count {
    case 3:
      combineLatest(all[0], all[1], all[2]).map { [$0.0, $0.1, $0.2][index] }
    case 4:
      combineLatest(all[0], all[1], all[2], all[3]).map { [$0.0, $0.1, $0.2, $0.3][index] }
    case 5:
      combineLatest(all[0], all[1], all[2], all[3], all[4])
        .map { [$0.0, $0.1, $0.2, $0.3, $0.4][index] }
    default:
      combineLatest(all[0], all[1], all[2], all[3], all[4], all[5])
        .map { [$0.0, $0.1, $0.2, $0.3, $0.4, $0.5][index] }
    }
  }

  // MARK: - Positions

  static func positions(_ counts: ClosedRange<Int>) -> [(count: Int, index: Int)] {
    counts.flatMap { count in (0..<count).map { (count, $0) } }
  }

  static func placed(
    _ source: Items, at index: Int, of count: Int, others: Items
  ) -> [Items] {
    (0..<count).map { $0 == index ? source : others }
  }
}
