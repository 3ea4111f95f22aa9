#if os(Linux)
  import Foundation
  import Glibc
  import Streams
  import Testing

  /// A server that speaks TLS, with a certificate of its own for 127.0.0.1: `openssl s_server`, or
  /// for HTTP/2 a few lines of node; where they are there.
  final class TLSServer: Sendable {
    let port: UInt16
    private let folder: URL
    private let process: Lock<Process?>

    private static let openssl = "/usr/bin/openssl"
    private static let node = "/usr/bin/node"

    static let isAvailable = FileManager.default.isExecutableFile(atPath: openssl)
    static let speaksHTTP2 = isAvailable && FileManager.default.isExecutableFile(atPath: node)

    var certificate: String { folder.appendingPathComponent("certificate.pem").path }
    var key: String { folder.appendingPathComponent("key.pem").path }

    /// One that answers every request with a page.
    convenience init(asksForIdentity: Bool = false, options: [String] = []) throws {
      try self.init { certificate, key in
        let identity =
          asksForIdentity ? ["-Verify", "1", "-CAfile", certificate, "-verify_return_error"] : []
        let arguments = ["s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key]
        return (Self.openssl, arguments + ["-www"] + identity + options)
      }
    }

    /// One that speaks HTTP/2 only.
    static func http2() throws -> TLSServer {
      try TLSServer { certificate, key in (node, ["-e", program, certificate, key]) }
    }

    private init(
      _ command: (_ certificate: String, _ key: String) -> (String, [String])
    ) throws {
      folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("TLSServer-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let (certificate, key) = try Self.makeCertificate(in: folder)
      let (program, arguments) = command(certificate, key)
      let output = Pipe()
      let process = try Self.run(program, arguments, writingTo: output)
      self.process = Lock(process)
      var text = ""
      while !text.contains("ACCEPT 127.0.0.1:") || !text.hasSuffix("\n") {
        let more = output.fileHandleForReading.availableData
        try #require(!more.isEmpty, "the server says \(text)")
        text += String(decoding: more, as: UTF8.self)
      }
      let line = try #require(text.components(separatedBy: "ACCEPT 127.0.0.1:").last)
      port = try #require(UInt16(line.prefix { $0.isNumber }))
    }

    deinit {
      // A child of a dispatch thread has SIGTERM blocked, as its parent has.
      if let process = process.withLock({ $0 }) { kill(process.processIdentifier, SIGKILL) }
      try? FileManager.default.removeItem(at: folder)
    }

    /// Writes a new certificate for 127.0.0.1, which vouches for itself, and its key.
    static func makeCertificate(in folder: URL) throws -> (certificate: String, key: String) {
      let certificate = folder.appendingPathComponent("certificate.pem").path
      let key = folder.appendingPathComponent("key.pem").path
      _ = try output(
        of: [
          "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
          "-keyout", key, "-out", certificate, "-subj", "/CN=test", "-days", "2",
          "-addext", "subjectAltName=IP:127.0.0.1",
        ])
      return (certificate, key)
    }

    /// SHA-256 of the public key, in Base64.
    func publicKey() throws -> String {
      let pem = folder.appendingPathComponent("public.pem").path
      let der = folder.appendingPathComponent("public.der").path
      _ = try Self.output(of: ["x509", "-in", certificate, "-pubkey", "-noout", "-out", pem])
      _ = try Self.output(of: ["pkey", "-pubin", "-in", pem, "-outform", "der", "-out", der])
      return try Self.output(of: ["dgst", "-sha256", "-binary", der]).base64EncodedString()
    }

    /// What `openssl` says, once it is over. It says it to a file: the end of a pipe would be
    /// inherited by a server that another test starts at the same moment, and never come.
    private static func output(of arguments: [String]) throws -> Data {
      let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try Data().write(to: url)
      defer { try? FileManager.default.removeItem(at: url) }
      let file = try FileHandle(forWritingTo: url)
      defer { try? file.close() }
      let process = try run(openssl, arguments, writingTo: file)
      process.waitUntilExit()
      return try Data(contentsOf: url)
    }

    private static func run(
      _ program: String, _ arguments: [String], writingTo output: Any
    ) throws -> Process {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = arguments
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      process.standardInput = FileHandle.nullDevice
      try process.run()
      return process
    }

    private static let program = """
      const fs = require('fs'), http2 = require('http2')
      const [cert, key] = process.argv.slice(1).map(path => fs.readFileSync(path))
      const server = http2.createSecureServer({ cert, key })
      let sessions = 0, closed = 0
      server.on('session', () => { sessions++ })
      server.on('stream', (stream, head) => {
        const path = head[':path'], ok = { ':status': 200 }
        stream.on('error', () => {})
        if (path === '/silent') return stream.on('close', () => { closed++ })
        if (path === '/echo') { stream.respond(ok); return stream.pipe(stream) }
        if (path === '/trailers') {
          stream.respond(ok, { waitForTrailers: true })
          stream.on('wantTrailers', () => stream.sendTrailers({ 'x-sum': '7' }))
          return stream.end('ok')
        }
        if (path === '/early') stream.additionalHeaders({ ':status': 103, link: 'a' })
        const words = { '/sessions': sessions, '/closed': closed, '/big': 'big' }
        if (path === '/large') { stream.respond(ok); return stream.end(Buffer.alloc(3000000, 1)) }
        stream.respond(path === '/big' ? { ...ok, 'x-big': 'a'.repeat(40000) } : ok)
        stream.end(String(words[path] ?? head[':method'] + ' ' + path))
      })
      server.listen(0, '127.0.0.1', () => console.log('ACCEPT 127.0.0.1:' + server.address().port))
      """
  }
#endif
