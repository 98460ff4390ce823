import ExpectSupport
import Foundation
import Screens
import StreamsTesting
import Testing

private struct ShelfKey: AppEnvironmentKey {
  static func defaultValue(in _: AppEnvironment) -> String { "upper" }
}

private struct LabelKey: AppEnvironmentKey {
  static func defaultValue(in environment: AppEnvironment) -> Label { Label(text: "shelf: " + environment.shelf) }
}

private struct SignKey: AppEnvironmentKey {
  static func defaultValue(in environment: AppEnvironment) -> String { "→ " + environment.label.text }
}

private final class Label: Sendable {
  let text: String
  init(text: String) { self.text = text }
}

extension AppEnvironment {
  fileprivate var shelf: String {
    get { self[ShelfKey.self] }
    set { self[ShelfKey.self] = newValue }
  }

  fileprivate var label: Label {
    get { self[LabelKey.self] }
    set { self[LabelKey.self] = newValue }
  }

  fileprivate var sign: String { self[SignKey.self] }
}

@MainActor @Suite struct AppEnvironmentTests {
  @Test func `has a value of a key's own`() {
    var environment = AppEnvironment()
    expectEqual(environment.shelf, "upper")
    environment.shelf = "lower"
    expectEqual(environment.shelf, "lower")
  }

  @Test func `has an account that its copies share`() {
    let environment = AppEnvironment()
    var copy = environment
    copy.timeZone = .gmt
    expectEqual(environment.account, "")
    copy.account = "ada"
    expectEqual(environment.account, "ada")
    expectEqual(AppEnvironment().account, "")
  }

  @Test func `makes a default once`() {
    let environment = AppEnvironment()
    let copy = environment
    #expect(environment.label === environment.label)
    #expect(copy.label === environment.label)
  }

  @Test func `makes a default again when a value has changed that it is made of`() {
    var environment = AppEnvironment()
    let (label, sign) = (environment.label, environment.sign)
    environment.timeZone = .gmt
    #expect(environment.label === label)
    environment.shelf = "lower"
    expectEqual(environment.label.text, "shelf: lower")
    expectEqual(environment.sign, "→ shelf: lower")
    expectEqual(sign, "→ shelf: upper")
  }

  @Test func `makes a default again when a value behind another default has changed`() {
    var environment = AppEnvironment()
    // The label is made first, so the sign reads a value that is made already.
    expectEqual(environment.label.text, "shelf: upper")
    expectEqual(environment.sign, "→ shelf: upper")
    environment.shelf = "lower"
    expectEqual(environment.sign, "→ shelf: lower")
  }

  @Test func `keeps a value that was set`() {
    var environment = AppEnvironment()
    let label = Label(text: "mine")
    environment.label = label
    environment.shelf = "lower"
    #expect(environment.label === label)
    expectEqual(environment.sign, "→ mine")
  }

  @Test func `a change of a copy leaves the original as it is`() {
    let environment = AppEnvironment()
    let label = environment.label
    var copy = environment
    copy.shelf = "lower"
    expectEqual(environment.shelf, "upper")
    #expect(environment.label === label)
    expectEqual(copy.label.text, "shelf: lower")
  }

  @Test func `the day changes at midnight of the time zone that was set last`() throws {
    let scheduler = TestScheduler()
    let start = try Date("2026-11-20T14:00:00Z", strategy: .iso8601)
    var environment = AppEnvironment(
      main: scheduler.main, now: { start + Double(scheduler.now.sinceStart.magnitude) / 1e9 })
    environment.timeZone = .gmt
    var days = 0
    // The default is made for this time zone.
    environment.dayChanges.sink { days += 100 }.cancel()
    environment.timeZone = try #require(TimeZone(identifier: "Asia/Tokyo"))
    let cancellable = environment.dayChanges.sink { days += 1 }
    scheduler.advance(by: 3_599)
    expectEqual(days, 0)
    scheduler.advance(by: 1)
    expectEqual(days, 1)
    cancellable.cancel()
    #expect(scheduler.isIdle)
  }

  @Test func `an app makes no defaults of its own`() {
    let environment = AppEnvironment()
    let app = AppCore(environment, AppDefinition(screens: []))
    #expect(app.environment.label === environment.label)
  }

  @Test(arguments: [
    ("2026-11-20T23:59:58Z", "UTC", 2),
    ("2026-11-21T00:00:00Z", "UTC", 86_400),
    // A day of 23 hours.
    ("2026-03-08T23:59:58-04:00", "America/New_York", 2),
    // The day begins at 1:00, because the clocks were set forward at midnight.
    ("2018-11-03T23:59:58-03:00", "America/Sao_Paulo", 2),
    // Samoa skipped 30 December 2011.
    ("2011-12-29T23:59:58-10:00", "Pacific/Apia", 2),
    // Clocks went back over midnight, a minute into the day, and at 2:00.
    ("2006-10-28T23:59:58-02:30", "America/St_Johns", 2),
    ("2006-10-29T00:00:58-02:30", "America/St_Johns", 2),
    ("2006-10-28T23:59:58-03:30", "America/St_Johns", 2),
    ("2006-10-29T00:00:58-03:00", "America/Goose_Bay", 2),
    ("2006-10-29T00:00:58-03:00", "America/Moncton", 2),
    ("2010-03-05T01:59:58+11:00", "Antarctica/Casey", 2),
  ])
  func `the day changes at its end`(now: String, zone: String, seconds: Int) throws {
    let scheduler = TestScheduler()
    let start = try Date(now, strategy: .iso8601)
    var environment = AppEnvironment(
      main: scheduler.main, now: { start + Double(scheduler.now.sinceStart.magnitude) / 1e9 })
    environment.timeZone = try #require(TimeZone(identifier: zone))
    var days = 0
    let cancellable = environment.dayChanges.sink { days += 1 }
    scheduler.advance(by: .seconds(seconds - 1))
    expectEqual(days, 0)
    scheduler.advance(by: .seconds(1))
    expectEqual(days, 1)
    cancellable.cancel()
  }
}
