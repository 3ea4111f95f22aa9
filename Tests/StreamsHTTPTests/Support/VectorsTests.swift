import Testing

@Suite("The vectors")
struct VectorsTests {
  @Test(
    "of each table are found",
    arguments: [
      "header-fields", "path-segment", "url-join", "query-encoding", "http-date", "retry-after",
      "retry-eligibility", "empty-body", "keypath", "media-type",
    ])
  func tables(_ table: String) {
    #expect(!Vectors.rows(table).isEmpty)
  }
}
