import Foundation
import JSON

/// Reads numbers that a person has typed, by the signs of a locale.
///
/// Complete groups of digits between the locale's grouping signs are one number, and in each locale those between spaces and apostrophes.
/// What does not fit the locale is refused, with what it is elsewhere.
struct NumberReader {
  private let locale: Locale
  private let form: NumberForm

  init(_ locale: Locale) {
    self.locale = locale
    form = NumberForm(of: locale)
  }

  private typealias Failure = LocalNumbers.ReadError

  // MARK: - Numbers

  func number(_ text: String, isWhole: Bool = false) throws(LocalNumbers.ReadError) -> String {
    let text = text.withPlainSigns
    if let number = form.number(text, isWhole: isWhole) { return number }
    let readings = NumberForm.elsewhere.compactMap { $0.number(text, isWhole: isWhole) }
    throw Failure(readings: readings.map(LocalNumbers(locale).text).unique)
  }

  func amount(_ text: String) throws(LocalNumbers.ReadError) -> (amount: String, currency: String) {
    let text = text.withPlainSigns
    guard let first = text.firstIndex(where: \.isDigit), let last = text.lastIndex(where: \.isDigit) else {
      throw Failure(readings: [])
    }
    var before = String(text[..<first])
    let after = text[last...].dropFirst()
    // NB: the sign stands before the currency, or before the digits.
    let isNegative = before.contains("-")
    before.removeAll { $0 == "-" || $0 == "+" }
    let names = [before, String(after)].map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    guard names.count == 1, text.count(where: { $0 == "-" || $0 == "+" }) < 2, let currency = currency(names[0]) else {
      throw Failure(readings: [])
    }
    do {
      return (try number((isNegative ? "-" : "") + text[first...last]), currency)
    } catch {
      let digits = NumberForm.elsewhere.compactMap { $0.number((isNegative ? "-" : "") + text[first...last]) }
      throw Failure(readings: digits.map { LocalNumbers(locale).amount($0, currency: currency) }.unique)
    }
  }

  /// The code of a currency of which the code or the sign is given.
  private func currency(_ name: String) -> String? {
    if name.wholeMatch(of: /[A-Za-z]{3}/) != nil { return name.uppercased() }
    func code(_ locale: Locale) -> String? {
      Locale.commonISOCurrencyCodes.first { code in
        let zero = Decimal().formatted(.currency(code: code).locale(locale).precision(.fractionLength(0)))
        return zero.withPlainSigns.filter { !$0.isDigit }.trimmingCharacters(in: .whitespaces) == name
      }
    }
    // Several currencies have these signs.
    return code(locale) ?? (["$", "¥"].contains(name) ? nil : code(Locale(identifier: "en_US")))
  }

  func percent(_ text: String) throws(LocalNumbers.ReadError) -> String {
    let plain = text.withPlainSigns
    let digits = plain.replacing("%", with: "").trimmingCharacters(in: .whitespaces)
    guard plain.count(where: { $0 == "%" }) == 1, plain.hasPrefix("%") || plain.hasSuffix("%") else {
      let number = try number(plain)
      guard number.contains(where: { $0.isDigit && $0 != "0" }) else { return number }
      let writer = LocalNumbers(locale)
      throw Failure(readings: [writer.exactPercent(number.shifted(by: -2)), writer.exactPercent(number)])
    }
    do { return try number(digits).shifted(by: -2) } catch {
      throw Failure(readings: error.readings.map { "\($0) %" })
    }
  }

  // MARK: - Spans of time

  private static let unitSeconds: [Decimal] = [3_600, 60, 1]

  func seconds(_ text: String, units: [[String]]) throws(LocalNumbers.ReadError) -> String {
    let text = text.withPlainSigns
    guard text.contains(where: \.isLetter) else { return try number(text) }
    let isNegative = text.hasPrefix("-")
    var rest = text.drop { $0 == "-" || $0 == "+" || $0 == " " }
    let names = names(units)
    var sum = Decimal()
    var next = 0
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isDigit || !$0.isLetter }
      let unit = rest[digits.endIndex...].prefix { !$0.isDigit }
      rest = rest[unit.endIndex...]
      // A word such as "and" may stand behind the unit.
      let name = Self.unitName(unit.split(separator: " ").first.map(String.init) ?? "")
      guard next < names.count, let index = names[next...].firstIndex(where: { $0.contains(name) }) else {
        throw Failure(readings: [])
      }
      let number = try number(String(digits), isWhole: !rest.isEmpty)
      guard let decimal = Decimal(string: number, locale: Locale(identifier: "en_US_POSIX")) else {
        throw Failure(readings: [])
      }
      sum += decimal * Self.unitSeconds[index]
      next = index + 1
    }
    return (isNegative && sum != 0 ? "-" : "") + sum.description
  }

  /// The names of an hour, a minute and a second: their symbols, and those of the locale.
  private func names(_ units: [[String]]) -> [Set<String>] {
    let symbols = ["h", "min", "s"]
    let allowed: [Duration.UnitsFormatStyle.Unit] = [.hours, .minutes, .seconds]
    return allowed.indices.map { index in
      // Different plural forms.
      let local = [1, 2, 3, 5, 11, 100].flatMap { count in
        [Duration.UnitsFormatStyle.UnitWidth.wide, .abbreviated, .narrow].map { width in
          Duration.seconds(count * NSDecimalNumber(decimal: Self.unitSeconds[index]).intValue)
            .formatted(.units(allowed: [allowed[index]], width: width).locale(locale))
        }
      }
      return Set((units[index] + [symbols[index]] + local).map { Self.unitName($0.withPlainSigns) })
    }
  }

  private static func unitName(_ text: String) -> String {
    text.filter { !$0.isDigit && !" .,".contains($0) }.lowercased()
  }
}

/// Which signs a number is written with.
struct NumberForm: Hashable {
  var decimal: Set<Character>
  var grouping: Set<Character>
  /// Whether only the last group has three digits and the others have two, as in India.
  var isIndian = false

  init(decimal: Set<Character>, grouping: Set<Character>) {
    self.decimal = decimal
    self.grouping = grouping
  }

  /// The forms of most locales.
  static let elsewhere = [NumberForm(decimal: ["."], grouping: [","]), NumberForm(decimal: [","], grouping: ["."])]

  /// The form in which a locale writes numbers and amounts, with its digits and with 0 to 9, which go with other signs.
  init(of locale: Locale) {
    var latin = Locale.Components(locale: locale)
    latin.numberingSystem = Locale.NumberingSystem("latn")
    self.init(decimal: [], grouping: [])
    let sample = Decimal(string: "12345678.5") ?? 0
    for locale in [locale, Locale(components: latin)] {
      for text in [
        sample.formatted(.number.locale(locale)), sample.formatted(.currency(code: "EUR").locale(locale)),
      ].map(\.withPlainSigns) {
        guard let first = text.firstIndex(where: \.isDigit), let last = text.lastIndex(where: \.isDigit) else {
          continue
        }
        let signs = text[first...last].filter { !$0.isDigit }
        let groups = text[first...last].split { !$0.isDigit }
        guard let decimal = signs.last, signs.count > 1 else { continue }
        self.decimal.insert(decimal)
        grouping.formUnion(signs.dropLast())
        isIndian = isIndian || groups.count > 2 && groups[groups.count - 3].count == 2
      }
    }
    grouping.subtract(decimal)
  }

  /// The digits of a number that is written so, with a point; `nil` if it is not.
  func number(_ text: String, isWhole: Bool = false) -> String? {
    let isNegative = text.hasPrefix("-")
    var body = text.drop { $0 == "-" || $0 == "+" }
    guard text.count - body.count < 2 else { return nil }
    body = body.drop { $0 == " " }
    if !isWhole, let exponent = body.firstIndex(where: { $0 == "e" || $0 == "E" }) {
      guard let mantissa = number(String(body[..<exponent])) else { return nil }
      // NB: digits with an exponent are written out.
      return ExactNumber(typed: (isNegative ? "-" : "") + mantissa + body[exponent...])?.plainText
    }
    let parts = body.split(omittingEmptySubsequences: false, whereSeparator: decimal.contains)
    guard parts.count == 1 || parts.count == 2 && !isWhole, let whole = digits(parts[0]) else { return nil }
    let zeros = whole.prefix { $0 == "0" }.count
    let fraction = parts.count == 2 ? parts[1] : ""
    guard parts.count == 1 || !fraction.isEmpty && fraction.allSatisfy(\.isDigit) else { return nil }
    let digits = String(whole.dropFirst(min(zeros, whole.count - 1))) + (fraction.isEmpty ? "" : "." + fraction)
    return isNegative && digits.contains(where: { $0.isDigit && $0 != "0" }) ? "-" + digits : digits
  }

  /// The digits before the decimal sign, without the signs between their groups.
  private func digits(_ text: Substring) -> String? {
    let signs = Set(text.filter { !$0.isDigit })
    guard let sign = signs.first else { return text.isEmpty ? nil : String(text) }
    guard signs.count == 1, grouping.contains(sign) || " '".contains(sign) else { return nil }
    let groups = text.split(separator: sign, omittingEmptySubsequences: false)
    let middle = groups.dropFirst().dropLast()
    guard (1...3).contains(groups[0].count), groups[0].first != "0", groups.last?.count == 3,
      middle.allSatisfy({ $0.count == 3 })
        || isIndian && groups[0].count < 3 && middle.allSatisfy({ $0.count == 2 })
    else { return nil }
    return groups.joined()
  }
}

extension Sequence<String> {
  fileprivate var unique: [String] {
    reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension String {
  /// A number of digits with its point moved.
  fileprivate func shifted(by places: Int) -> String { ExactNumber(typed: self + "e\(places)")?.plainText ?? self }

  /// The text with the digits 0 to 9, and with one sign for each of the signs that mean the same. Marks of direction are left out.
  var withPlainSigns: String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: continue
      case 0x02BC, 0x2018, 0x2019, 0xFF07: text.append("'")
      case 0x2010...0x2013, 0x2212, 0xFE63, 0xFF0D: text.append("-")
      case 0xFF0B: text.append("+")
      case 0xFF0C: text.append(",")
      case 0xFF0E: text.append(".")
      case 0x066A, 0xFE6A, 0xFF05: text.append("%")
      case 0xFFE5: text.append("¥")
      default:
        if scalar.properties.numericType == .decimal, let digit = scalar.properties.numericValue {
          text.append(Unicode.Scalar(UInt8(ascii: "0") + UInt8(digit)))
        } else if scalar.properties.generalCategory == .spaceSeparator || scalar == "\t" {
          text.append(" ")
        } else {
          text.append(scalar)
        }
      }
    }
    return String(text).trimmingCharacters(in: .whitespaces)
  }
}

extension Character {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
