import Dispatch
import Streams
import StreamsTesting

/// An asynchronous sequence that plays a picture: a character a second, from the first `next`. Its
/// iterator is not `Sendable`; what happens to it is noted.
struct Letters: AsyncSequence, Sendable {
  let picture: String
  let stage: PictureStage
  let notes: Notes<String>

  init(_ picture: String, on stage: PictureStage, _ notes: Notes<String> = Notes()) {
    self.picture = picture
    self.stage = stage
    self.notes = notes
  }

  func makeAsyncIterator() -> Iterator { Iterator(self) }

  final class Iterator: AsyncIteratorProtocol {
    private let letters: Letters
    private var rest: Substring
    private var due: Instant?

    init(_ letters: Letters) {
      self.letters = letters
      rest = Substring(letters.picture)
      letters.notes.add("made")
    }

    deinit { letters.notes.add("released") }

    func next() async throws(PictureFailure) -> String? {
      try await next(isolation: nil)
    }

    func next(isolation actor: isolated (any Actor)?) async throws(PictureFailure) -> String? {
      letters.notes.add("asked")
      let scheduler = letters.stage.scheduler
      while let character = rest.popFirst() {
        let now = due ?? scheduler.now
        due = now.advanced(by: .seconds(1))
        do { try await scheduler.sleep(until: now) } catch {
          letters.notes.add("cancelled")
          return nil
        }
        switch character {
        case "-": continue
        case "|": return nil
        case "#": throw PictureFailure()
        default: return String(character)
        }
      }
      return nil
    }
  }
}

/// The numbers from 1, at once, from an iterator that touches the probe.
struct Numbers: AsyncSequence, Sendable {
  let count: Int
  var probe = Probe()

  func makeAsyncIterator() -> Iterator { Iterator(numbers: self) }

  struct Iterator: AsyncIteratorProtocol {
    let numbers: Numbers
    var given = 0

    mutating func next() async throws(TestFailure) -> Item? {
      try await next(isolation: nil)
    }

    mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(TestFailure) -> Item? {
      numbers.probe.touch()
      guard given < numbers.count else { return nil }
      given += 1
      return Item(given)
    }
  }
}

/// Whether the caller runs on the main queue, which is where the main actor runs. Its thread says
/// nothing: on Linux the main queue may be run by any.
func isOnMainQueue() -> Bool { DispatchQueue.getSpecific(key: mainQueueMark) ?? false }

private let mainQueueMark = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()
