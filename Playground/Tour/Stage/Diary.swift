import Streams

/// Prints what happens, with the milliseconds since the first line could have been.
struct Diary: Sendable {
  private let clock: any Scheduler
  private let begin: Instant

  init(on clock: any Scheduler) {
    self.clock = clock
    begin = clock.now
  }

  /// A line; may be called from any thread.
  func note(_ what: String, _ words: String) {
    let time = Text.right(begin.duration(to: clock.now).words, to: 8)
    print(Text.dim(time) + "  " + Text.padded(what, to: 12) + words)
  }
}
