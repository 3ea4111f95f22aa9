import Streams

/// The operators of several inputs: as a call of so many arguments, as one of a list, and each
/// with the inputs the other way round, which must change nothing but the order in a tuple.
extension Operators {
  /// Those whose rule does not tell one input from another; who wins a tie does depend on the
  /// order, so rows with ties are not swapped.
  static let symmetric: Set<String> = ["merge", "zip", "combineLatest", "race"]

  static let append: Build = { upstream, step, stage in
    if let values = step.args["values"]?.list { return upstream.append(values) }
    return (step.names("with") ?? []).reduce(upstream) { $0.append(stage.signal($1)) }
  }

  static let prepend: Build = { upstream, step, stage in
    if let values = step.args["values"]?.list { return upstream.prepend(values) }
    return (step.names("with") ?? []).reversed().reduce(upstream) { $0.prepend(stage.signal($1)) }
  }

  static let concat: Build = { upstream, step, stage in
    Streams.concat(inputs(upstream, step, stage))
  }

  static let race: Build = { upstream, step, stage in
    let inputs = inputs(upstream, step, stage)
    guard !stage.inputs.areList, step.names("list") == nil else { return Streams.race(inputs) }
    return switch inputs.count {
    case 2: inputs[0].race(with: inputs[1])
    case 3: Streams.race(inputs[0], inputs[1], inputs[2])
    case 4: Streams.race(inputs[0], inputs[1], inputs[2], inputs[3])
    default: Streams.race(inputs)
    }
  }

  static let merge: Build = { upstream, step, stage in
    let inputs = inputs(upstream, step, stage)
    guard !stage.inputs.areList, step.names("list") == nil, inputs.count > 1 else {
      return Streams.merge(inputs)
    }
    return inputs.dropFirst().reduce(inputs[0]) { $0.merge(with: $1) }
  }

  static let zip: Build = { upstream, step, stage in
    tuple(inputs(upstream, step, stage), step, stage, Streams.zip) { inputs in
      switch inputs.count {
      case 2: Streams.zip(inputs[0], inputs[1]).map { [$0, $1] }
      case 3: Streams.zip(inputs[0], inputs[1], inputs[2]).map { [$0, $1, $2] }
      case 4:
        Streams.zip(inputs[0], inputs[1], inputs[2], inputs[3]).map { [$0, $1, $2, $3] }
      default: nil
      }
    }
  }

  static let combineLatest: Build = { upstream, step, stage in
    tuple(inputs(upstream, step, stage), step, stage, Streams.combineLatest) { inputs in
      switch inputs.count {
      case 2: Streams.combineLatest(inputs[0], inputs[1]).map { [$0, $1] }
      case 3: Streams.combineLatest(inputs[0], inputs[1], inputs[2]).map { [$0, $1, $2] }
      case 4:
        Streams.combineLatest(inputs[0], inputs[1], inputs[2], inputs[3])
          .map { [$0, $1, $2, $3] }
      default: nil
      }
    }
  }

  private static func inputs(_ upstream: Stream, _ step: Step, _ stage: Stage) -> [Stream] {
    let inputs =
      step.names("list").map { $0.map { stage.signal($0) } }
      ?? [upstream] + (step.names("with") ?? []).map { stage.signal($0) }
    return stage.inputs.areSwapped ? inputs.reversed() : inputs
  }

  private static func tuple(
    _ inputs: [Stream], _ step: Step, _ stage: Stage,
    _ list: ([Stream]) -> Signal<[JSON], Fault>, _ some: ([Stream]) -> Signal<[JSON], Fault>?
  ) -> Stream {
    let isList = stage.inputs.areList || step.names("list") != nil
    let isSwapped = stage.inputs.areSwapped
    let signal = (isList ? nil : some(inputs)) ?? list(inputs)
    return signal.map { JSON.list(isSwapped ? $0.reversed() : $0) }
  }
}
