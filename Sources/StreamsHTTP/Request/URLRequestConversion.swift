#if canImport(FoundationNetworking)
  internal import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Why a request cannot be said in the other form without becoming another request.
public enum ConversionFailure: Error, Hashable, Sendable {
  /// There is no URL, or none that can be sent to.
  case url(InvalidURL)
  /// The method is no token.
  case method(InvalidMethod)
  /// A field cannot go on the wire, or Foundation has no text for its octets.
  case field(InvalidField)
  /// The body is not at hand as bytes: it is read, or made, while it is sent.
  case body
}

extension HTTPRequest {
  /// The request that Foundation's `request` describes; its body and its policies apart.
  ///
  /// Values of fields are the UTF-8 of Foundation's text, one octet a character.
  public init(_ request: URLRequest) throws(ConversionFailure) {
    self.init(url: try Self.url(of: request))
    do throws(InvalidMethod) {
      method = try HTTPMethod(request.httpMethod ?? "GET")
    } catch {
      throw .method(error)
    }
    let lines = (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }
    do throws(InvalidField) {
      for (name, text) in lines {
        let octets = text.utf8.map { Unicode.Scalar($0) }
        try fields.append(name, String(String.UnicodeScalarView(octets)))
      }
    } catch {
      throw .field(error)
    }
  }

  /// Foundation's form of the request, with `body`, which has to be at hand as bytes.
  ///
  /// Lines of one name are joined, since Foundation has one value a name; the options are left
  /// out.
  ///
  /// - Throws: `ConversionFailure` for what Foundation would change or lose.
  public func urlRequest(body: HTTPBody = .none) throws(ConversionFailure) -> URLRequest {
    guard let url = URL(string: url.string), url.absoluteString == self.url.string else {
      throw .url(InvalidURL(.host, in: self.url.string))
    }
    var request = URLRequest(url: url)
    request.httpMethod = method.rawValue
    guard request.httpMethod == method.rawValue else {
      throw .method(InvalidMethod(token: method.rawValue))
    }
    for field in fields {
      guard let text = String(octets: fields[field.name] ?? field.value) else {
        throw .field(InvalidField(name: field.name, reason: .value))
      }
      request.setValue(text, forHTTPHeaderField: field.name)
    }
    switch body {
    case .none: break
    case .bytes(let bytes): request.httpBody = Data(bytes)
    case .file, .replayable, .once: throw .body
    }
    return request
  }

  private static func url(of request: URLRequest) throws(ConversionFailure) -> HTTPURL {
    do throws(InvalidURL) {
      return try HTTPURL(request.url?.absoluteString ?? "")
    } catch {
      throw .url(error)
    }
  }
}

extension HTTPBody {
  /// The body of Foundation's `request`, none when it has none.
  ///
  /// - Throws: `ConversionFailure.body` when it is a stream.
  public init(_ request: URLRequest) throws(ConversionFailure) {
    guard request.httpBodyStream == nil else { throw .body }
    self = request.httpBody.map { .bytes([UInt8]($0)) } ?? .none
  }
}
