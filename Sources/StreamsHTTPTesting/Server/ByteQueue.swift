/// Bytes that are appended at one end and taken at the other.
struct ByteQueue {
  private var bytes: [UInt8] = []
  private var start = 0
  /// How far the last search came, so that a slow sender does not make it search again from 0.
  private var searched = 0

  var count: Int { bytes.count - start }
  var isEmpty: Bool { count == 0 }

  var first: UInt8? { isEmpty ? nil : bytes[start] }

  mutating func append(_ more: [UInt8]) {
    if start > 0 && start == bytes.count {
      bytes.removeAll(keepingCapacity: true)
      (start, searched) = (0, 0)
    }
    bytes += more
  }

  func starts(with prefix: [UInt8]) -> Bool { bytes[start...].starts(with: prefix) }

  mutating func drop(_ count: Int) {
    start = min(start + count, bytes.count)
    searched = max(searched, start)
  }

  /// Takes `count` bytes, or nothing when there are fewer.
  mutating func take(_ count: Int) -> [UInt8]? {
    guard self.count >= count else { return nil }
    defer { drop(count) }
    return Array(bytes[start..<start + count])
  }

  /// Takes the bytes up to and with `end`, or nothing when it has not come.
  mutating func take(through end: [UInt8]) -> [UInt8]? {
    var index = max(start, searched)
    while index + end.count <= bytes.count {
      if bytes[index..<index + end.count].elementsEqual(end) {
        searched = start
        return take(index + end.count - start)
      }
      index += 1
    }
    searched = index
    return nil
  }
}
