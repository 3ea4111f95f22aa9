internal import Streams

/// Gives requests to some origins credentials that never change.
struct FixedCredentials: Transport {
  let next: any Transport
  let credentials: Credentials
  let origins: CredentialOrigins

  func send(
    _ request: HTTPRequest, body: HTTPBody
  ) -> Signal<TransportEvent, TransportFailure> {
    do throws(TransportFailure) {
      guard request.options.usesCredentials, try origins.include(request) else {
        return next.send(request, body: body)
      }
      return next.send(try credentials.applied(to: request), body: body)
    } catch {
      return .fail(error)
    }
  }
}

extension TransportDecorator {
  /// Gives requests credentials that never change; a request's own field wins.
  ///
  /// - Parameters:
  ///   - credentials: what the requests prove with who sends them.
  ///   - origins: URLs whose origins they are for; without any, that of the client's base URL.
  ///     Requests to others go without.
  public static func credentials(_ credentials: Credentials, for origins: String...) -> Self {
    fixed(credentials, origins)
  }

  /// Gives requests a bearer token that never changes (RFC 6750).
  ///
  /// - Parameters:
  ///   - token: the token.
  ///   - origins: URLs whose origins it is for; without any, that of the client's base URL.
  public static func bearer(_ token: String, for origins: String...) -> Self {
    fixed(.bearer(token), origins)
  }

  /// Gives requests a user's name and password, without waiting to be asked for them (RFC 7617).
  ///
  /// - Parameters:
  ///   - user: the name; one with a colon fails the requests.
  ///   - password: the password.
  ///   - origins: URLs whose origins they are for; without any, that of the client's base URL.
  public static func basic(user: String, password: String, for origins: String...) -> Self {
    fixed(.basic(user: user, password: password), origins)
  }

  private static func fixed(_ credentials: Credentials, _ origins: [String]) -> Self {
    Self { next, context in
      FixedCredentials(
        next: next, credentials: credentials,
        origins: CredentialOrigins(origins, else: context.baseURL))
    }
  }
}
