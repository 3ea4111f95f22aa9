import Testing

@testable import StreamsHTTP

@Suite("A search for bytes")
struct ByteSearchTests {
  @Test("finds them wherever they stand, and nothing else")
  func places() {
    let sought = Array("--B".utf8)
    for text in ["--B", "x--B", "--Bx", "---B", "----B--", "- --- --B", "-\r\n--B"] {
      #expect(Array(text.utf8).holds(sought), "\(text)")
    }
    for text in ["", "-", "--", "-B", "--b", "- -B", "B--", "--\0B", "-----"] {
      #expect(!Array(text.utf8).holds(sought), "\(text)")
    }
    #expect([1].holds([]) && [UInt8]().holds([]))
  }

  @Test("takes time in proportion, in bytes that almost match too")
  func time() {
    func time(_ count: Int) -> Duration {
      let bytes = [UInt8](repeating: UInt8(ascii: "-"), count: count)
      let sought = Array("--B".utf8)
      return (0..<3).map { _ in ContinuousClock().measure { _ = bytes.holds(sought) } }.min()
        ?? .zero
    }
    let (short, long) = (time(20_000), time(160_000))
    #expect(long / short < 40, "\(short), \(long)")
  }
}
