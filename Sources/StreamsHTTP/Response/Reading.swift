/// How an answer becomes a value: whether it is accepted, how it is decoded, and what is made of
/// the result or of the failure.
///
/// It knows nothing of the request it belongs to, so changing one changes nothing of the other.
public struct Reading<Value: Sendable, Failure: Error>: Sendable {
  /// Which answers are accepted; nil leaves it to the client.
  public var validation: ResponseValidation?
  /// What decodes the body; nil leaves it to the client.
  public var decoder: (any BodyDecoder)?

  private let read: @Sendable (Answer, any BodyDecoder) throws(Failure) -> Value
  private let fail: @Sendable (RequestFailure, any BodyDecoder) -> Failure

  init(
    validation: ResponseValidation? = nil,
    decoder: (any BodyDecoder)? = nil,
    read: @escaping @Sendable (Answer, any BodyDecoder) throws(Failure) -> Value,
    fail: @escaping @Sendable (RequestFailure, any BodyDecoder) -> Failure
  ) {
    self.validation = validation
    self.decoder = decoder
    self.read = read
    self.fail = fail
  }

  /// The value of an answer, validated first: a refused status is told as such, whatever the body
  /// holds.
  func value(of answer: Answer, by defaults: ReadingDefaults) throws(Failure) -> Value {
    let validation = validation ?? defaults.validation
    guard validation.accepts(answer.response) else {
      throw failure(.status(StatusFailure(answer)), by: defaults)
    }
    return try read(answer, decoder ?? defaults.decoder)
  }

  /// The failure of a request that got no answer, or one that was refused.
  func failure(_ failure: RequestFailure, by defaults: ReadingDefaults) -> Failure {
    fail(failure, decoder ?? defaults.decoder)
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
    changing { answer, decoder throws(Failure) in transform(try read(answer, decoder)) }
  }

  func tryMap<NewValue: Sendable>(
    _ transform: @escaping @Sendable (Value) throws(Failure) -> NewValue
  ) -> Reading<NewValue, Failure> {
    changing { answer, decoder throws(Failure) in try transform(try read(answer, decoder)) }
  }

  func withResponse() -> Reading<(value: Value, response: HTTPResponse), Failure> {
    changing { answer, decoder throws(Failure) in
      (try read(answer, decoder), answer.response)
    }
  }

  func mapError<NewFailure: Error>(
    _ transform: @escaping @Sendable (Failure) -> NewFailure
  ) -> Reading<Value, NewFailure> {
    Reading<Value, NewFailure>(
      validation: validation, decoder: decoder,
      read: { [read] answer, decoder throws(NewFailure) in
        do throws(Failure) {
          return try read(answer, decoder)
        } catch {
          throw transform(error)
        }
      },
      fail: { [fail] failure, decoder in transform(fail(failure, decoder)) })
  }

  private func changing<NewValue: Sendable>(
    _ read: @escaping @Sendable (Answer, any BodyDecoder) throws(Failure) -> NewValue
  ) -> Reading<NewValue, Failure> {
    Reading<NewValue, Failure>(validation: validation, decoder: decoder, read: read, fail: fail)
  }
}

extension Reading where Failure == RequestFailure {
  func failureBody<Body: Decodable & Sendable>(
    as type: Body.Type, for statuses: Range<Int>
  ) -> Reading<Value, ProblemFailure<Body>> {
    Reading<Value, ProblemFailure<Body>>(
      validation: validation, decoder: decoder,
      read: { [read] answer, decoder throws(ProblemFailure<Body>) in
        do throws(RequestFailure) {
          return try read(answer, decoder)
        } catch {
          throw .request(error)
        }
      },
      fail: { [fail] failure, decoder in
        let failure = fail(failure, decoder)
        guard case .status(let refused) = failure,
          statuses.contains(refused.response.status.code),
          let body = try? decoder.decode(type, from: refused.body)
        else { return .request(failure) }
        return .problem(body, refused)
      })
  }
}
