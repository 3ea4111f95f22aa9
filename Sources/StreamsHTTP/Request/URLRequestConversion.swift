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

  /// Foundation's form of the request, with `body` where it is at hand as bytes.
  ///
  /// Lines of one name are joined, since Foundation has one value a name; the options are left
  /// out.
  public func urlRequest(body: HTTPBody = .none) throws(ConversionFailure) -> URLRequest {
    guard let url = URL(string: url.string), url.absoluteString == self.url.string else {
      throw .url(InvalidURL(.host, in: self.url.string))
    }
    var request = URLRequest(url: url)
    request.httpMethod = method.rawValue
    for field in fields {
      guard let text = String(octets: fields[field.name] ?? field.value) else {
        throw .field(InvalidField(name: field.name, reason: .value))
      }
      request.setValue(text, forHTTPHeaderField: field.name)
    }
    if case .bytes(let bytes) = body { request.httpBody = Data(bytes) }
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
  /// The body of Foundation's `request`, when it is at hand as bytes; none otherwise.
  public init(_ request: URLRequest) {
    self = request.httpBody.map { .bytes([UInt8]($0)) } ?? .none
  }
}
