internal import Streams

extension Signal where Value == [UInt8], Failure == BodyFailure {
  /// The first `count` bytes; fails when there are fewer.
  ///
  /// Ends: with the last of those bytes; what would follow is not asked for, and with a count of 0
  /// nothing is.
  func exactly(_ count: Int) -> Signal<[UInt8], BodyFailure> {
    guard count > 0 else { return .empty() }
    return .deferred {
      let left = Lock(count)
      return map { bytes -> [UInt8]? in bytes }
        .append(.just(nil))
        .tryMap { bytes throws(BodyFailure) in
          try left.withLock { left throws(BodyFailure) in try Self.taken(bytes, &left, of: count) }
        }
        .concatMap { pieces in .sequence(pieces) }
        .prefix { $0 != nil }
        .compactMap { $0 }
    }
  }

  /// What is passed of a piece, and nil behind the last one; the piece is nil at the end.
  private static func taken(
    _ bytes: [UInt8]?, _ left: inout Int, of count: Int
  ) throws(BodyFailure) -> [[UInt8]?] {
    guard let bytes else {
      guard left == 0 else {
        throw BodyFailure("it gave \(count - left) bytes and was to give \(count)")
      }
      return [nil]
    }
    let isWhole = bytes.count <= left
    let piece = isWhole ? bytes : Array(bytes.prefix(left))
    left -= piece.count
    return left == 0 ? [piece, nil] : [piece]
  }
}
