/// A file whose bytes are the body of an answer.
public struct DownloadedFile: Hashable, Sendable {
  /// Where it is.
  public let path: String
  /// How many bytes it has.
  public let count: Int

  /// A file of so many bytes at that path.
  public init(path: String, count: Int) {
    self.path = path
    self.count = count
  }
}

extension Request where Value == DownloadedFile, Failure == RequestFailure {
  /// Asks with GET for a file and stores it.
  ///
  /// ```swift
  /// client.transfer(.download("photos/7", to: .folder(photos))).observe { event in … }
  /// ```
  ///
  /// The bytes are written as they come, by the thread that delivers them. The destination is
  /// touched when the whole answer has come and was accepted, before anything that is made of the
  /// value: a failure, a cancel or an answer that is cut short leaves it as it was, and nothing
  /// behind. The body of a refused answer is in the failure, as ever. An answer that has no
  /// content, a 204 say, is a `decoding` failure and no empty file; a 200 of no bytes is one.
  /// The client's time limit counts as for any request: give a large file a longer `timeout(_:)`.
  public static func download(_ path: RequestPath, to destination: FileDestination) -> Self {
    Request<Void, RequestFailure>.get(path).stored(at: destination)
  }
}

extension Request where Failure == RequestFailure {
  /// Stores the body of the answer in a file instead of reading a value from it; see
  /// `download(_:to:)`.
  public func stored(at destination: FileDestination) -> Request<DownloadedFile, RequestFailure> {
    var details = details
    details.destination = destination
    var reading = Reading.stored
    reading.validation = self.reading.validation
    return Request<DownloadedFile, RequestFailure>(details, reading: reading)
  }
}

extension Reading where Value == DownloadedFile, Failure == RequestFailure {
  /// The file the body went to, under its name.
  static var stored: Self {
    Self(
      read: { answer, _ throws(RequestFailure) in
        guard let file = answer.file else { throw .decoding(DecodingFailure(answer, EmptyBody())) }
        do throws(StoringFault) {
          return try file.keep()
        } catch {
          throw .storing(
            StoringFailure(
              error, request: answer.request, response: answer.response, attempts: answer.attempts))
        }
      },
      fail: { failure, _ in failure })
  }
}
