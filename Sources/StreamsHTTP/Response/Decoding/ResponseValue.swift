/// A value that an answer is read as in a way of its own, instead of by the client's decoder.
///
/// Text, bytes and optionals are. What an empty body makes of each is one policy: text and bytes
/// are empty, an optional is nil, `Void` is `Void`, and any other value is a failure that says
/// the body was empty. The answer to HEAD, and a 204, 205 or 304 that is accepted, have an empty
/// body.
public protocol ResponseValue {
  /// The value in `answer`; what it throws becomes a `DecodingFailure`.
  static func read(_ answer: Answer, with decoder: any BodyDecoder) throws -> Self
}

extension String: ResponseValue {
  /// The body as text: by its byte order mark, which is left out, else by the charset of
  /// `Content-Type`, else as UTF-8. Known are UTF-8, UTF-16, ISO 8859-1, US-ASCII and
  /// windows-1252; bytes that are no character become U+FFFD.
  ///
  /// - Throws: when the charset is another one, since text that was guessed is no answer.
  public static func read(_ answer: Answer, with decoder: any BodyDecoder) throws -> String {
    try TextCoding(of: answer).text(answer.body)
  }
}

extension Array: ResponseValue where Element == UInt8 {
  /// The body as it is.
  public static func read(_ answer: Answer, with decoder: any BodyDecoder) -> [UInt8] {
    answer.body
  }
}

extension Optional: ResponseValue where Wrapped: Decodable {
  /// Nil for an empty body and for a `null`, else the value.
  public static func read(_ answer: Answer, with decoder: any BodyDecoder) throws -> Wrapped? {
    try read(answer, by: BodyReader(decoder: decoder))
  }
}

// MARK: - Readings

extension Reading where Failure == RequestFailure {
  private init(
    isDecoding: Bool = false, _ read: @escaping @Sendable (Answer, BodyReader) throws -> Value
  ) {
    self.init(
      ReadingSettings(isDecoding: isDecoding),
      read: { answer, reader throws(RequestFailure) in
        do {
          return try read(answer, reader)
        } catch {
          throw .decoding(DecodingFailure(answer, error, at: reader.path))
        }
      },
      fail: { failure, _ in failure })
  }

  /// The whole answer, head and body.
  public static var answer: Reading<Answer, RequestFailure> {
    Reading<Answer, RequestFailure> { answer, _ in answer }
  }
}

extension Reading where Value: Decodable, Failure == RequestFailure {
  /// The value in the body: text and bytes as they are, anything else, and anything at a path, by
  /// the decoder.
  public static var decoded: Self {
    Self(isDecoding: true) { answer, reader in try answer.value(as: Value.self, by: reader) }
  }
}

extension Reading where Value == Void, Failure == RequestFailure {
  /// Nothing: the answer was accepted, and its body is not read.
  public static var nothing: Self {
    Self { _, _ in }
  }
}

extension Reading where Value == HTTPResponse, Failure == RequestFailure {
  /// The head of the answer.
  public static var head: Self {
    Self { answer, _ in answer.response }
  }
}
