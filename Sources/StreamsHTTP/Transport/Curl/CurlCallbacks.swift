#if os(Linux)
  // What libcurl calls, on the loop's thread, inside of the loop's own calls. They only translate.

  private func transfer(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue().transfer
  }

  func curlReceivesLine(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ context: UnsafeMutableRawPointer?
  ) -> Int {
    let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    return unsafe transfer(context)?.receive(line: line) == true ? line.count : 0
  }

  func curlReceivesContent(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ context: UnsafeMutableRawPointer?
  ) -> Int {
    let content = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    switch unsafe transfer(context)?.receive(content: content) {
    case .taken: return content.count
    case .later: return CurlAnswerCode.pause
    case .stop, nil: return 0
    }
  }

  func curlSendsContent(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ context: UnsafeMutableRawPointer?
  ) -> Int {
    let room = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
    switch unsafe transfer(context)?.send(into: room) {
    case .bytes(let count): return count
    case .wait: return CurlAnswerCode.pause
    case .failed, nil: return CurlAnswerCode.abort
    }
  }

  /// libcurl seeks to the first byte only; 1 tells that it cannot.
  func curlRewindsContent(
    _ context: UnsafeMutableRawPointer?, _ offset: Int64, _ origin: Int32
  ) -> Int32 {
    guard offset == 0, origin == 0 else { return 1 }
    return unsafe transfer(context)?.reader.rewind() == true ? 0 : 1
  }
#endif
