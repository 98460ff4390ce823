import Foundation
import Screens
import Words

/// A value of a shape as text: how the user types it, and how it is read.
struct ValueText {
  /// What the value is, if there is one.
  let shape: Shape
  /// Whether the value may be `null`.
  let isOptional: Bool
  /// What a number means.
  let role: Shape.Role?
  let clock: DateClock
  /// Whether the value is hidden while the application does not have the user's attention.
  var isPrivate = false

  init(_ shape: Shape, role: Shape.Role? = nil, clock: DateClock = DateClock()) {
    self.shape = shape.unwrapped
    isOptional = shape.isOptional
    self.role = role
    self.clock = clock
  }

  /// The value of a member.
  init(_ member: Shape.Member, clock: DateClock) {
    self.init(member.shape, role: member.role, clock: clock)
    isPrivate = member.isPrivate
  }

  var isSecret: Bool { shape == .secret }

  // MARK: - What the user types

  /// What stands for the value in a usage: "NUMBER".
  var usage: String {
    switch shape {
    case .text(_, _, _, .date): "DATE"
    case .text(_, _, _, .timeOfDay): "TIME"
    case .text(_, _, _, .localDateTime): "DATE_AND_TIME"
    case .text(_, _, _, .uri): "ADDRESS"
    case .text, .secret, .idempotencyKey, .entityTag: "TEXT"
    case .integer, .number, .decimal: "NUMBER"
    case .money: "AMOUNT"
    case .boolean: "on|off"
    case .date: "DATE"
    case .choice(let choice): choice.words.joined(separator: "|")
    default: "JSON"
    }
  }

  /// What an error says is expected.
  func expectation(_ words: Words) -> LocalizedText {
    guard !TypedValue.isTyped(shape) else { return typed(words).expectation(fullShape, role: role) }
    let expectation: LocalizedText =
      switch shape {
      case .text, .secret, .idempotencyKey, .entityTag: Words.text("a text")
      case .boolean: Words.text("on or off")
      case .choice(let choice): Words.text("one of \(choice.words.joined(separator: ", "))")
      default: Words.text("a JSON value")
      }
    return isOptional ? Words.text("\(expectation), or nothing") : expectation
  }

  private var fullShape: Shape { isOptional ? .optional(shape) : shape }

  private func typed(_ words: Words) -> TypedValue { TypedValue(words, timeZone: clock.timeZone) }

  /// The JSON of what the user typed in a language.
  ///
  /// - Throws: what is expected, if it is not such a value.
  func json(_ text: String, _ words: Words) throws(TypedValue.Failure) -> [UInt8] {
    // An amount may be given as JSON, too.
    if TypedValue.isTyped(shape), !text.hasPrefix("{") { return try typed(words).json(text, fullShape, role: role) }
    guard let json = plainJSON(text) else { throw TypedValue.Failure(expectation(words)) }
    return json
  }

  /// The JSON of what a script gives: a number in digits with a point, in each language.
  func scriptJSON(_ text: String, _ words: Words) throws(TypedValue.Failure) -> [UInt8] {
    let json: [UInt8]? =
      switch shape {
      case _ where isOptional && text.isEmpty: Array("null".utf8)
      case .integer: Int(typed: text)?.json
      // The digits as they were typed: JSON takes them but for a plus and zeros before them.
      case .number: Double(typed: text).map { Array($0.typedText.utf8) }
      case .decimal: Decimal(typed: text)?.typedText.json
      default: try self.json(text, words)
      }
    guard let json else { throw TypedValue.Failure(typed(.english).expectation(fullShape)) }
    return json
  }

  private func plainJSON(_ text: String) -> [UInt8]? {
    if isOptional, text.isEmpty { return Array("null".utf8) }
    switch shape {
    case .text, .secret, .idempotencyKey, .entityTag: return text.json
    case .boolean: return Self.boolean(text).map(\.json)
    case .choice(let choice):
      return (try? NameMatcher(kind: Words.text("option"), names: choice.words).match(text))?.json
    default: return (try? JSONText(scanning: text.utf8)).map { Array($0.bytes) }
    }
  }

  private static func boolean(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "on", "yes", "true": true
    case "off", "no", "false": false
    default: nil
    }
  }

  // MARK: - What the user reads

  /// What stands for a number that is hidden, which has no placeholder that says so, as a text has; `nil` if none is.
  func hiddenText(_ json: JSONText) -> String? { json.isNull && isPrivate && isAmount && clock.hides() ? "•••" : nil }

  /// A value in the words of a language; `nil` if there is none.
  ///
  /// - Parameter locale: writes days and times as people there do; `nil` writes them as they are typed.
  func text(_ json: JSONText, _ words: Words, in locale: Locale? = nil) -> String? {
    if json.isNull { return hiddenText(json) }
    if let locale, let text = date(json, LocalDateText(locale: locale)) { return text }
    if let text = role?.text(roleNumber(json), words) { return text }
    switch shape {
    case .integer, .number, .decimal:
      return words.numbers.text(json.string ?? String(decoding: json.bytes, as: UTF8.self))
    case .text(_, _, _, .markdown): return json.string.map { RichText($0).plainText.replacing("\n", with: " ") }
    case .text(_, _, _, .localDateTime): return json.string?.replacing("T", with: " ")
    case .boolean: return json.bool.map { $0 ? words.text("yes") : words.text("no") }
    case .date: return Date(json)?.typedText(in: clock.timeZone) ?? json.string
    case .choice(let choice):
      let word = json.string
      let label = zip(choice.words, choice.labels).first { $0.0 == word }?.1
      return label.map { words.string(LocalizedText(english: $0)) } ?? word
    case .list(let element), .rows(let element, _):
      let item = ValueText(element, clock: clock)
      let texts = json.elements.prefix(Self.longestList + 1).compactMap { item.text($0, words, in: locale) }
      let isLonger = texts.count > Self.longestList
      return texts.isEmpty ? nil : texts.prefix(Self.longestList).joined(separator: ", ") + (isLonger ? ", …" : "")
    case .money:
      guard let amount = json["amount"]?.string, let currency = json["currency"]?.string else { return nil }
      return words.numbers.amount(amount, currency: currency)
    case .record where shape == Picture.shape: return Picture(json).map { words.text("[image: \($0.words)]") }
    case .record(let record): return summary(json, record.members.filter(\.isForPeople), words, in: locale)
    default: return json.kind == .string ? json.string : String(decoding: json.bytes, as: UTF8.self)
    }
  }

  /// A day or a time; `nil` for another value.
  private func date(_ json: JSONText, _ form: LocalDateText) -> String? {
    switch shape {
    case .date where role == .relativeTime: Date(json).map { form.text($0, at: clock.now()) }
    case .date: Date(json).map { form.text($0, in: clock.timeZone) }
    case .text(_, _, _, .date): LocalDate(json).map(form.text)
    case .text(_, _, _, .timeOfDay): TimeOfDay(json).map(form.text)
    case .text(_, _, _, .localDateTime): LocalDateTime(json).map(form.text)
    default: nil
    }
  }

  /// The number of elements that are shown of a list within a line.
  static var longestList: Int { 20 }

  /// A record in a line: texts as they are, other values after their names.
  ///
  /// - Parameters:
  ///   - members: the members in their order.
  ///   - words: the language.
  ///   - locale: writes days and times as people there do; `nil` writes them as they are typed.
  ///   - omitted: the member that is left out if there is another.
  func summary(
    _ json: JSONText, _ members: [Shape.Member], _ words: Words, in locale: Locale? = nil,
    without omitted: String? = nil
  ) -> String {
    let values = Dictionary(
      json.members.map { ($0.name.string ?? "", $0.value) }, uniquingKeysWith: { first, _ in first })
    let parts = members.filter { $0.name != omitted }.compactMap { member in
      values[member.name].flatMap {
        ValueText(member, clock: clock).part($0, member, words, locale)
      }
    }
    guard parts.isEmpty, let member = members.first(where: { $0.name == omitted }), let value = values[member.name]
    else { return parts.map(words.isolated).joined(separator: ", ") }
    return ValueText(member, clock: clock).text(value, words, in: locale) ?? ""
  }

  /// Whether the value is a number or an amount.
  var isAmount: Bool {
    switch shape {
    case .integer, .number, .decimal, .money: true
    default: false
    }
  }

  /// Whether the value has a day and a time.
  var isMoment: Bool {
    switch shape {
    case .date, .text(_, _, _, .localDateTime): true
    default: false
    }
  }

  /// Whether the value is read in a few words.
  var isFlat: Bool {
    switch shape {
    case .list, .rows, .record: false
    default: true
    }
  }

  /// A member of an object in a line; `nil` if there is nothing to say.
  private func part(_ json: JSONText, _ member: Shape.Member, _ words: Words, _ locale: Locale?) -> String? {
    guard let text = text(json, words, in: locale), !text.isEmpty else { return nil }
    if member.role == .badge, json.integer() == 0 { return nil }
    func said(_ english: String) -> String { words.string(LocalizedText(english: english)) }
    let name = said(member.label ?? member.name.asWords)
    switch shape {
    case .boolean: return json.bool == true ? said((member.label ?? member.name.asWords).droppingVerb) : nil
    case .integer, .number: return "\(name) \(text)"
    default: return text
    }
  }
}

extension String {
  /// The words without the verb of a statement: "is lent" is "lent".
  fileprivate var droppingVerb: String { hasPrefix("is ") ? String(dropFirst(3)) : self }
}
