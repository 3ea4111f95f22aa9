import Foundation
import Streams

/// Makes of a request's body something a session can send whole: a session that pulls bytes would
/// hold a thread, and on Linux the one thread of all sessions.
struct BodySource: Sendable {
  /// Content at hand.
  enum Content: Sendable {
    case none
    case bytes([UInt8])
    /// A file of so many bytes; a temporary one lives as long as its owner.
    case file(URL, length: Int, owner: TemporaryFile?)

    var length: Int {
      switch self {
      case .none: 0
      case .bytes(let bytes): bytes.count
      case .file(_, let length, _): length
      }
    }
  }

  typealias Loaded = @Sendable (Result<Content, TransportFailure>) -> Void

  private let body: HTTPBody

  init(_ body: HTTPBody) { self.body = body }

  /// Gives the content, or why there is none, once; nothing after `emitter` has ended.
  func load(
    until emitter: Emitter<TransportEvent, TransportFailure>, _ loaded: @escaping Loaded
  ) {
    switch body {
    case .none: loaded(.success(.none))
    case .bytes(let bytes): loaded(.success(.bytes(bytes)))
    case .file(let path): loaded(Self.file(path))
    case .replayable(let length, let make):
      Self.collect(make(), length, until: emitter, loaded)
    case .once(let length, let signal):
      Self.collect(signal, length, until: emitter, loaded)
    }
  }

  private static func file(_ path: String) -> Result<Content, TransportFailure> {
    guard let file = RegularFile(path: path) else {
      return .failure(TransportFailure(.bodyFailed, "the file \(path) cannot be read"))
    }
    return .success(.file(file.url, length: file.size, owner: nil))
  }

  private static func collect(
    _ signal: Signal<[UInt8], BodyFailure>, _ length: Int?,
    until emitter: Emitter<TransportEvent, TransportFailure>, _ loaded: @escaping Loaded
  ) {
    let scope = Subscription()
    emitter.onTermination { scope.cancel() }
    let spool = BodySpool(length: length)
    signal.run(
      { event in
        switch event {
        case .value(let bytes):
          guard let failure = spool.append(bytes) else { return }
          scope.cancel()
          loaded(.failure(failure))
        case .failure(let failure):
          loaded(.failure(TransportFailure(.bodyFailed, failure.message)))
        case .finished:
          loaded(spool.content())
        }
      }, scope.child())
  }
}

/// Keeps the bytes of a body until there are no more: in memory, and past a mebibyte in a file.
final class BodySpool: Sendable {
  private struct State: Sendable {
    var memory: [UInt8] = []
    var file: TemporaryFile?
    var count = 0
  }

  private static let memoryLimit = 1 << 20

  private let length: Int?
  private let state = Lock(State())

  init(length: Int?) { self.length = length }

  /// Takes more bytes; gives why it cannot.
  func append(_ bytes: [UInt8]) -> TransportFailure? {
    // Calls come one after the other: what is taken out here is not missed meanwhile, and bytes
    // that only one holds are not copied.
    var state = self.state.withLock { state in
      defer { state = State() }
      return state
    }
    state.count += bytes.count
    if let length, state.count > length {
      return wrongLength(state.count)
    }
    do {
      if state.file == nil, state.count > Self.memoryLimit {
        let file = try TemporaryFile()
        try file.append(state.memory)
        (state.file, state.memory) = (file, [])
      }
      if let file = state.file { try file.append(bytes) } else { state.memory += bytes }
    } catch {
      return TransportFailure(.bodyFailed, "a temporary file cannot be written: \(error)")
    }
    self.state.withLock { [state] in $0 = state }
    return nil
  }

  func content() -> Result<BodySource.Content, TransportFailure> {
    let state = state.withLock { $0 }
    if let length, state.count != length { return .failure(wrongLength(state.count)) }
    guard let file = state.file else { return .success(.bytes(state.memory)) }
    file.finishWriting()
    return .success(.file(file.url, length: state.count, owner: file))
  }

  private func wrongLength(_ count: Int) -> TransportFailure {
    TransportFailure(.bodyFailed, "the body gave \(count) bytes and was to give \(length ?? 0)")
  }
}
