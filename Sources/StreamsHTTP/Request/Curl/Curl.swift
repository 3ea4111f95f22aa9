extension HTTPRequest {
  /// The request as a curl command for a POSIX shell, which sends the same method, target, fields
  /// and content.
  ///
  /// ```
  /// curl -H 'Content-Type: application/json' --data-raw '{"id":7}' 'https://api.example.org/users'
  /// ```
  ///
  /// Every word is quoted, so that nothing in it is expanded. Text goes by `--data-raw`; content
  /// that is no text, holds control characters or is longer than 100,000 bytes is piped from
  /// `printf` into `--data-binary @-`, a file is named by `--data-binary @path`. Content that is
  /// made while it is sent is in the command where it is there at once and up to a mebibyte long;
  /// else, and when it can be had once only, curl reads it from standard input.
  ///
  /// Secrets are replaced by `<redacted>`: fields with credentials and cookies, user information in
  /// URLs, and values of names such as `password` or `access_token` in the query, in forms, JSON,
  /// XML and multipart parts. A secret that no name gives away, or that lies in a file, is not
  /// known for one.
  ///
  /// The command sends once: it follows no redirect and tries nothing again. What a transport adds
  /// by itself, such as `Host`, `Accept` and `User-Agent`, is curl's own.
  ///
  /// - Parameters:
  ///   - body: what is sent.
  ///   - names: further names of fields, query items and members of bodies whose values are
  ///     secret; in any case.
  ///   - showingSecrets: whether nothing is replaced, so that the command can be run.
  /// - Complexity: O(n) in the length of request and body.
  public func curl(
    body: HTTPBody = .none, hiding names: Set<String> = [], showingSecrets: Bool = false
  ) -> String {
    let secrets = showingSecrets ? nil : SecretNames(and: names)
    return CurlText(self, body: body, hiding: secrets).text
  }
}
