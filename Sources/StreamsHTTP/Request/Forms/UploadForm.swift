/// A form that sends content: a file, bytes, a form of several parts.
///
/// ```swift
/// struct Photo: UploadForm {
///   typealias Value = Receipt
///   var title, file: String
///   var path: RequestPath { "photos" }
///   var content: RequestBody { .multipart([.text("title", title), .file("photo", at: file)]) }
/// }
/// client.transfer(Photo(title: "Sea", file: path)).observe(value: { event in … })
/// ```
///
/// Its parameters go in the query, since the content is the body; placed in the body, they fail
/// the request.
public protocol UploadForm: RequestForm {
  /// What is sent.
  var content: RequestBody { get }
}

extension UploadForm {
  /// POST.
  public var method: HTTPMethod { .post }
  /// An upload.
  public var kind: RequestKind { .upload }

  /// Method, path, fields, content, and the parameters in the query.
  public var details: RequestDetails {
    var details = RequestDetails(of: self)
    switch placing {
    case .byMethod, .query:
      details.body = content
      details.place(parameters, .query)
    case .body, .form:
      details.body =
        parameters is NoParameters
        ? content : .made { _ in throw ParametersBesideContent() }
    }
    return details
  }
}
