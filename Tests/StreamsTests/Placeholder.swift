import Streams
import StreamsTesting
import Testing

@Test func smoke() throws {
  let s = TestScheduler()
  let subject = PassthroughSubject<Int, Never>()
  let r = s.record(subject.signal.debounce(for: .milliseconds(50), scheduler: s))
  for i in 0..<5 { s.schedule(after: .milliseconds(10 * i)) { subject.send(i) } }
  s.schedule(after: .seconds(1)) { subject.finish() }
  try s.run()
  #expect(r.values == [4])
  #expect(r.events.map(\.at.offset) == [.milliseconds(90), .seconds(1)])
  try s.verify()
  let many = s.record(Signal<Int, Never>.sequence(0..<100_000).concatMap { .just($0) })
  #expect(many.values.count == 100_000 && many.isFinished)
  let rr = s.record(Signal<Int, any Error>.fail(CancellationError()).retry(100_000))
  #expect(rr.failure != nil)
  let z = s.record(zip(Signal<Int, Never>.sequence(0..<3), .sequence(0...2), .just("a")))
  #expect(z.values.count == 1)
  let t = s.record(Signal<Int, Never>.timer(every: .seconds(1), scheduler: s).prefix(3).map { $0 * 2 }.delay(for: .seconds(5), scheduler: s).receive(on: s))
  try s.run()
  #expect(t.values == [0, 2, 4])
  #expect(t.isFinished)
  let sh = Signal<Int, Never>.timer(every: .seconds(1), scheduler: s).prefix(3).share()
  let a = s.record(sh), b = s.record(sh)
  try s.run()
  #expect(a.values == b.values && a.isFinished && b.isFinished)
  try s.verify()
}

@Test func bridges() async throws {
  #expect(await Signal<Int, Never>.sequence(1...3).firstValue() == 1)
  var all: [Int] = []
  for await v in Signal<Int, Never>.sequence(1...3).values { all.append(v) }
  #expect(all == [1, 2, 3])
  let s = Signal<Int, Never>(async: { 7 })
  #expect(await s.firstValue() == 7)
}
