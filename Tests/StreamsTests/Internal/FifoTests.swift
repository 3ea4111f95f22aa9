import Testing

@testable import Streams

@Suite("Fifo")
struct FifoTests {
  @Test("first in, first out, against a plain list")
  func model() {
    var generator = SeededGenerator(seed: 3)
    var fifo = Fifo<Int>()
    var model: [Int] = []
    for round in 0..<3_000 {
      if generator.next() % 5 < 3 {
        fifo.append(round)
        model.append(round)
      } else {
        #expect(fifo.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
      }
      #expect(fifo.count == model.count)
      #expect(fifo.isEmpty == model.isEmpty)
      #expect(fifo.first == model.first)
    }
    #expect(fifo.elements == model)
    while let next = fifo.popFirst() { #expect(next == model.removeFirst()) }
    #expect(model.isEmpty)
  }

  @Test("costs as much an element, however many there are")
  func cost() {
    let ratio = growth(from: 20_000) { count in
      var fifo = Fifo<Int>()
      var sum = 0
      for number in 0..<count { fifo.append(number) }
      while let next = fifo.popFirst() { sum += next }
      #expect(sum == count * (count - 1) / 2)
    }
    #expect(ratio < 10)
  }

  @Test("lets go of what was taken out, and of everything at once")
  func release() {
    let census = Census()
    var fifo = Fifo<Canary>()
    for number in 0..<100 { fifo.append(census.canary("\(number)")) }
    for _ in 0..<70 { _ = fifo.popFirst() }
    #expect(census.alive.count == 30)
    fifo.removeAll()
    #expect(census.alive == [])
  }
}
