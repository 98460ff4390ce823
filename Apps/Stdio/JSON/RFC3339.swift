import Foundation
import JSONRPC

extension [UInt8] {
  /// Appends a date as a JSON string, RFC 3339 in UTC to the second: "2026-11-20T15:04:05Z".
  mutating func append(date: Date) {
    let seconds = Int(date.timeIntervalSince1970.rounded(.down))
    let (days, time) = (seconds.floorDivided(by: 86_400), seconds.floorRemainder(by: 86_400))
    // Days to a date of the Gregorian calendar: years begin in March, so that a leap day is a year's last.
    let shifted = days + 719_468
    let era = shifted.floorDivided(by: 146_097)
    let dayOfEra = shifted.floorRemainder(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    append(UInt8(ascii: "\""))
    append(yearOfEra + era * 400 + (month >= 10 ? 1 : 0), digits: 4)
    append(UInt8(ascii: "-"))
    append(month < 10 ? month + 3 : month - 9, digits: 2)
    append(UInt8(ascii: "-"))
    append(dayOfYear - (153 * month + 2) / 5 + 1, digits: 2)
    append(UInt8(ascii: "T"))
    append(time / 3_600, digits: 2)
    append(UInt8(ascii: ":"))
    append(time / 60 % 60, digits: 2)
    append(UInt8(ascii: ":"))
    append(time % 60, digits: 2)
    append(contentsOf: "Z\"".utf8)
  }

  private mutating func append(_ number: Int, digits: Int) {
    var unit = 1
    for _ in 1..<digits { unit *= 10 }
    while unit > 0 {
      append(UInt8(ascii: "0") + UInt8(number / unit % 10))
      unit /= 10
    }
  }
}

extension Int {
  fileprivate func floorDivided(by divisor: Int) -> Int { (self - floorRemainder(by: divisor)) / divisor }
  fileprivate func floorRemainder(by divisor: Int) -> Int { (self % divisor + divisor) % divisor }
}
