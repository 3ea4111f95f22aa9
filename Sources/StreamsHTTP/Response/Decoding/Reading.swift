/// How an answer becomes a value: whether it is accepted, how it is decoded, and what is made of
/// the result or of the failure.
///
/// It knows nothing of the request it belongs to, so changing one changes nothing of the other.
public struct Reading<Value: Sendable, Failure: Error>: Sendable {
  typealias Read = @Sendable (Answer, BodyReader) throws(Failure) -> Value
  typealias Fail = @Sendable (RequestFailure, any BodyDecoder) -> Failure

  /// What can be said about a reading of any type.
  var settings: ReadingSettings
  private let read: Read
  private let fail: Fail

  init(
    _ settings: ReadingSettings = ReadingSettings(), read: @escaping Read, fail: @escaping Fail
  ) {
    self.settings = settings
    self.read = read
    self.fail = fail
  }

  /// Which answers are accepted; nil leaves it to the client.
  public var validation: ResponseValidation? {
    get { settings.validation }
    set { settings.validation = newValue }
  }

  /// What decodes the body; nil leaves it to the client.
  public var decoder: (any BodyDecoder)? {
    get { settings.decoder }
    set { settings.decoder = newValue }
  }

  /// Where in the body the value is, for values that are decoded; nil reads the body as a whole,
  /// in the value's own way.
  public var path: ValuePath? {
    get { settings.path }
    set { settings.path = newValue }
  }

  /// The value of an answer, validated first: a refused status is told as such, whatever the body
  /// holds.
  func value(of answer: Answer, by defaults: ReadingDefaults) throws(Failure) -> Value {
    if let refusal = (validation ?? defaults.validation).refusal(of: answer) {
      throw failure(refusal, by: defaults)
    }
    return try read(answer, BodyReader(decoder: decoder ?? defaults.decoder, path: path))
  }

  /// The failure of a request that got no answer, or one that was refused.
  func failure(_ failure: RequestFailure, by defaults: ReadingDefaults) -> Failure {
    fail(failure, decoder ?? defaults.decoder)
  }
}

/// What can be said about a reading whatever its types are; one that is made of another keeps it.
struct ReadingSettings: Sendable {
  var validation: ResponseValidation?
  var decoder: (any BodyDecoder)?
  var path: ValuePath?
  /// Further paths that are followed.
  var otherPaths: [ValuePath] = []
  /// Whether the value is decoded, so that it can be at a path.
  var isDecoding = false

  /// A path that cannot be followed: with it there is nothing to send for.
  var fault: ValuePath? {
    if let path, !path.isValid || !isDecoding { return path }
    return otherPaths.first { !$0.isValid }
  }
}

/// What a client reads answers with where a request says nothing.
struct ReadingDefaults: Sendable {
  var validation: ResponseValidation
  var decoder: any BodyDecoder
}

// MARK: - Transforming

extension Reading {
  func map<NewValue: Sendable>(
    _ transform: @escaping @Sendable (Value) -> NewValue
  ) -> Reading<NewValue, Failure> {
    changing { answer, reader throws(Failure) in transform(try read(answer, reader)) }
  }

  func tryMap<NewValue: Sendable>(
    _ transform: @escaping @Sendable (Value) throws(Failure) -> NewValue
  ) -> Reading<NewValue, Failure> {
    changing { answer, reader throws(Failure) in try transform(try read(answer, reader)) }
  }

  func withResponse() -> Reading<(value: Value, response: HTTPResponse), Failure> {
    changing { answer, reader throws(Failure) in (try read(answer, reader), answer.response) }
  }

  func mapError<NewFailure: Error>(
    _ transform: @escaping @Sendable (Failure) -> NewFailure
  ) -> Reading<Value, NewFailure> {
    changing(
      read: { read, answer, reader throws(NewFailure) in
        do throws(Failure) {
          return try read(answer, reader)
        } catch {
          throw transform(error)
        }
      },
      fail: { fail, failure, decoder in transform(fail(failure, decoder)) })
  }

  private func changing<NewValue: Sendable>(
    _ read: @escaping @Sendable (Answer, BodyReader) throws(Failure) -> NewValue
  ) -> Reading<NewValue, Failure> {
    Reading<NewValue, Failure>(settings, read: read, fail: fail)
  }

  /// The reading with another kind of failure; the closures are given what this one does.
  func changing<NewFailure: Error>(
    read newRead: @escaping @Sendable (Read, Answer, BodyReader) throws(NewFailure) -> Value,
    fail newFail: @escaping @Sendable (Fail, RequestFailure, any BodyDecoder) -> NewFailure
  ) -> Reading<Value, NewFailure> {
    Reading<Value, NewFailure>(
      settings,
      read: { [read] answer, reader throws(NewFailure) in try newRead(read, answer, reader) },
      fail: { [fail] failure, decoder in newFail(fail, failure, decoder) })
  }
}

extension Reading where Failure == RequestFailure {
  func failureBody<Body: Decodable & Sendable>(
    as type: Body.Type, at path: ValuePath?, for statuses: Range<Int>
  ) -> Reading<Value, ProblemFailure<Body>> {
    var reading: Reading<Value, ProblemFailure<Body>> = changing(
      read: { read, answer, reader throws(ProblemFailure<Body>) in
        do throws(RequestFailure) {
          return try read(answer, reader)
        } catch {
          throw .request(error)
        }
      },
      fail: { fail, failure, decoder in
        let failure = fail(failure, decoder)
        let reader = BodyReader(decoder: decoder, path: path)
        guard case .status(let refused) = failure, statuses.contains(refused.status.code),
          let body = try? refused.answer.value(as: type, by: reader)
        else { return .request(failure) }
        return .problem(body, refused)
      })
    if let path { reading.settings.otherPaths.append(path) }
    return reading
  }
}
