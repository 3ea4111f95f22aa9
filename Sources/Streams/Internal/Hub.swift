public import Synchronization

/// Hands the events of one sender to many observers: the part behind subjects and `share`.
///
/// A drain makes it serial: whoever owns it has the list of observers to itself, walks through it
/// with no lock and no copy, and afterwards does what came in the meantime, in order. With
/// observers A and B, where A sends 2 while handling 1, both therefore see 1 and then 2 (G2).
///
/// What is remembered is updated under a lock when it is sent, in the same step that queues it: an
/// observer gets a snapshot taken when it came, then what was sent after that, and nothing twice
/// (rule 38).
@usableFromInline
final class Hub<Value: Sendable, Failure: Error>: Sendable {
  /// Where an observer's events go; it looks itself whether they still should.
  @usableFromInline typealias Observer = Receiver<Value, Failure>

  @usableFromInline
  enum Work: Sendable {
    case event(Event<Value, Failure>)
    case arrival(Observer, Subscription, replay: [Value])
    case departure(token: Int)
    case abandonment
  }

  /// A place in the queue. It has the arrival in any case, which is then released after the locks.
  @usableFromInline
  struct Place: Sendable {
    let arrival: Work
    /// Whether nobody is before it: then it is the caller's to perform.
    let isNext: Bool
  }

  /// What is remembered; touched under the lock only.
  @usableFromInline
  struct Memory: Sendable {
    @usableFromInline var buffer: ReplayBuffer<Value>
    @usableFromInline var isEnded = false
  }

  /// Whether anything is remembered at all; when not, the lock is never taken.
  @usableFromInline let remembers: Bool
  private let outlivesEnd: Bool
  @usableFromInline let memory: Lock<Memory>
  @usableFromInline let drain = Drain<Work>()
  @usableFromInline let count = Atomic(0)

  // The drain's owner's.
  @usableFromInline let observers = SerialState(Slots<Observer>())
  @usableFromInline let end = SerialState<Event<Value, Failure>?>(nil)
  private let isAbandoned = SerialState(false)

  @usableFromInline
  init(_ buffer: ReplayBuffer<Value>) {
    remembers = buffer.limit > 0
    outlivesEnd = buffer.outlivesEnd
    memory = Lock(Memory(buffer: buffer))
  }

  /// How many observers are attached.
  @usableFromInline
  var observerCount: Int { count.load(ordering: .relaxed) }

  // MARK: - From outside

  /// Sends to all; ignored after an end.
  @inlinable
  func send(_ event: Event<Value, Failure>) {
    if remembers { return sendRemembered(event) }
    guard drain.claim(.event(event)) else { return }
    deliver(event)
    if !drain.leave() { handleWaiting() }
  }

  @inlinable @inline(never)
  func handleWaiting() {
    drain.handleWaiting { handle($0) }
  }

  @inlinable
  func sendRemembered(_ event: Event<Value, Failure>) {
    // Released after the lock: it may be the last reference to a user's object (G2).
    var dropped: Value?
    let isOwner = memory.withLock { memory in
      guard !memory.isEnded else { return false }
      switch event {
      case .value(let value): dropped = memory.buffer.append(value)
      case .failure, .finished: memory.isEnded = true
      }
      return drain.claim(.event(event))
    }
    if isOwner {
      deliver(event)
      if !drain.leave() { handleWaiting() }
    }
    _ = dropped
  }

  /// Attaches an observer; it leaves when its subscription is over.
  @inlinable
  func attach(_ receive: @escaping Signal<Value, Failure>.Receive, _ subscription: Subscription) {
    guard subscription.isActive else { return }
    arrive(
      Observer { event in if subscription.isActive { receive(event) } }, subscription)
  }

  @usableFromInline
  func arrive(_ observer: Observer, _ subscription: Subscription) {
    take(queueArrival(observer, subscription))
  }

  /// The first half of an arrival: the snapshot is taken and the place in the queue with it. Calls
  /// nobody. The second half is `take`, after every lock.
  @usableFromInline
  func queueArrival(_ observer: Observer, _ subscription: Subscription) -> Place {
    guard remembers else {
      let arrival = Work.arrival(observer, subscription, replay: [])
      return Place(arrival: arrival, isNext: drain.claim(arrival))
    }
    return memory.withLock { memory in
      let arrival = Work.arrival(observer, subscription, replay: memory.buffer.remembered)
      return Place(arrival: arrival, isNext: drain.claim(arrival))
    }
  }

  @usableFromInline
  func take(_ place: Place) {
    if place.isNext { drain.own(place.arrival) { handle($0) } }
  }

  /// Lets go of all observers, and keeps none of those to come: nobody can send any more. The ring
  /// hub → observer → subscription → departure → hub is broken here when no end and no cancel has;
  /// a weak reference in it would make every retain of the hub slow.
  @usableFromInline
  func abandon() {
    drain.send(.abandonment) { handle($0) }
  }

  // MARK: - The drain's owner

  @inlinable
  func handle(_ work: Work) {
    switch work {
    case .event(let event): deliver(event)
    case .arrival(let observer, let subscription, let replay):
      welcome(observer, subscription, replay)
    case .departure(let token): depart(token)
    case .abandonment: forgetAll()
    }
  }

  @inlinable
  func deliver(_ event: Event<Value, Failure>) {
    guard end.value == nil else { return }
    guard !event.isTerminal else { return deliverEnd(event) }
    var index = 0
    while index < observers.value.places.count {
      if let observer = observers.value.places[index].element { observer.receive(event) }
      index += 1
    }
  }

  /// Nobody stays attached after the end.
  @usableFromInline
  func deliverEnd(_ event: Event<Value, Failure>) {
    end.value = event
    let leaving = observers.value.removeAll()
    count.store(0, ordering: .relaxed)
    for observer in leaving { observer.receive(event) }
  }

  @usableFromInline
  func welcome(_ observer: Observer, _ subscription: Subscription, _ replay: [Value]) {
    guard subscription.isActive else { return }
    if end.value == nil, !isAbandoned.value {
      let token = observers.value.append(observer)
      count.store(observers.value.count, ordering: .relaxed)
      subscription.onClose { self.drain.send(.departure(token: token)) { self.handle($0) } }
    }
    if end.value == nil || outlivesEnd {
      for value in replay {
        guard subscription.isActive else { return }
        observer.receive(.value(value))
      }
    }
    if let end = end.value { observer.receive(end) }
  }

  @usableFromInline
  func depart(_ token: Int) {
    let leaving = observers.value.remove(token)
    count.store(observers.value.count, ordering: .relaxed)
    _ = leaving
  }

  @usableFromInline
  func forgetAll() {
    isAbandoned.value = true
    let leaving = observers.value.removeAll()
    count.store(0, ordering: .relaxed)
    _ = leaving
  }
}
