/// Text as a picture may contain it.
enum SVGText {
  /// A number with at most one digit after the point.
  static func number(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    let (whole, rest) = abs(tenths).quotientAndRemainder(dividingBy: 10)
    return (tenths < 0 ? "-" : "") + "\(whole)" + (rest == 0 ? "" : ".\(rest)")
  }

  /// Text without what XML has a meaning for, or cannot contain at all.
  static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { escaped.append(contentsOf: safe(scalar)) }
    return String(escaped)
  }

  private static func safe(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    switch scalar {
    case "&": "&amp;".unicodeScalars
    case "<": "&lt;".unicodeScalars
    case ">": "&gt;".unicodeScalars
    case "\"": "&quot;".unicodeScalars
    case "'": "&#39;".unicodeScalars
    case "\u{0}"..."\u{1F}":
      // Each control character has a picture.
      String.UnicodeScalarView([Unicode.Scalar(0x2400 + scalar.value) ?? "?"])
    case "\u{7F}": "\u{2421}".unicodeScalars
    case "\u{80}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}".unicodeScalars
    // What turns the direction of writing would turn what stands beside it.
    case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": "\u{FFFD}".unicodeScalars
    default: String.UnicodeScalarView([scalar])
    }
  }

  static func attributes(_ attributes: KeyValuePairs<String, String>) -> String {
    attributes.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
  }

  /// The class of what happens, and what it is in words.
  static func words(_ kind: MarbleDiagram.Kind) -> (name: String, words: String) {
    switch kind {
    case .value(let name): ("value v\(hue(name))", name)
    case .failure("#"): ("failure", "a failure")
    case .failure(let name): ("failure", "the failure \(name)")
    case .finished: ("finished", "the end")
    case .observed: ("observed", "observed")
    case .cancelled: ("cancelled", "cancelled")
    }
  }

  /// The same for the same name, wherever it is drawn: FNV-1a.
  private static func hue(_ name: String) -> UInt32 {
    name.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 } % 6
  }

  /// How it looks, in the light and in the dark.
  static let style = """
    <style>
    .marbles{--ink:#1f2328;--soft:#8b949e;--red:#c62828;color-scheme:light dark;
    font:13px ui-sans-serif,system-ui,sans-serif}
    .marbles text{fill:var(--ink)}
    .marbles path{stroke:var(--ink);stroke-width:1.5;fill:none;stroke-linecap:round}
    .marbles .label,.marbles .operator,.marbles .time{text-anchor:middle}
    .marbles .axis path,.marbles .span path{stroke:var(--soft)}
    .marbles .axis text{fill:var(--soft);font-size:11px}
    .marbles .bubble{stroke:var(--ink);stroke-width:1.5;fill:var(--fill)}
    .marbles .group,.marbles .operation{fill:none;stroke:var(--soft)}
    .marbles .group{stroke-dasharray:3 3}
    .marbles .mark{stroke-width:3}
    .marbles .failure .mark,.marbles .cancelled .mark{stroke:var(--red)}
    .marbles .v0{--fill:#cfe3ff}.marbles .v1{--fill:#d3f2d8}.marbles .v2{--fill:#ffe3b8}
    .marbles .v3{--fill:#f6d2ea}.marbles .v4{--fill:#e2d9fb}.marbles .v5{--fill:#c9f0ef}
    @media (prefers-color-scheme:dark){
    .marbles{--ink:#e6edf3;--soft:#7d8590;--red:#ff7b72}
    .marbles .v0{--fill:#1d3a63}.marbles .v1{--fill:#1f4a2b}.marbles .v2{--fill:#5a3d10}
    .marbles .v3{--fill:#5b2549}.marbles .v4{--fill:#3c2f6b}.marbles .v5{--fill:#14494b}
    }
    </style>
    """
}
