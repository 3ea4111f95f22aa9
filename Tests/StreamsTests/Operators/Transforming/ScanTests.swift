import Streams
import Testing

@Suite("scan")
struct ScanTests {
  @Test("Delivers what has been gathered, and never the initial result")
  func values() {
    let stage = PictureStage()
    let signal = stage.cold("1--2--3--|").scan(0) { $0 + (Int($1) ?? 0) }
    #expect(stage.play(signal) == "1--3--6--|")
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws { source, _ in source.scan("") { $0 + $1 } }
  }

  @Test("A value sent from the handler finds the new result")
  func reentrancy() {
    let subject = PassthroughSubject<Int, Never>()
    let notes = Notes<Int>()
    subject.signal.scan(0) { $0 + $1 }.observe(value: { sum in
      notes.add(sum)
      if sum < 4 { subject.send(1) }
    })
    subject.send(1)
    #expect(notes.all == [1, 2, 3, 4])
  }
}
