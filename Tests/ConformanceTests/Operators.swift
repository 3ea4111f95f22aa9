import Streams

/// The operators that vectors name, made of the library's.
enum Operators {
  typealias Build = @Sendable (_ upstream: Stream, _ step: Step, _ stage: Stage) -> Stream

  static func build(_ steps: [Step], on stage: Stage) -> Stream {
    steps.reduce(stage.signal("a")) { upstream, step in
      guard let build = all[step.name] else {
        return .fail(Fault(name: "no operator \(step.name)"))
      }
      return build(upstream, step, stage)
    }
  }

  /// What a row asks for that is not in the table.
  static func unknown(in vector: Vector) -> [String] {
    vector.steps.map(\.name).filter { all[$0] == nil }
  }

  static let all: [String: Build] = [
    "map": { up, step, _ in up.map(Vocabulary.map(step.text("map"))) },
    "compactMap": { up, step, _ in up.compactMap(Vocabulary.compactMap(step.text("compactMap"))) },
    "filter": { up, step, _ in up.filter(Vocabulary.test(step.text("filter"))) },
    "scan": { up, step, _ in
      up.scan(step.args["initial"] ?? .null, Vocabulary.fold(step.text("scan")))
    },
    "reduce": { up, step, _ in
      up.reduce(step.args["initial"] ?? .null, Vocabulary.fold(step.text("reduce")))
    },
    "collect": { up, _, _ in up.collect().map { .list($0) } },
    "collectCount": { up, step, _ in up.collect(step.int("count") ?? 0).map { .list($0) } },
    "materialize": { up, _, _ in
      up.materialize().map(JSON.init).setFailureType(to: Fault.self)
    },
    "replaceEmpty": { up, step, _ in up.replaceEmpty(with: step.args["value"] ?? .null) },
    "removeDuplicates": { up, step, _ in
      up.removeDuplicates(by: Vocabulary.same(step.text("same")))
    },
    "prefix": { up, step, _ in up.prefix(step.int("count") ?? 0) },
    "dropFirst": { up, step, _ in up.dropFirst(step.int("count") ?? 0) },
    "dropWhile": { up, step, _ in up.drop(while: Vocabulary.test(step.text("while"))) },
    "firstWhere": { up, step, _ in
      step.text("where") == "all"
        ? up.first() : up.first(where: Vocabulary.test(step.text("where")))
    },
    "last": { up, _, _ in up.last() },
    "prefixWhile": { up, step, _ in up.prefix(while: Vocabulary.test(step.text("while"))) },
    "prefixUntilOutputFrom": { up, step, stage in
      up.prefix(untilOutputFrom: stage.signal(step.names("with")?.first ?? "for prefix"))
    },
    "append": append,
    "prepend": prepend,
    "concat": concat,
    "merge": merge,
    "zip": zip,
    "combineLatest": combineLatest,
    "withLatestFrom": { up, step, stage in
      up.withLatestFrom(stage.signal(step.names("with")?.first ?? "b")) { .list([$0, $1]) }
    },
    "race": race,
    "flatMap": { up, step, stage in
      up.flatMap(maxConcurrent: step.int("maxConcurrent") ?? .max) { stage.innerSignal($0) }
    },
    "flatMapLatest": { up, _, stage in up.flatMapLatest { stage.innerSignal($0) } },
    "flatMapFirst": { up, _, stage in up.flatMapFirst { stage.innerSignal($0) } },
    "catch": recover,
    "retry": { up, step, _ in up.retry(step.int("count") ?? 0) },
    "retryWhen": retryWhen,
    "debounce": { up, step, stage in up.debounce(for: step.interval, scheduler: stage.scheduler) },
    "delay": { up, step, stage in up.delay(for: step.interval, scheduler: stage.scheduler) },
    "timeout": { up, step, stage in
      up.timeout(
        step.interval, step.args["mode"] == "total" ? .total : .each, scheduler: stage.scheduler,
        failure: Fault(name: step.text("failure")))
    },
    "throttle": { up, step, stage in
      up.throttle(
        for: step.interval, latest: step.int("latest") == 1, scheduler: stage.scheduler)
    },
    "collectByTimeOrCount": { up, step, stage in
      up.collect(
        .byTimeOrCount(step.interval, step.int("count") ?? 0, scheduler: stage.scheduler)
      )
      .map { .list($0) }
    },
    "share": share,
  ]

  // MARK: - Sharing

  private static let share: Build = { upstream, step, _ in
    let scope: ShareScope = step.text("scope") == "forever" ? .forever : .whileObserved
    let count = step.int("replay") ?? 0
    return count == 0 && scope == .whileObserved
      ? upstream.share() : upstream.share(replay: count, scope: scope)
  }

  // MARK: - Failing

  private static let recover: Build = { upstream, step, stage in
    let handlers = step.args["handler"]?.object ?? [:]
    return upstream.catch { fault in
      stage.called([.text(fault.name)])
      return stage.signal((handlers[fault.name] ?? handlers["*"])?.text ?? "for \(fault.name)")
    }
  }

  private static let retryWhen: Build = { upstream, step, stage in
    upstream.retry(scheduler: stage.scheduler) { fault, attempt in
      stage.called([.text(fault.name), .int(attempt.number)])
      if step.names("fatal")?.contains(fault.name) == true { return .fail(with: fault) }
      guard attempt.number <= step.int("limit") ?? 0 else {
        return step.args["exhausted"]?.text.map { .fail(with: Fault(name: $0)) } ?? .fail
      }
      return .retry(after: step.backoff.delay(attempt: attempt.number))
    }
  }
}

extension Step {
  fileprivate var interval: Duration { .milliseconds(int("interval") ?? 0) }

  fileprivate var backoff: Backoff {
    guard text("policy") == "exponential" else {
      return .constant(.milliseconds(int("delay") ?? 0))
    }
    return .exponential(
      base: .milliseconds(int("base") ?? 0), factor: Double(int("factor") ?? 1),
      max: int("max").map { .milliseconds($0) } ?? .seconds(3600))
  }
}
