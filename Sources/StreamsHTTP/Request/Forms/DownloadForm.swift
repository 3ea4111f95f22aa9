/// A form that is answered with a file.
///
/// ```swift
/// struct Film: DownloadForm {
///   var number: Int
///   var path: RequestPath { "films/\(number)" }
///   var destination: FileDestination { .folder(films) }
/// }
/// client.transfer(Film(number: 7)).observe(value: { event in … })
/// ```
///
/// See `Request.download(_:to:)` for what becomes of the file.
public protocol DownloadForm: RequestForm where Value == DownloadedFile {
  /// Where the file is put.
  var destination: FileDestination { get }
}

extension DownloadForm {
  /// A download.
  public var kind: RequestKind { .download }

  /// Stores the body of the answer.
  public var plainRequest: Request<DownloadedFile, RequestFailure> {
    Request(details, reading: Reading<Void, RequestFailure>.nothing).stored(at: destination)
  }
}
