public import Streams

/// Gives every request the fields it does not have: one line a name, however often a decorated
/// request passes, and what the request says wins.
public struct AddHeaders: Transport {
  private let next: any Transport
  /// Checked once; fields show no secret in a dump, which pairs of text would.
  private let defaults: Result<HTTPFields, InvalidField>

  /// A transport that sends through `next` with `defaults` added.
  public init(_ next: any Transport, defaults: [(String, String)]) {
    self.next = next
    do throws(InvalidField) {
      self.defaults = .success(try HTTPFields(defaults))
    } catch {
      self.defaults = .failure(error)
    }
  }

  /// Sends the request with the fields it lacked; one that cannot be sent fails with
  /// `invalidRequest`, and nothing is sent.
  public func send(
    _ request: HTTPRequest, body: HTTPBody
  ) -> Signal<TransportEvent, TransportFailure> {
    do throws(InvalidField) {
      var request = request
      request.fields = request.fields.merged(over: try defaults.get())
      return next.send(request, body: body)
    } catch {
      return .fail(TransportFailure(.invalidRequest, error.description, request: request))
    }
  }
}

extension TransportDecorator {
  /// Gives every request the fields it does not have.
  public static func headers(_ fields: KeyValuePairs<String, String>) -> Self {
    let defaults = fields.map { ($0.key, $0.value) }
    return Self { next, _ in AddHeaders(next, defaults: defaults) }
  }
}
