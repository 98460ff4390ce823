public import Foundation
import Screens
public import Streams

/// A field for a date, which the user fills with `type NAME DATE`.
///
/// The user types a day, `2026-11-21`, or a moment in RFC 3339, `2026-11-21T15:04:05+01:00`.
///
/// ```swift
/// let due = DateField("due")
/// let dates = due.datePublisher.sink { print($0 ?? .now) }
/// try due.type("2026-11-21")  // prints 2026-11-21 00:00:00 +0000
/// try due.type("tomorrow")  // throws "The field due takes a date, such as 2026-11-21 or 2026-11-21T15:04:05Z."
/// ```
@MainActor public final class DateField: TypedField {
  public let name: String
  /// The time zone in which a day begins, and in which dates are shown.
  public let timeZone: TimeZone
  /// Whether the field may be empty.
  public let isOptional: Bool
  /// The date that the field shows; `nil` if it is empty. Setting it publishes nothing.
  public var date: Date?

  private var actions = Actions<Date?>()

  /// An empty field.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - timeZone: the time zone in which a day begins, and in which dates are shown.
  ///   - isOptional: whether the user may empty the field.
  public init(_ name: String, timeZone: TimeZone = .gmt, isOptional: Bool = false) {
    self.name = name
    self.timeZone = timeZone
    self.isOptional = isOptional
  }

  /// Publishes the date each time the user has typed; `nil` when an optional field was emptied. It never completes.
  public var datePublisher: AnyPublisher<Date?, Never> { actions.publisher }

  /// Adds a closure that runs each time the user has typed, before ``datePublisher`` publishes.
  ///
  /// If it throws, the command fails, and the field holds what it held before.
  public func addAction(_ action: @escaping (Date?) throws -> Void) {
    actions.add(action)
  }

  public func type(_ text: String) throws(CommandError) {
    let typed = Date(typed: text, in: timeZone)
    guard typed != nil || isOptional && text.isEmpty else {
      throw CommandError("The field \(name) takes \(Date.typedExpectation)\(isOptional ? ", or nothing" : "").")
    }
    let old = date
    date = typed
    do throws(CommandError) { try actions.run(typed) } catch {
      date = old
      throw error
    }
  }

  public var isVisible: Bool { true }

  public var line: Line {
    let line = Line("\(name): ")
    return date.map { line.appending($0.typedText(in: timeZone)) } ?? line.appending("(empty)", .secondary)
  }

  public var usage: String { "type \(name) DATE" }

  public var example: String? { "type \(name) 2026-11-21" }
}

extension Date {
  /// What an error says is expected.
  static let typedExpectation = "a date, such as 2026-11-21 or 2026-11-21T15:04:05Z"

  /// The date that a user typed: a day, which begins in the time zone, or a moment in RFC 3339.
  init?(typed text: String, in timeZone: TimeZone) {
    if let day = text.wholeMatch(of: /(\d{4})-(\d\d)-(\d\d)/.asciiOnlyDigits()) {
      let components = DateComponents(
        calendar: .gregorian(timeZone), year: Int(day.1), month: Int(day.2), day: Int(day.3))
      guard components.isValidDate, let date = components.date else { return nil }
      self = date
    } else {
      guard let json = try? JSONText(scanning: text.json), let date = Date(json) else { return nil }
      self = date
    }
  }

  /// The day, or the moment to the second if it is not the beginning of a day.
  func typedText(in timeZone: TimeZone) -> String {
    let parts = Calendar.gregorian(timeZone).dateComponents([.hour, .minute, .second], from: self)
    let isDay = parts.hour == 0 && parts.minute == 0 && parts.second == 0
    let day = Date.ISO8601FormatStyle(timeZone: timeZone).year().month().day()
    return isDay ? formatted(day) : formatted(day.time(includingFractionalSeconds: false).timeZone(separator: .colon))
  }
}

extension Calendar {
  fileprivate static func gregorian(_ timeZone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return calendar
  }
}
