/// Who may be sent and who waits: decisions, without locks or observers.
///
/// A slot is given to who waits the moment it is free, so that nobody who comes just then takes it.
struct ConcurrencyState: Sendable {
  /// One exchange and its claim.
  struct Job: Sendable {
    var number: Int
    var host: String
    var priority: RequestPriority
  }

  private struct Host: Sendable {
    var running = 0
    var waiting = WaitingLine()

    var isIdle: Bool { running == 0 && waiting.isEmpty }
  }

  private let total: Int
  private let perHost: Int
  private var running: [Int: String] = [:]
  private var hosts: [String: Host] = [:]
  private(set) var waitingCount = 0

  init(total: Int, perHost: Int) {
    self.total = total
    self.perHost = perHost
  }

  var runningCount: Int { running.count }

  /// Whether the job, numbered by when it came, may be sent at once; else it waits.
  mutating func arrive(_ job: Job) -> Bool {
    if running.count < total, hosts[job.host, default: Host()].running < perHost {
      admit(job.number, to: job.host)
      return true
    }
    hosts[job.host, default: Host()].waiting.insert(job)
    waitingCount += 1
    return false
  }

  /// The job is over, or does not wait any more; answers with those that are to be sent now, and
  /// nil when it was not here.
  mutating func leave(_ job: Job) -> [Int]? {
    if running.removeValue(forKey: job.number) != nil {
      hosts[job.host]?.running -= 1
    } else if hosts[job.host]?.waiting.remove(job) == true {
      waitingCount -= 1
    } else {
      return nil
    }
    if hosts[job.host]?.isIdle == true { hosts[job.host] = nil }
    return admitWaiting()
  }

  private mutating func admitWaiting() -> [Int] {
    var admitted: [Int] = []
    while waitingCount > 0, running.count < total, let host = nextHost(),
      let job = hosts[host]?.waiting.popFirst()
    {
      waitingCount -= 1
      admit(job.number, to: host)
      admitted.append(job.number)
    }
    return admitted
  }

  /// The host of the first in line among those whose host has a free slot.
  private func nextHost() -> String? {
    let free = hosts.lazy.filter { $0.value.running < perHost }
      .compactMap { host in host.value.waiting.first.map { (host.key, $0) } }
    return free.min { $0.1.goesBefore($1.1) }?.0
  }

  private mutating func admit(_ number: Int, to host: String) {
    running[number] = host
    hosts[host, default: Host()].running += 1
  }
}

extension ConcurrencyState.Job {
  fileprivate func goesBefore(_ other: Self) -> Bool {
    (other.priority, number) < (priority, other.number)
  }
}

/// Jobs in the order in which they are to go.
private struct WaitingLine: Sendable {
  /// In order from `head` on; what stands before has gone.
  private var jobs: [ConcurrencyState.Job] = []
  private var head = 0

  var isEmpty: Bool { head == jobs.count }

  var first: ConcurrencyState.Job? { isEmpty ? nil : jobs[head] }

  mutating func insert(_ job: ConcurrencyState.Job) {
    jobs.insert(job, at: place(of: job))
  }

  mutating func popFirst() -> ConcurrencyState.Job? {
    guard !isEmpty else { return nil }
    defer {
      head += 1
      if head * 2 > jobs.count {
        jobs.removeFirst(head)
        head = 0
      }
    }
    return jobs[head]
  }

  mutating func remove(_ job: ConcurrencyState.Job) -> Bool {
    let place = place(of: job)
    guard place < jobs.count, jobs[place].number == job.number else { return false }
    jobs.remove(at: place)
    return true
  }

  /// The first place whose job does not go before this one, by halving.
  private func place(of job: ConcurrencyState.Job) -> Int {
    var (low, high) = (head, jobs.count)
    while low < high {
      let middle = (low + high) / 2
      if jobs[middle].goesBefore(job) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
