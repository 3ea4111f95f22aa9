import Testing

@testable import Streams

@Suite("Slots")
struct SlotsTests {
  @Test("keep the order of insertion")
  func order() {
    var slots = Slots<String>()
    let tokens = ["a", "b", "c", "d"].map { slots.append($0) }
    #expect(slots.elements == ["a", "b", "c", "d"])
    #expect(slots.remove(tokens[1]) == "b")
    #expect(slots.elements == ["a", "c", "d"])
    #expect(slots.count == 3)
    #expect(slots.remove(tokens[1]) == nil)
    #expect(slots.count == 3)
    #expect(slots.removeAll() == ["a", "c", "d"])
    #expect(slots.isEmpty)
    #expect(slots.remove(tokens[0]) == nil)
  }

  @Test("never give a token twice")
  func tokens() {
    var slots = Slots<Int>()
    var seen: Set<Int> = []
    for round in 0..<100 {
      let token = slots.append(round)
      #expect(seen.insert(token).inserted)
      if round % 3 == 0 { _ = slots.remove(token) }
      if round % 10 == 0 { _ = slots.removeAll() }
    }
  }

  @Test("agree with a plain list, whatever leaves when")
  func model() {
    var generator = SeededGenerator(seed: 7)
    var slots = Slots<Int>()
    var model: [(token: Int, value: Int)] = []
    for round in 0..<3_000 {
      if generator.next() % 3 != 0 || model.isEmpty {
        model.append((slots.append(round), round))
      } else {
        let index = Int(generator.next() % UInt64(model.count))
        let (token, value) = model.remove(at: index)
        #expect(slots.remove(token) == value)
      }
      #expect(slots.count == model.count)
    }
    #expect(slots.elements == model.map(\.value))
  }

  @Test("do not keep empty places, in whatever order elements leave", arguments: [0, 1, 2])
  func emptyPlaces(order: Int) {
    var slots = Slots<Int>()
    let tokens = (0..<1_000).map { slots.append($0) }
    let leaving =
      switch order {
      case 0: tokens
      case 1: Array(tokens.reversed())
      default: Array(tokens.prefix(499)) + Array(tokens.suffix(501).reversed())
      }
    for token in leaving {
      _ = slots.remove(token)
      #expect(slots.places.count <= 2 * slots.count + 1)
    }
  }
}
