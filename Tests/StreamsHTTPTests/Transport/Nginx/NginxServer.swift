#if os(Linux)
  import Foundation
  import Glibc
  import Streams
  import StreamsHTTPTesting
  import Testing

  /// A real nginx with a configuration of its own: a page server, in the clear and over TLS with
  /// HTTP/2, or something in between that hands on what a `LoopbackServer` is sent, byte by byte.
  final class NginxServer: Sendable {
    /// Where it listens in the clear, and with TLS.
    let plain: UInt16
    let secure: UInt16
    /// The path of its certificate.
    let certificate: String
    private let folder: TemporaryFolder
    private let process: Lock<Process?>

    private static let program = "/usr/sbin/nginx"
    private static let streams = "/usr/lib/nginx/modules/ngx_stream_module.so"

    static let isThere =
      FileManager.default.isExecutableFile(atPath: program) && TLSServer.isAvailable
    /// Whether it can stand in between: the module for that is a package of its own.
    static let standsBetween = isThere && FileManager.default.fileExists(atPath: streams)

    /// Serves pages.
    static func pages() throws -> NginxServer {
      try NginxServer { folder, plain, secure in
        try Data("0123456789".utf8).write(to: folder.appending(component: "digits.txt"))
        return """
          http {
            access_log off;
            default_type text/plain;
            client_body_temp_path \(folder.path)/body;
            proxy_temp_path \(folder.path)/proxy;
            fastcgi_temp_path \(folder.path)/fastcgi;
            uwsgi_temp_path \(folder.path)/uwsgi;
            scgi_temp_path \(folder.path)/scgi;
            gzip_min_length 0;
            gzip_types text/plain;
            server {
              listen 127.0.0.1:\(plain);
              listen 127.0.0.1:\(secure) ssl http2;
              ssl_certificate \(folder.path)/certificate.pem;
              ssl_certificate_key \(folder.path)/key.pem;
              root \(folder.path);
              location = /connection { return 200 "$connection"; }
              location = /once { keepalive_timeout 0; return 200 "$connection"; }
              location = /text { gzip on; alias \(folder.path)/digits.txt; }
              location = /chunked { ssi on; ssi_types *; alias \(folder.path)/digits.txt; }
              location = /upload { client_max_body_size 8m; return 200 "$content_length"; }
              location = /small { client_max_body_size 1k; proxy_pass http://127.0.0.1:1; }
              location = /moved { return 302 /connection; }
            }
          }
          """
      }
    }

    /// Stands before a server.
    static func before(_ port: UInt16) throws -> NginxServer {
      try NginxServer { folder, plain, secure in
        """
        stream {
          upstream kit { server 127.0.0.1:\(port); }
          server { listen 127.0.0.1:\(plain); proxy_pass kit; }
          server {
            listen 127.0.0.1:\(secure) ssl;
            ssl_certificate \(folder.path)/certificate.pem;
            ssl_certificate_key \(folder.path)/key.pem;
            proxy_pass kit;
          }
        }
        """
      }
    }

    private init(_ section: (URL, UInt16, UInt16) throws -> String) throws {
      folder = try TemporaryFolder()
      certificate = try TLSServer.makeCertificate(in: folder.url).certificate
      // A free port can be somebody else's a moment later.
      for _ in 0..<4 {
        let (plain, secure) = (try Self.freePort(), try Self.freePort())
        let text = try section(folder.url, plain, secure)
        if let process = try Self.start(text, in: folder, listeningOn: [plain, secure]) {
          (self.plain, self.secure) = (plain, secure)
          self.process = Lock(process)
          return
        }
      }
      let log = try? String(contentsOfFile: folder.path("error.log"), encoding: .utf8)
      throw Unstarted(log: log ?? "")
    }

    struct Unstarted: Error { let log: String }

    /// Nil when it does not listen there in time.
    private static func start(
      _ section: String, in folder: TemporaryFolder, listeningOn ports: [UInt16]
    ) throws -> Process? {
      let text = """
        \(standsBetween ? "load_module \(streams);" : "")
        daemon off;
        master_process off;
        pid \(folder.url.path)/pid;
        events { worker_connections 1024; }
        \(section)
        """
      let configuration = try folder.file("nginx.conf", Array(text.utf8))
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = [
        "-p", folder.url.path, "-e", folder.path("error.log"), "-c", configuration,
      ]
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      let limit = ContinuousClock.now + .seconds(10)
      while process.isRunning, .now < limit {
        if listens(ports[1]) { return process }
        usleep(5_000)
      }
      kill(process.processIdentifier, SIGKILL)
      return nil
    }

    deinit {
      // A child of a dispatch thread has SIGTERM blocked, as its parent has.
      if let process = process.withLock({ $0 }) { kill(process.processIdentifier, SIGKILL) }
    }

    /// A port that nobody listens on, a moment ago.
    private static func freePort() throws -> UInt16 {
      let server = try LoopbackServer()
      defer { server.stop() }
      return server.port
    }

    private static func listens(_ port: UInt16) -> Bool {
      let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(socket) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      return unsafe withUnsafePointer(to: &address) { address in
        unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          unsafe connect(socket, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
    }
  }
#endif
