import Streams
import Testing

@Suite("deferred")
struct DeferredTests {
  @Test("The closure runs once per observation, and not before")
  func runs() {
    let stage = PictureStage()
    let calls = Notes<Int>()
    let signal = PictureSignal.deferred {
      calls.add(calls.all.count)
      return stage.cold("\(calls.all.count)-|")
    }
    #expect(calls.all == [])
    #expect(stage.play(signal, from: [0, 3]) == ["1-|", "2-|"])
    #expect(calls.all == [0, 1])
  }

  @Test("What is made is what is observed: its failure, its end, a cancel")
  func passes() {
    expectLaws { source, _ in PictureSignal.deferred { source } }
  }

  @Test("Observing in a cancelled scope makes nothing")
  func late() {
    let calls = Notes<Int>()
    let scope = Subscription()
    scope.cancel()
    let signal = PictureSignal.deferred {
      calls.add(1)
      return .never()
    }
    signal.observe(in: scope) { _ in }
    #expect(calls.all == [])
  }
}
