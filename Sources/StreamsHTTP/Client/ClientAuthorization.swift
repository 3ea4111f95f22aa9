public import Streams

extension TransportDecorator {
  /// Gives requests credentials, and new ones after a 401; see ``Authorization``.
  ///
  /// ```swift
  /// client.adding(
  ///   .authorization { _, client in
  ///     client.send(.token(for: refreshToken)).map { .bearer($0.value) }
  ///   })
  /// ```
  ///
  /// - Parameters:
  ///   - credentials: those there are at first; left out, some are asked for before the first
  ///     request is sent.
  ///   - origins: URLs whose origins they are for; without any, that of the client's base URL.
  ///   - limit: how long a refresh may take.
  ///   - refresh: gives new credentials in place of those that were refused. It is given a client
  ///     of the same base URL and time whose requests do not pass through this layer.
  public static func authorization<Failure: Error>(
    _ credentials: Credentials? = nil, for origins: String..., limit: Duration = .seconds(30),
    refresh:
      @escaping @Sendable (
        _ refused: Credentials?, _ client: Client
      ) -> Signal<Credentials, Failure>
  ) -> Self {
    Self { next, context in
      Authorization(next, credentials, for: origins, limit: limit, context: context) {
        refused, transport in
        let client = Client(
          baseURL: context.baseURL?.string ?? "", transport: transport,
          scheduler: context.scheduler, wallClock: context.wallClock)
        return refresh(refused, client)
      }
    }
  }
}
