/// The failure of a request whose accepted answers may hold a code that says they are none.
public enum CodeFailure<Code: Sendable>: Error, Sendable {
  /// The status was accepted, and the body holds that code.
  case code(Code, Answer)
  /// Anything else.
  case request(RequestFailure)
}

extension CodeFailure {
  /// The head of the answer, when one came.
  public var response: HTTPResponse? {
    switch self {
    case .code(_, let answer): answer.response
    case .request(let failure): failure.response
    }
  }

  /// Whether the same request may well succeed later; see `RequestFailure.isTransient`. A code says
  /// nothing of that.
  public var isTransient: Bool {
    switch self {
    case .code: false
    case .request(let failure): failure.isTransient
    }
  }
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
        let value = Result { () throws(RequestFailure) in try read(answer, reader) }
        try search.finish(answer, by: reader)
        do throws(RequestFailure) {
          return try value.get()
        } catch {
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
private final class CodeSearch<Code: Decodable & Equatable & Sendable> {
  private enum Outcome {
    case clean
    case code(Code)
    case fault(any Error)
  }

  /// Stops the pass over the body, whose value no longer counts.
  private struct Stop: Error {}

  private let path: ValuePath
  private let success: [Code]
  /// Nil until somebody looked.
  private var outcome: Outcome?

  init(at path: ValuePath, success: [Code]) {
    self.path = path
    self.success = success
  }

  /// Looks for the code in a body that is being read.
  ///
  /// - Throws: when the value is not to be read.
  func check(_ root: BodyRoot) throws {
    let outcome = look(in: root)
    self.outcome = outcome
    guard case .clean = outcome else { throw Stop() }
  }

  private func look(in root: BodyRoot) -> Outcome {
    do {
      guard let code = try root.value(Code?.self, at: path), !success.contains(code) else {
        return .clean
      }
      return .code(code)
    } catch let failure as ValuePathFailure where failure.isAbsence {
      return .clean
    } catch {
      return .fault(error)
    }
  }

  /// Fails with what was found, and looks now where the value was not decoded.
  func finish(_ answer: Answer, by reader: BodyReader) throws(CodeFailure<Code>) {
    switch outcome ?? open(answer, by: reader) {
    case .clean: return
    case .code(let code): throw .code(code, answer)
    case .fault(let error): throw .request(.decoding(DecodingFailure(answer, error, at: path)))
    }
  }

  /// A body that the decoder cannot open, a text or a file, holds no code.
  private func open(_ answer: Answer, by reader: BodyReader) -> Outcome {
    guard !answer.body.isEmpty else { return .clean }
    do {
      return try reader.decoder.read(answer.body) { look(in: $0) }
    } catch let failure as ValuePathFailure {
      return .fault(failure)
    } catch {
      return .clean
    }
  }
}
