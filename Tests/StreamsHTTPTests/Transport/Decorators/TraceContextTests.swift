import Streams
import Testing

@testable import StreamsHTTP

@Suite("A trace context")
struct TraceContextTests {
  @Test("is read as the table says", arguments: Vectors.rows("traceparent"))
  func table(_ row: Vector) {
    let context = TraceContext(row.input["values"].list.map { $0.text ?? "" })
    let actual: JSON =
      if let context {
        .object([
          "valid": .bool(true), "version": .integer(Int(context.version)),
          "trace_id": .text(context.traceID), "parent_id": .text(context.parentID),
          "flags": .integer(Int(context.flags)), "sampled": .bool(context.isSampled),
        ])
      } else {
        .object(["valid": .bool(false)])
      }
    #expect(row.accepts(actual), "wanted \(row.wanted), got \(actual)")
  }

  @Test("that is written can be read again")
  func roundTrip() throws {
    for isSampled in [true, false] {
      let root = TraceContext(isSampled: isSampled, chance: .seeded(1))
      #expect(TraceContext([root.field]) == root)
      #expect(root.isSampled == isSampled)
    }
  }

  @Test("has children of the same trace, with an identifier and known flags of their own")
  func children() throws {
    let parent = try #require(
      TraceContext(["cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-ff-x"]))
    let child = parent.child(chance: .seeded(1))
    #expect(child.traceID == parent.traceID)
    #expect(child.parentID != parent.parentID)
    #expect(child.field.hasPrefix("00-0af7651916cd43dd8448eb211c80319c-"))
    #expect(child.field.hasSuffix("-03"))
  }

  @Test("is never all zero, whatever chance gives")
  func zero() {
    let root = TraceContext(chance: Randomness { 0 })
    #expect(TraceContext([root.field]) == root)
  }
}
