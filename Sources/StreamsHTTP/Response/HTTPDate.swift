/// The dates of HTTP fields (RFC 9110 section 5.6.7), as seconds since 1970 in UTC.
///
/// Read and written by hand: a formatter would depend on the locale, the zone and the calendar of
/// the process, and would take more than the three forms there are.
public enum HTTPDate {
  /// Reads any of the three forms; nil when the text is none of them, or no day of the calendar.
  ///
  /// - Parameters:
  ///   - text: the value of a field; whitespace around it does not count.
  ///   - now: seconds since 1970, by which a year of two digits is placed: at most 50 years ahead,
  ///     else in the past.
  public static func parse(_ text: String, now: Int64) -> Int64? {
    let now = clamped(now)
    let bytes = Array(text.trimmingOptionalWhitespace().lowercasedASCII().utf8)
    let forms: [(inout DateScanner) -> CalendarTime?] = [
      { $0.fixdate() }, { $0.rfc850(now: now) }, { $0.asctime() },
    ]
    for form in forms {
      var scanner = DateScanner(bytes)
      if let time = form(&scanner), scanner.isAtEnd { return time.epoch }
    }
    return nil
  }

  /// Writes the form that is to be sent, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  ///
  /// The form has four digits for a year: an earlier time is written as the first second of the
  /// year 0, a later one as the last of the year 9999.
  public static func format(_ epoch: Int64) -> String {
    let time = CalendarTime(epoch: clamped(epoch))
    let day = CalendarTime.dayNames[time.weekday].prefix(3)
    let month = CalendarTime.monthNames[time.month - 1]
    let clock = [time.hour, time.minute, time.second].map { $0.padded(to: 2) }
      .joined(separator: ":")
    return "\(day.capitalizedASCII()), \(time.day.padded(to: 2)) \(month.capitalizedASCII()) "
      + "\(time.year.padded(to: 4)) \(clock) GMT"
  }

  private static func clamped(_ epoch: Int64) -> Int64 {
    min(max(epoch, CalendarTime.epochs.lowerBound), CalendarTime.epochs.upperBound)
  }
}

/// Reads the parts of a date from lower-case bytes; each part answers nil when it is not there.
private struct DateScanner {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  /// `sun, 06 nov 1994 08:49:37 gmt`
  mutating func fixdate() -> CalendarTime? {
    guard shortDay(), skip(", "), let day = digits(2), skip(" "), let month = month(), skip(" "),
      let year = digits(4), skip(" "), let clock = clock(), skip(" gmt")
    else { return nil }
    return CalendarTime(year: year, month: month, day: day, clock: clock)
  }

  /// `sunday, 06-nov-94 08:49:37 gmt`
  mutating func rfc850(now: Int64) -> CalendarTime? {
    guard longDay(), skip(", "), let day = digits(2), skip("-"), let month = month(), skip("-"),
      let year = digits(2), skip(" "), let clock = clock(), skip(" gmt")
    else { return nil }
    let time = CalendarTime(year: year, month: month, day: day, clock: clock)
    return time?.placed(around: CalendarTime(epoch: now))
  }

  /// `sun nov  6 08:49:37 1994`
  mutating func asctime() -> CalendarTime? {
    guard shortDay(), skip(" "), let month = month(), skip(" "),
      let day = skip(" ") ? digits(1) : digits(2), skip(" "), let clock = clock(), skip(" "),
      let year = digits(4)
    else { return nil }
    return CalendarTime(year: year, month: month, day: day, clock: clock)
  }

  private mutating func clock() -> (hour: Int, minute: Int, second: Int)? {
    guard let hour = digits(2), skip(":"), let minute = digits(2), skip(":"),
      let second = digits(2), hour < 24, minute < 60, second <= 60
    else { return nil }
    return (hour, minute, second)
  }

  private mutating func digits(_ count: Int) -> Int? {
    let part = rest.prefix(count)
    guard part.count == count, part.allSatisfy(\.isASCIIDigit) else { return nil }
    rest = rest.dropFirst(count)
    return part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private mutating func skip(_ text: some StringProtocol) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  private mutating func month() -> Int? {
    for (index, name) in CalendarTime.monthNames.enumerated() where skip(name) {
      return index + 1
    }
    return nil
  }

  private mutating func shortDay() -> Bool {
    for name in CalendarTime.dayNames where skip(name.prefix(3)) { return true }
    return false
  }

  private mutating func longDay() -> Bool {
    for name in CalendarTime.dayNames where skip(name) { return true }
    return false
  }
}

extension StringProtocol {
  fileprivate func capitalizedASCII() -> String {
    prefix(1).uppercased() + dropFirst()
  }
}
