/// A day of the proleptic Gregorian calendar and a time of it, in UTC.
struct CalendarTime: Equatable {
  static let dayNames = [
    "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
  ]
  static let monthNames = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// The seconds since 1970 of the years 0 to 9999, which have four digits.
  static let epochs: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

  let year: Int
  let month: Int
  let day: Int
  let hour: Int
  let minute: Int
  let second: Int

  /// Nil when the month has no such day. A second of 60 is a leap second, which counts as the
  /// first second of the next minute.
  init?(year: Int, month: Int, day: Int, clock: (hour: Int, minute: Int, second: Int)) {
    guard day >= 1, day <= Self.days(in: month, of: year) else { return nil }
    self.year = year
    self.month = month
    self.day = day
    (hour, minute, second) = clock
  }

  /// The time that many seconds after the start of 1970. Days are counted in cycles of 400 years
  /// that begin in March, so that the leap day is the last of its year.
  init(epoch: Int64) {
    let (days, seconds) = Self.divide(Int(epoch), by: 86_400)
    let (cycle, dayOfCycle) = Self.divide(days + 719_468, by: 146_097)
    let yearOfCycle =
      (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    year = yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0)
    (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60)
  }

  /// Seconds since the start of 1970.
  var epoch: Int64 {
    Int64(daysSince1970 * 86_400 + hour * 3_600 + minute * 60 + second)
  }

  /// 0 for Sunday.
  var weekday: Int {
    Self.divide(daysSince1970 + 4, by: 7).remainder
  }

  /// The time whose year ends in these two digits and is the last that is not more than 50 years
  /// after `now` (RFC 9110 section 5.6.7).
  func placed(around now: CalendarTime) -> CalendarTime? {
    let century = now.year / 100 * 100
    return [century + 100, century, century - 100].lazy
      .map { $0 + year % 100 }
      .filter { year in
        let ahead = [year - 50, month, day, hour, minute, second]
        return !now.parts.lexicographicallyPrecedes(ahead)
      }
      .first
      .flatMap { CalendarTime(year: $0, month: month, day: day, clock: (hour, minute, second)) }
  }

  /// `2026-11-30T19:10:10Z` (RFC 3339 section 5.6).
  var internetText: String {
    let date = [year.padded(to: 4), month.padded(to: 2), day.padded(to: 2)]
    let clock = [hour, minute, second].map { $0.padded(to: 2) }
    return "\(date.joined(separator: "-"))T\(clock.joined(separator: ":"))Z"
  }

  private var parts: [Int] { [year, month, day, hour, minute, second] }

  private var daysSince1970: Int {
    let yearFromMarch = month <= 2 ? year - 1 : year
    let (cycle, yearOfCycle) = Self.divide(yearFromMarch, by: 400)
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
    return cycle * 146_097 + dayOfCycle - 719_468
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Division that rounds down, so that times before 1970 come out right.
  private static func divide(_ number: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
