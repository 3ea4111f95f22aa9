import Testing

@Suite("The vectors")
struct VectorsTests {
  @Test(
    "of each table are found",
    arguments: [
      "curl", "empty-body", "header-fields", "http-date", "keypath", "media-type",
      "path-segment", "query-encoding", "retry-after", "retry-eligibility", "url-join",
    ])
  func tables(_ table: String) {
    #expect(!Vectors.rows(table).isEmpty)
  }
}
