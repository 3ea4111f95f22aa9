/// Where credentials may go: origins, as they were given or as the client's base URL says.
struct CredentialOrigins: Sendable {
  private let origins: Result<[HTTPURL], InvalidURL>

  /// The origins of those URLs; without any that of the client's.
  init(_ texts: [String], else baseURL: HTTPURL?) {
    do throws(InvalidURL) {
      var origins: [HTTPURL] = []
      for text in texts { origins.append(try HTTPURL(text)) }
      self.origins = .success(origins.isEmpty ? [baseURL].compactMap { $0 } : origins)
    } catch {
      origins = .failure(error)
    }
  }

  /// Whether credentials go with a request.
  ///
  /// - Throws: when an origin is none: a request then fails, rather than go without.
  func include(_ request: HTTPRequest) throws(TransportFailure) -> Bool {
    do throws(InvalidURL) {
      return try origins.get().contains { $0.hasSameOrigin(as: request.url) }
    } catch {
      throw TransportFailure(
        .invalidRequest, "the origin of credentials: \(error)", request: request)
    }
  }
}
