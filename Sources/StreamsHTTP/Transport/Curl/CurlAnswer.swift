#if os(Linux)
  /// What has come of an answer: heads, content with its codings undone, and whether it is whole.
  struct CurlAnswer {
    private var head: CurlHead
    private var answer: ExchangeAnswer
    private var decoding: ContentDecoding?
    private let maximumExpansion: Int
    private(set) var isChunked = false

    init(to request: HTTPRequest, limits: CurlLimits) {
      head = CurlHead(url: request.url, limit: limits.headBytes)
      answer = ExchangeAnswer(method: request.method, limit: limits.bodyBytes)
      maximumExpansion = limits.expansion
    }

    /// Whether the final head is whole.
    var hasHead: Bool { head.isWhole }

    var trailers: HTTPFields { head.trailers }

    /// Takes a line of a head, or of the trailers; gives what it completes.
    mutating func receive(
      line: UnsafeRawBufferPointer
    ) throws(TransportFailure) -> TransportEvent? {
      guard let response = try unsafe head.receive(line) else { return nil }
      let event = try answer.receive(response)
      if head.isWhole {
        isChunked = response.fields.contains(key: "transfer-encoding")
        decoding = ContentDecoding(
          of: response.fields, zlib: .system, maximumExpansion: maximumExpansion)
      }
      return event
    }

    /// - Throws: `tooLarge` when the head tells of more content than is taken.
    func checkLength() throws(TransportFailure) { try answer.checkLength() }

    /// Takes the next bytes and hands them on as they are meant.
    mutating func receive(
      content bytes: UnsafeRawBufferPointer, _ deliver: ([UInt8]) -> Void
    ) throws(TransportFailure) {
      guard var decoding else {
        throw TransportFailure(.malformedResponse, "content without a head")
      }
      self.decoding = nil
      defer { self.decoding = decoding }
      var answer = answer
      defer { self.answer = answer }
      try unsafe decoding.decode(bytes) { piece throws(TransportFailure) in
        try answer.receive(count: piece.count)
        deliver(piece)
      }
    }

    /// - Throws: why the answer is not whole, though libcurl has no complaint.
    func end() throws(TransportFailure) {
      guard head.isWhole else {
        throw TransportFailure(.connectionLost, "the head of the answer was cut short")
      }
      try decoding?.end()
      try answer.end()
    }
  }
#endif
