public import Streams

/// Follows answers that point elsewhere, as far as the request allows it: its
/// `options.redirects` say.
///
/// 301, 302, 303, 307 and 308 with a `Location` are followed (RFC 9110 section 15.4). With 301 and
/// 302 POST becomes GET, with 303 everything but HEAD does; the fields that describe the body leave
/// with it. 307 and 308 send the same bytes again.
///
/// Secrets do not go to another origin, nor come back after a detour: a field that
/// `HTTPFields.Field.isSecret` knows is left out of the next request when scheme, host or port
/// differ. From `https` to `http` nothing is sent unless the policy allows it.
///
/// The answer is delivered as it is when it cannot be followed: a body that can be produced once
/// only would have to be sent again, or the policy forbids the step. A `Location` that is none, has
/// another scheme or names a user is a failure, `redirectRefused`. The bodies of answers that are
/// followed are not delivered; a short one is read, so that its connection can be used again.
///
/// A ``Client`` puts one around its transport. What is to see each request of a chain, such as
/// cookies, goes inside: `Client(baseURL: …, transport: cookies(over: URLSessionTransport()))`.
public struct Redirects: Transport {
  private let next: any Transport
  private let withheld: Set<String>

  /// A transport that sends through `next`, once for each hop.
  ///
  /// - Parameters:
  ///   - next: the transport below.
  ///   - withheld: names of further fields that do not go to another origin. A client's own
  ///     redirects know none: give it a transport that has them followed already.
  public init(_ next: any Transport, withholding withheld: Set<String> = []) {
    self.next = next
    self.withheld = Set(withheld.map { $0.lowercasedASCII() })
  }

  /// The exchange at the end of the redirects. The response's URL is where it was found.
  public func send(
    _ request: HTTPRequest, body: HTTPBody
  ) -> Signal<TransportEvent, TransportFailure> {
    if request.options.redirects == .deliver { return next.send(request, body: body) }
    return ExchangeLoop.signal(RedirectState(request, body, withholding: withheld)) { [next] hop in
      next.send(hop.request, body: hop.body)
    }
  }
}

extension TransportDecorator {
  /// Follows redirects; a client does that without being asked.
  public static let redirects = Self { next, _ in Redirects(next) }
}
