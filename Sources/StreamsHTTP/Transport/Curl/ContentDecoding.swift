#if os(Linux)
  import CStreamsCurl

  /// Undoes the codings of an answer's content (RFC 9110 section 8.4) as it comes, in pieces of
  /// bounded size: gzip and deflate.
  ///
  /// A stream that is cut short is a failure, and so is one that grows out of proportion.
  struct ContentDecoding {
    /// Last applied, first undone.
    private let stages: [Inflater]
    private let maximumExpansion: Int
    private var received = 0
    private var produced = 0

    /// A coding that nobody here can undo, which is no fault as long as there is no content.
    private let unknown: String?

    init(of fields: HTTPFields, zlib: ZlibLibrary?, maximumExpansion: Int) {
      self.maximumExpansion = maximumExpansion
      var stages: [Inflater] = []
      var unknown: String?
      for coding in fields.contentCodings.reversed() {
        if let zlib, stages.count < 4, let format = Inflater.Format(coding: coding) {
          stages.append(Inflater(format, zlib))
        } else {
          unknown = coding
        }
      }
      self.stages = stages
      self.unknown = unknown
    }

    /// Hands what `bytes` decode to, piece by piece, to `deliver`.
    ///
    /// - Throws: a `malformedResponse` for what is not coded as was said, or in a way that nobody
    ///   here can undo; `tooLarge` for what grows out of proportion; what `deliver` throws.
    mutating func decode(
      _ bytes: UnsafeRawBufferPointer,
      _ deliver: ([UInt8]) throws(TransportFailure) -> Void
    ) throws(TransportFailure) {
      if let unknown {
        throw TransportFailure(
          .malformedResponse, "the content coding \(unknown.quotedOnOneLine) cannot be undone")
      }
      if stages.isEmpty { return try unsafe deliver(Array(bytes)) }
      received += bytes.count
      try unsafe decode(bytes, from: 0, deliver)
    }

    private mutating func decode(
      _ bytes: UnsafeRawBufferPointer, from stage: Int,
      _ deliver: ([UInt8]) throws(TransportFailure) -> Void
    ) throws(TransportFailure) {
      var rest = unsafe bytes
      var mayGoOn = true
      while mayGoOn {
        let piece = try unsafe stages[stage].step(&rest)
        mayGoOn = unsafe !piece.isEmpty || !rest.isEmpty
        guard !piece.isEmpty else { continue }
        if stage + 1 < stages.count {
          try decode(piece, from: stage + 1, deliver)
        } else {
          try checkExpansion(piece.count)
          try deliver(piece)
        }
      }
    }

    private mutating func decode(
      _ piece: [UInt8], from stage: Int,
      _ deliver: ([UInt8]) throws(TransportFailure) -> Void
    ) throws(TransportFailure) {
      // A closure that is given a pointer cannot throw a typed error through it.
      let result = unsafe piece.withUnsafeBytes { bytes in
        Result { () throws(TransportFailure) in
          try unsafe decode(bytes, from: stage, deliver)
        }
      }
      try result.get()
    }

    /// A mebibyte is nothing to worry about, however it was packed.
    private mutating func checkExpansion(_ count: Int) throws(TransportFailure) {
      produced += count
      guard produced <= 1 << 20 || produced / maximumExpansion <= received else {
        throw TransportFailure(
          .tooLarge, "content that grows more than \(maximumExpansion) times when it is decoded")
      }
    }

    /// - Throws: a `connectionLost` when the content ended before its coding did.
    func end() throws(TransportFailure) {
      guard received == 0 || stages.allSatisfy(\.isComplete) else {
        throw TransportFailure(.connectionLost, "the coded content was cut short")
      }
    }
  }
#endif
