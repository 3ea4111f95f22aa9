/// The rest of an answer that nobody gets: read to its end where that is near, so that its
/// connection can be used again; else the exchange is stopped, which costs the connection.
struct UnwantedRest: Hashable, Sendable {
  /// Bodies of this size or less are read.
  static let limit = 16_384

  private var left: Int

  /// What follows a head; of unknown length it may be endless.
  init(of response: HTTPResponse, to method: HTTPMethod) {
    let length = (try? BodyLength(of: response, to: method))?.expected
    left = length.map { $0 <= Self.limit ? Self.limit : -1 } ?? -1
  }

  /// What to do with the answer now.
  var verdict: ExchangeVerdict { left < 0 ? .again : .drop }

  /// Counts bytes that came.
  mutating func receive(_ count: Int) -> ExchangeVerdict {
    left -= count
    return verdict
  }
}
