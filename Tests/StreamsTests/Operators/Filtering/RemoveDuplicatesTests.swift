import Streams
import Testing

@Suite("removeDuplicates")
struct RemoveDuplicatesTests {
  @Test("Drops what equals the last delivered")
  func values() {
    let stage = PictureStage()
    #expect(stage.play(stage.cold("1-1-2-(22)1-|").removeDuplicates()) == "1---2--1-|")
  }

  @Test("Compares with the last delivered, not the last received")
  func compares() {
    let stage = PictureStage()
    let signal = stage.cold("1234567|").compactMap { Int($0) }
      .removeDuplicates { last, next in next - last < 3 }
    #expect(stage.play(signal) == "1--4--7|")
  }

  @Test("Ends, fails, cancels and remembers for each observer alone")
  func laws() {
    expectLaws { source, _ in source.removeDuplicates() }
  }

  @Test("A value sent from the handler is compared with the one being delivered")
  func reentrancy() {
    let subject = PassthroughSubject<Int, Never>()
    let notes = Notes<Int>()
    subject.signal.removeDuplicates().observe(value: { value in
      notes.add(value)
      subject.send(value)
    })
    subject.send(1)
    subject.send(1)
    #expect(notes.all == [1])
  }
}
