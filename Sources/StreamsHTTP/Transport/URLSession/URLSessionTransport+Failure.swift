import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension TransportFailure {
  /// What an error of a session means to a caller.
  init(urlSession error: any Error, hasHead: Bool, isSecure: Bool) {
    let message = (error as NSError).localizedDescription
    let kind = Kind(
      urlErrorCode: (error as? URLError)?.errorCode, message: message, hasHead: hasHead,
      isSecure: isSecure)
    self.init(kind, message)
  }
}

extension TransportFailure.Kind {
  /// Sorts the codes of `NSURLErrorDomain`, as Linux and Apple systems use them; nil is an error of
  /// another domain.
  init(urlErrorCode code: Int?, message: String, hasHead: Bool, isSecure: Bool) {
    switch code {
    case NSURLErrorTimedOut:
      self = .timedOut
    case NSURLErrorCannotFindHost, NSURLErrorDNSLookupFailed:
      self = .nameNotFound
    case NSURLErrorCannotConnectToHost, NSURLErrorNotConnectedToInternet,
      NSURLErrorInternationalRoamingOff, NSURLErrorCallIsActive, NSURLErrorDataNotAllowed:
      self = .cannotConnect
    case NSURLErrorNetworkConnectionLost:
      self = .connectionLost
    case NSURLErrorBadServerResponse:
      // On Linux: closed without a byte, or a send that failed.
      self = hasHead ? .malformedResponse : .connectionLost
    case NSURLErrorUnsupportedURL, NSURLErrorCannotParseResponse, NSURLErrorCannotDecodeRawData,
      NSURLErrorCannotDecodeContentData, NSURLErrorZeroByteResource:
      // The scheme was checked before; on Linux the code also means what is not HTTP/1 or 2.
      self = .malformedResponse
    case NSURLErrorBadURL:
      self = .invalidRequest
    case NSURLErrorDataLengthExceedsMaximum:
      self = .tooLarge
    case NSURLErrorHTTPTooManyRedirects, NSURLErrorRedirectToNonExistentLocation:
      self = .tooManyRedirects
    case NSURLErrorFileDoesNotExist, NSURLErrorFileIsDirectory, NSURLErrorNoPermissionsToReadFile,
      NSURLErrorRequestBodyStreamExhausted:
      self = .bodyFailed
    case .some(let code) where Self.tlsCodes.contains(code):
      self = .tls
    default:
      self = Self.unspecific(message.lowercased(), hasHead: hasHead, isSecure: isSecure)
    }
  }

  /// From `secureConnectionFailed` to `clientCertificateRequired`.
  private static let tlsCodes = -1206 ... -1200

  private static let malformedWords = [
    "writing header", "chunked-encoding", "content encoding", "unencoding", "without colon",
    "nul byte", "invalid content-length",
  ]

  /// What Linux has no code for it tells by libcurl's words.
  private static func unspecific(_ message: String, hasHead: Bool, isSecure: Bool) -> Self {
    if isSecure && !hasHead && ["ssl", "tls", "certificate"].contains(where: message.contains) {
      return .tls
    }
    if malformedWords.contains(where: message.contains) { return .malformedResponse }
    // A header line of more than 100 KiB; 300 KiB of lines, informational answers among them.
    if !hasHead && ["out of memory", "too large response header"].contains(where: message.contains)
    {
      return .tooLarge
    }
    return hasHead || message.contains("transfer closed") ? .connectionLost : .other
  }
}

extension Error {
  /// Whether a session says that its task was cancelled.
  var isURLCancellation: Bool { (self as? URLError)?.code == .cancelled }
}
