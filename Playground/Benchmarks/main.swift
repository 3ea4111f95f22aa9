import Streams
import Synchronization

@inline(never) func sink(_ x: Int) { unsafe total.pointee &+= x }
nonisolated(unsafe) let total = UnsafeMutablePointer<Int>.allocate(capacity: 1)
unsafe total.pointee = 0
@inline(never) func opaque(_ s: Signal<Int, Never>) -> Signal<Int, Never> { s }
@inline(never) func opaqueMap(_ s: Signal<Int, Never>) -> Signal<Int, Never> { s.map { $0 &+ 1 } }
@inline(never) func opaqueFilter(_ s: Signal<Int, Never>) -> Signal<Int, Never> { s.filter { $0 & 1 == 0 } }
@inline(never) func opaqueScan(_ s: Signal<Int, Never>) -> Signal<Int, Never> { s.scan(0) { $0 &+ $1 } }
func bench(_ name: String, _ n: Int, _ body: () -> Void) {
  if CommandLine.arguments.count > 1, !CommandLine.arguments[1...].contains(name) { return }
  body()
  var best = Double.infinity
  for _ in 0..<7 {
    let c = ContinuousClock.now
    body()
    let d = ContinuousClock.now - c
    best = min(best, Double(d.components.attoseconds) / 1e9 / Double(n))
  }
  print(name, best, "ns")
}
let N = 1_000_000
func all() {

bench("hand", N) { var acc = 0; for i in 0..<N { let a = i &+ 1; if a & 1 == 0 { acc &+= a; sink(acc) } } }
bench("fused", N) { Signal<Int, Never>.sequence(0..<N).map { $0 &+ 1 }.filter { $0 & 1 == 0 }.scan(0) { $0 &+ $1 }.observe { if case .value(let v) = $0 { sink(v) } } }
bench("opaque", N) { opaqueScan(opaqueFilter(opaqueMap(opaque(.sequence(0..<N))))).observe { if case .value(let v) = $0 { sink(v) } } }
let m = Mutex(0)
bench("mutex", N) { for _ in 0..<N { m.withLock { $0 &+= 1 } } }
let cl = callee()
bench("closure", N) { for i in 0..<N { cl(i) } }
let p = PassthroughSubject<Int, Never>()
bench("subject0", N) { for i in 0..<N { p.send(i) } }
p.signal.observe { if case .value(let v) = $0 { sink(v) } }
bench("subject1", N) { for i in 0..<N { p.send(i) } }
let p1 = PassthroughSubject<Int, Never>(), p2 = PassthroughSubject<Int, Never>()
merge(p1.signal, p2.signal).observe { if case .value(let v) = $0 { sink(v) } }
bench("merge via subject", N) { for i in 0..<N { p1.send(i) } }
bench("merge seq", N) { merge(Signal<Int, Never>.sequence(0..<N/2), .sequence(0..<N/2)).observe { if case .value(let v) = $0 { sink(v) } } }
let q1 = PassthroughSubject<Int, Never>(), q2 = PassthroughSubject<Int, Never>()
zip(q1.signal, q2.signal).observe { if case .value(let v) = $0 { sink(v.0 &+ v.1) } }
bench("zip via subjects", N) { for i in 0..<N { q1.send(i); q2.send(i) } }
let r1 = PassthroughSubject<Int, Never>(), r2 = PassthroughSubject<Int, Never>()
combineLatest(r1.signal, r2.signal).observe { if case .value(let v) = $0 { sink(v.0 &+ v.1) } }
bench("cl via subjects", N) { for i in 0..<N { r1.send(i); r2.send(i) } }
bench("flatMap just", N) { Signal<Int, Never>.sequence(0..<N).flatMap { .just($0) }.observe { if case .value(let v) = $0 { sink(v) } } }
bench("concatMap just", N) { Signal<Int, Never>.sequence(0..<N).concatMap { .just($0) }.observe { if case .value(let v) = $0 { sink(v) } } }
bench("just", N) { for i in 0..<N { Signal<Int, Never>.just(i).observe { if case .value(let v) = $0 { sink(v) } } } }
}
@inline(never) func callee() -> @Sendable (Int) -> Void { { sink($0) } }
all()
