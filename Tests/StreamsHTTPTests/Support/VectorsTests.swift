import Testing

@Suite("The vectors")
struct VectorsTests {
  @Test(
    "of each table are found",
    arguments: [
      "basic-auth", "curl", "empty-body", "header-fields", "http-date", "keypath", "media-type",
      "path-segment", "query-encoding", "redirect", "retry-after", "retry-eligibility",
      "traceparent", "url-join", "url-resolve",
    ])
  func tables(_ table: String) {
    #expect(!Vectors.rows(table).isEmpty)
  }
}
