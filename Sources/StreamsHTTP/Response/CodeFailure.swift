/// The failure of a request whose accepted answers may hold a code that says they are none.
public enum CodeFailure<Code: Sendable>: Error, Sendable {
  /// The status was accepted, and the body holds that code.
  case code(Code, Answer)
  /// Anything else.
  case request(RequestFailure)
}

extension CodeFailure: Equatable where Code: Equatable {}
extension CodeFailure: Hashable where Code: Hashable {}

extension CodeFailure: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// What happened, without secrets and without the body.
  public var description: String {
    switch self {
    case .code(let code, let answer):
      "\(answer.request) was answered with the code \("\(code)".onOneLine())"
    case .request(let failure): failure.description
    }
  }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// Shows the code and what answer it came in, or what failed.
  public var customMirror: Mirror {
    switch self {
    case .code(let code, let answer): Mirror(self, children: ["code": code, "answer": answer])
    case .request(let failure): Mirror(self, children: ["request": failure])
    }
  }
}

extension Reading where Failure == RequestFailure {
  /// Looks for a code in the pass in which the value is decoded, and before it: an answer that
  /// tells of a failure seldom holds the value.
  func errorCode<Code: Decodable & Equatable & Sendable>(
    _ type: Code.Type, at path: ValuePath, success: [Code]
  ) -> Reading<Value, CodeFailure<Code>> {
    var reading: Reading<Value, CodeFailure<Code>> = changing(
      read: { read, answer, reader throws(CodeFailure<Code>) in
        let search = CodeSearch<Code>(at: path, success: success)
        var reader = reader
        reader.check = search.check
        do throws(RequestFailure) {
          let value = try read(answer, reader)
          try search.finish(answer, by: reader)
          return value
        } catch {
          if let code = search.code { throw .code(code, answer) }
          throw .request(error)
        }
      },
      fail: { fail, failure, decoder in .request(fail(failure, decoder)) })
    reading.settings.otherPaths.append(path)
    return reading
  }
}

// MARK: - One answer

/// What is known about the code in one answer.
private final class CodeSearch<Code: Decodable & Equatable> {
  private struct Found: Error {}

  private let path: ValuePath
  private let success: [Code]
  private var isDone = false
  /// The code that is none of success.
  private(set) var code: Code?

  init(at path: ValuePath, success: [Code]) {
    self.path = path
    self.success = success
  }

  /// - Throws: when there is a code that tells of a failure, and when what is there is no code.
  func check(_ root: BodyRoot) throws {
    isDone = true
    do {
      guard let found = try root.value(Code?.self, at: path), !success.contains(found) else {
        return
      }
      code = found
      throw Found()
    } catch let failure as ValuePathFailure where failure.isAbsence {
      return
    }
  }

  /// Makes the check where the value was not decoded. A body that the decoder cannot open holds no
  /// code: the value was a text or a file.
  func finish(_ answer: Answer, by reader: BodyReader) throws(RequestFailure) {
    guard !isDone, !answer.body.isEmpty else { return }
    do {
      try reader.decoder.read(answer.body, by: check)
    } catch {
      guard isDone || error is ValuePathFailure else { return }
      throw .decoding(DecodingFailure(answer, error, at: path))
    }
  }
}
