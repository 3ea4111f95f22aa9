/// What the name of a file says about it, alike on every platform.
enum FileType {
  /// The last part of a path. A slash is one whatever stands behind it, a mark that makes another
  /// character of it too.
  static func name(ofPath path: String) -> String {
    String(String.UnicodeScalarView(path.unicodeScalars.split(separator: "/").last ?? []))
  }

  /// The media type for the end of a name; `application/octet-stream` for one that is not known.
  static func mediaType(ofName name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return unknown }
    return types[name[dot...].dropFirst().lowercasedASCII()] ?? unknown
  }

  private static let unknown = "application/octet-stream"

  /// Names registered with IANA.
  private static let types = [
    "aac": "audio/aac", "avif": "image/avif", "bmp": "image/bmp", "bz2": "application/x-bzip2",
    "css": "text/css", "csv": "text/csv", "doc": "application/msword",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "epub": "application/epub+zip", "flac": "audio/flac", "gif": "image/gif",
    "gz": "application/gzip", "heic": "image/heic", "heif": "image/heif", "htm": "text/html",
    "html": "text/html", "ics": "text/calendar", "jpeg": "image/jpeg", "jpg": "image/jpeg",
    "js": "text/javascript", "json": "application/json", "m4a": "audio/mp4", "m4v": "video/mp4",
    "md": "text/markdown", "mov": "video/quicktime", "mp3": "audio/mpeg", "mp4": "video/mp4",
    "mpeg": "video/mpeg", "mpg": "video/mpeg", "oga": "audio/ogg", "ogg": "audio/ogg",
    "ogv": "video/ogg", "opus": "audio/ogg", "pdf": "application/pdf", "png": "image/png",
    "ppt": "application/vnd.ms-powerpoint",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "rtf": "application/rtf", "svg": "image/svg+xml", "tar": "application/x-tar",
    "tif": "image/tiff", "tiff": "image/tiff", "txt": "text/plain", "vcf": "text/vcard",
    "wasm": "application/wasm", "wav": "audio/wav", "weba": "audio/webm", "webm": "video/webm",
    "webp": "image/webp", "xls": "application/vnd.ms-excel",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "xml": "application/xml", "yaml": "application/yaml", "yml": "application/yaml",
    "zip": "application/zip",
  ]
}

extension HTTPBody {
  /// What the name of the file says; nil for a body that is no file.
  var typeByName: String? {
    guard case .file(let path) = self else { return nil }
    return FileType.mediaType(ofName: FileType.name(ofPath: path))
  }
}
