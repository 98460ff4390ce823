public import Foundation
import Screens
public import Streams
import Words

/// A field for a date, which the user fills with `type NAME DATE`.
///
/// The user types a day, `2026-11-21`, a time of the field's time zone, `2026-11-21 15:04` or `2026-11-21T15:04`, or a moment in
/// RFC 3339, `2026-11-21T15:04:05+01:00`.
///
/// ```swift
/// let due = DateField("due")
/// let dates = due.datePublisher.sink { print($0 ?? .now) }
/// try due.type("2026-11-21")  // prints 2026-11-21 00:00:00 +0000
/// try due.type("tomorrow")  // throws "The field due takes a date, such as 2026-11-21 or 2026-11-21 15:04."
/// ```
@MainActor public final class DateField: TypedField, LocalizedElement, TitledElement, CardElement {
  public let name: String
  /// The time zone in which a day begins, and in which dates are shown.
  public let timeZone: TimeZone
  /// Whether the field may be empty.
  public let isOptional: Bool
  /// The date that the field shows; `nil` if it is empty. Setting it publishes nothing.
  public var date: Date?
  var words = Words.english
  var title: String?

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
      let expectation = Date.typedExpectation
      throw CommandError(
        isOptional
          ? Words.text("The field \(said) takes \(expectation), or nothing.")
          : Words.text("The field \(said) takes \(expectation)."))
    }
    let old = date
    date = typed
    do throws(CommandError) { try actions.run(typed) } catch {
      date = old
      throw error
    }
  }

  public var enteredText: String { date.map { $0.typedText(in: timeZone) } ?? "" }
  public var isVisible: Bool { true }

  public var line: Line {
    let line = Line("\(name): ")
    return date.map { line.appending($0.typedText(in: timeZone)) } ?? line.appending(words.text("(empty)"), .secondary)
  }

  /// The date as people in the locale write it, and as it is typed.
  var cardLines: [Line] {
    guard let date else { return lines }
    let typed = LocalTime(of: date, in: timeZone).text.prefix(16).replacing("T", with: " ")
    let text = LocalDateText(locale: words.locale).text(date, in: timeZone)
    return [Line("\(name): ").appending(words.isolated(text)).appending("  (\(typed))", .secondary)]
  }

  public var usage: String { "type \(name) DATE" }

  public var example: String? { "type \(name) 2026-11-21" }
}

extension Date {
  /// The moment in RFC 3339, to the second, in a time zone.
  func typedText(in timeZone: TimeZone) -> String {
    // RFC 3339 has no seconds in the distance from UTC, which local mean times had.
    let minutes = timeZone.secondsFromGMT(for: self) / 60
    let local = LocalTime(of: self, in: TimeZone(secondsFromGMT: minutes * 60) ?? .gmt).text
    guard minutes != 0 else { return local + "Z" }
    let digits = [minutes.magnitude / 60, minutes.magnitude % 60].map { (part: UInt) -> String in
      part < 10 ? "0\(part)" : "\(part)"
    }
    return local + (minutes < 0 ? "-" : "+") + digits.joined(separator: ":")
  }
}
