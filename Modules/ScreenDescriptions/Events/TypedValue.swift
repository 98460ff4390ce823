package import Descriptions
package import Foundation
internal import Requests

/// Reads what a person has typed, `{"typed":"1.500"}` in the place of a value of JSON, by the language and the locale of the app. Each front
/// passes on what was typed; none has a reader of its own.
package struct TypedValue {
  /// A text is not such a value.
  package struct Failure: Error {
    /// What is expected, and what the text is elsewhere.
    package let expectation: LocalizedText

    package init(_ expectation: LocalizedText) { self.expectation = expectation }
  }

  private let words: Words
  /// The time zone of dates and times.
  private let timeZone: TimeZone

  package init(_ words: Words, timeZone: TimeZone = .gmt) {
    self.words = words
    self.timeZone = timeZone
  }

  /// Whether people type values of a shape that the app reads by its locale.
  package static func isTyped(_ shape: Shape) -> Bool {
    switch shape.unwrapped {
    case .integer, .number, .decimal, .money, .date, .text(_, _, _, .date), .text(_, _, _, .timeOfDay),
      .text(_, _, _, .localDateTime):
      true
    default: false
    }
  }

  /// The value that a text means; `null` for an empty one, if the shape has it.
  ///
  /// - Parameter role: what a number means.
  package func json(_ text: String, _ shape: Shape, role: Shape.Role? = nil) throws(Failure) -> [UInt8] {
    if shape.isOptional, text.isEmpty { return JSON.null.json }
    let isPoint = text.contains("T")
    let json: [UInt8]? =
      switch shape.unwrapped {
      case .integer, .number, .decimal, .money: try number(text, shape, role)
      case .date: Date(typed: text, in: timeZone).map(\.json)
      case .text(_, _, _, .date): LocalDate(text)?.json
      case .text(_, _, _, .timeOfDay): TimeOfDay(text)?.json
      case .text(_, _, _, .localDateTime): LocalDateTime(isPoint ? text : text.replacing(" ", with: "T"))?.json
      default: nil
      }
    guard let json else { throw Failure(expectation(shape, role: role)) }
    return json
  }

  private func number(_ text: String, _ shape: Shape, _ role: Shape.Role?) throws(Failure) -> [UInt8]? {
    do throws(LocalNumbers.ReadError) {
      if case .money = shape.unwrapped {
        let (amount, currency) = try words.numbers.amount(text)
        return (["amount": .string(amount), "currency": .string(currency)] as JSON).json
      }
      let isWhole = if case .integer = shape.unwrapped { true } else { false }
      let number = try digits(text, isWhole: isWhole, role: role)
      switch shape.unwrapped {
      // An integer beyond ±(2^53 - 1) is a string.
      case .integer: return Int(number)?.json
      case .number: return Double(number).flatMap { $0.isFinite ? Array(number.utf8) : nil }
      default: return number.json
      }
    } catch {
      throw Failure(Self.adding(error.readings, to: expectation(shape, role: role)))
    }
  }

  /// The digits of a number that a person has typed, with a point.
  package func digits(_ text: String, isWhole: Bool, role: Shape.Role?) throws(LocalNumbers.ReadError) -> String {
    switch role {
    case .percent where !isWhole: try words.numbers.percent(text)
    case .duration: try words.numbers.seconds(text, units: unitNames)
    default: isWhole ? try words.numbers.integer(text) : try words.numbers.number(text)
    }
  }

  /// The names that a span of time is shown with.
  private var unitNames: [[String]] {
    [
      [words.text("\(count: 1) h"), words.text("\(count: 2) h")],
      [words.text("\(count: 1) min"), words.text("\(count: 2) min")],
      [words.text("\(count: 1) s"), words.text("\(count: 2) s")],
    ]
  }

  // MARK: - What is expected

  /// What a value of a shape is, with an example as people type it.
  package func expectation(_ shape: Shape, role: Shape.Role? = nil) -> LocalizedText {
    let numbers = words.numbers
    let expectation: LocalizedText =
      switch (role, shape.unwrapped) {
      case (.percent, .number), (.percent, .decimal):
        Words.text("\(Words.text("a number")), such as \(numbers.exactPercent("0.125"))")
      case (.duration, .integer), (.duration, .number), (.duration, .decimal):
        Words.text("\(Words.text("a span of time")), such as \(words.text("\(count: 5) min", comment: "Minutes."))")
      case (_, .integer): Words.text("a whole number")
      case (_, .number): Words.text("\(Words.text("a number")), such as \(numbers.text("12.5"))")
      case (_, .decimal): Words.text("\(Words.text("a decimal number")), such as \(numbers.text("12.50"))")
      case (_, .money):
        Words.text("\(Words.text("an amount with its currency")), such as \(numbers.amount("12.50", currency: "EUR"))")
      case (_, .date): Date.typedExpectation
      case (_, .text(_, _, _, .date)): Words.text("a date, such as 2026-11-21")
      case (_, .text(_, _, _, .timeOfDay)): Words.text("a time, such as 15:04")
      case (_, .text(_, _, _, .localDateTime)): Words.text("a date and a time, such as 2026-11-21T15:04")
      default: LocalizedText(verbatim: shape.expectation)
      }
    return shape.isOptional ? Words.text("\(expectation), or nothing") : expectation
  }

  /// What a number between bounds is, as people type it.
  private func expectation(_ bounds: Bounds, _ shape: Shape, role: Shape.Role?) -> LocalizedText {
    func shown(_ bound: Double) -> String {
      role == .percent ? words.numbers.exactPercent(Bounds.text(bound)) : words.numbers.text(Bounds.text(bound))
    }
    let kind = if case .integer = shape.unwrapped { Words.text("a whole number") } else { Words.text("a number") }
    return switch (bounds.minimum.map(shown), bounds.maximum.map(shown)) {
    case (let least?, let greatest?): Words.text("\(kind) from \(least) to \(greatest)")
    case (let least?, nil): Words.text("\(kind) from \(least) up")
    case (nil, let greatest?): Words.text("\(kind) up to \(greatest)")
    case (nil, nil): kind
    }
  }

  /// What is expected, with what a text that does not fit is elsewhere.
  package static func adding(_ readings: [String], to expectation: LocalizedText) -> LocalizedText {
    switch readings.count {
    case 0: expectation
    case 1: Words.text("\(expectation); perhaps \(readings[0]) is meant")
    default: Words.text("\(expectation); perhaps \(readings[0]) or \(readings[1]) is meant")
    }
  }
}

// MARK: - In the place of values

extension TypedValue {
  /// A value of JSON in which what was typed has been read.
  ///
  /// - Parameters:
  ///   - json: The value: an event, the parameters of a screen or the answer to a question.
  ///   - shape: What it is.
  ///   - fields: The fields of the state that an event is about.
  package func reading(_ json: JSONText, as shape: Shape, fields: [Shape.Member] = []) throws(InputError) -> JSONText {
    guard let bytes = try read(json, shape, nil, fields) else { return json }
    return JSONText(scanned: bytes[...])
  }

  /// Whether something may be typed in a value. It is a look at the bytes, because most values have nothing of the kind.
  package static func mayBeIn(_ json: JSONText) -> Bool {
    let name = Array("\"typed\"".utf8)
    var matched = 0
    for byte in json.bytes {
      matched = byte == name[matched] ? matched + 1 : byte == name[0] ? 1 : 0
      if matched == name.count { return true }
    }
    return false
  }

  /// The value with what was typed in it; `nil` if nothing was.
  private func read(
    _ json: JSONText, _ shape: Shape, _ role: Shape.Role?, _ fields: [Shape.Member]
  ) throws(InputError) -> [UInt8]? {
    if json.kind == .object, Self.isTyped(shape) {
      let members = Array(json.members)
      if members.count == 1, members[0].name.string == "typed", let text = members[0].value.string {
        do throws(Failure) { return try self.json(text, shape, role: role) } catch {
          throw .typed(expected: words.string(error.expectation))
        }
      }
    }
    switch shape.unwrapped {
    case .list(let element), .rows(let element, _):
      guard json.kind == .array else { return nil }
      return try elements(json, element)
    case .record(let record), .money(let record): return try members(json, record.members, fields: [])
    case .variants(let variants):
      let type = json.kind == .object ? json["type"]?.string : nil
      guard let variant = variants.variants.first(where: { $0.name == type }) else { return nil }
      return try members(json, variant.members, fields: [])
    case .events(let events):
      let type = json.kind == .object ? json["type"]?.string : nil
      guard var event = events.events.first(where: { $0.name == type }) else { return nil }
      if let field = fields.first(where: { $0.name == event.field }), !event.members.isEmpty {
        event.members[0].role = event.members[0].role ?? field.role
      }
      let part = fields.first { $0.name == event.part }?.shape.unwrapped
      return try members(json, event.members, fields: part.map { $0.parts.first?.members ?? $0.members } ?? [])
    default: return nil
    }
  }

  private func elements(_ json: JSONText, _ element: Shape) throws(InputError) -> [UInt8]? {
    var wasTyped = false
    var parts: [[UInt8]] = []
    for (index, value) in json.elements.enumerated() {
      do throws(InputError) {
        let read = try read(value, element, nil, [])
        wasTyped = wasTyped || read != nil
        parts.append(read ?? Array(value.bytes))
      } catch { throw error.inside(String(index)) }
    }
    guard wasTyped else { return nil }
    var writer = JSONWriter()
    writer.array { for part in parts { $0.raw(part) } }
    return writer.bytes
  }

  private func members(
    _ json: JSONText, _ shapes: [Shape.Member], fields: [Shape.Member]
  ) throws(InputError) -> [UInt8]? {
    guard json.kind == .object else { return nil }
    var wasTyped = false
    var parts: [(name: String, json: [UInt8])] = []
    for member in json.members {
      let name = member.name.string ?? ""
      var read: [UInt8]?
      if let shape = shapes.first(where: { $0.name.hasSameBytes(as: name) }) {
        do throws(InputError) {
          read = try self.read(member.value, shape.shape, shape.role, fields)
          // NB: what decodes the event checks them, too, in words for programs.
          if let read, let bounds = shape.bounds, shape.role != .duration, !bounds.allow(JSONText(scanned: read[...])) {
            throw .typed(expected: words.string(expectation(bounds, shape.shape, role: shape.role)))
          }
        } catch {
          throw error.inside(name)
        }
      }
      wasTyped = wasTyped || read != nil
      parts.append((name, read ?? Array(member.value.bytes)))
    }
    guard wasTyped else { return nil }
    var writer = JSONWriter()
    writer.object { writer in
      for part in parts {
        writer.name(part.name)
        writer.raw(part.json)
      }
    }
    return writer.bytes
  }
}

// MARK: - Dates

extension Date {
  /// What an error says is expected.
  package static let typedExpectation = Words.text("a date, such as 2026-11-21 or 2026-11-21 15:04")

  /// The date that a user typed: a day, which begins in the time zone, a time there, or a moment in RFC 3339.
  package init?(typed text: String, in timeZone: TimeZone) {
    let form = /(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d))?)?/
    if let match = text.wholeMatch(of: form.asciiOnlyDigits()) {
      guard let year = Int(match.1), let month = Int(match.2), let number = Int(match.3), year > 0,
        let day = LocalDate(year: year, month: month, day: number),
        let hour = Int(match.4 ?? "0"), let minute = Int(match.5 ?? "0"), let second = Int(match.6 ?? "0"),
        hour < 24, minute < 60, second < 60
      else { return nil }
      self = LocalTime(day, hour: hour, minute: minute, second: second).date(in: timeZone)
    } else {
      guard let json = try? JSONText(scanning: text.json), let date = Date(json) else { return nil }
      self = date
    }
  }
}
