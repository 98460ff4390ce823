import JSON

extension JSONText {
  /// The number of something that is counted from 1.
  var ordinal: Int? { integer(in: 1...1 << 53) }
  /// Nanoseconds since a session began, for more than a hundred years.
  var uptime: Int? { integer(in: 0...1 << 62) }
  /// Milliseconds since 1970, in the years 1 to 9999.
  var time: Int? { integer(in: -62_135_596_800_000...253_402_300_799_999) }

  private func integer(in range: ClosedRange<Int>) -> Int? {
    integer().flatMap { (number: Int) in range.contains(number) ? number : nil }
  }
}
