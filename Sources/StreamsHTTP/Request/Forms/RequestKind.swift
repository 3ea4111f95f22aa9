/// What kind of form a request was made of. A client has fields for each kind, which go before its
/// fields for all and after those of the form.
public enum RequestKind: Hashable, Sendable, CaseIterable {
  /// One that asks and is answered with a value.
  case request
  /// One that sends content.
  case upload
  /// One that is answered with a file.
  case download

  /// The fields a client has for each kind at first: `Accept`, which is JSON but for downloads.
  public static let fields: [RequestKind: HTTPFields] = {
    let accepted: KeyValuePairs<RequestKind, String> = [
      .request: "application/json", .upload: "application/json", .download: "*/*",
    ]
    return Dictionary(
      uniqueKeysWithValues: accepted.map { kind, type in
        (kind, (try? HTTPFields([("Accept", type)])) ?? HTTPFields())
      })
  }()
}
