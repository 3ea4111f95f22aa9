/// How the table is printed.
enum Report {
  static func table(_ rows: [Measured]) -> String {
    let width = rows.map(\.name.count).max() ?? 0
    let lines = rows.map { row in
      let name = row.name + String(repeating: " ", count: width - row.name.count)
      let time = row.nanoseconds.map { padded(number($0) + " ns", 12) } ?? padded("", 12)
      let figure = padded(row.baseline == nil ? number(row.figure) : number(row.figure) + "x", 9)
      let baseline = row.baseline ?? row.unit
      let bar = row.bar.map {
        "  bar \(number($0))" + (row.isMissed(slack: 1) ? (row.isOpen ? " OPEN" : " MISSED") : "")
      }
      return "\(name) \(time) \(figure) \(baseline)\(bar ?? "")"
    }
    return lines.joined(separator: "\n")
  }

  static func json(_ rows: [Measured]) -> String {
    let objects = rows.map { row in
      var fields = ["\"name\": \"\(row.name)\"", "\"figure\": \(row.figure)"]
      if let time = row.nanoseconds { fields.append("\"nanoseconds\": \(time)") }
      if let baseline = row.baseline {
        fields.append("\"baseline\": \"\(baseline)\"")
      } else {
        fields.append("\"unit\": \"\(row.unit)\"")
      }
      if let bar = row.bar { fields.append("\"bar\": \(bar)") }
      return "  {" + fields.joined(separator: ", ") + "}"
    }
    return "[\n" + objects.joined(separator: ",\n") + "\n]"
  }

  /// Two digits behind the point.
  private static func number(_ value: Double) -> String {
    guard value.isFinite else { return "\(value)" }
    let hundredths = Int((value * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
