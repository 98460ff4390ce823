import ExpectSupport
import Formatting
import Foundation
import Models
import Testing

@Suite struct FormatsTests {
  @Test func `shares the locale, time zone and clock`() throws {
    let now = Date(timeIntervalSince1970: 1_795_000_000)
    let formats = Formats(locale: Locale(identifier: "de_DE"), timeZone: .gmt, now: { now })
    expectEqual(formats.currency.text(Money(amount: 5)), "5,00 $")
    expectEqual(formats.date.text(now), "Today at 11:06:40")
  }
}
