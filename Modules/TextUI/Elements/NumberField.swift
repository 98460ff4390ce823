public import Foundation
import JSON
import Screens
public import Streams
import Words

/// A field for a number, which the user fills with `type NAME NUMBER` as people in the locale write it.
///
/// ```swift
/// let rating = NumberField<Int>("rating", in: 1...5)
/// let ratings = rating.numberPublisher.sink { print($0 ?? 0) }
/// try rating.type("4")  // prints 4
/// try rating.type("many")  // throws "The field rating takes a whole number from 1 to 5."
/// ```
@MainActor public final class NumberField<Number: TypedNumber>: TypedField, LocalizedElement, TitledElement {
  public let name: String
  /// The numbers that the field takes; `nil` for all.
  public let range: ClosedRange<Number>?
  /// Whether the field may be empty.
  public let isOptional: Bool
  /// The number that the field shows; `nil` if it is empty. Setting it publishes nothing.
  public var number: Number?
  /// What the number means.
  var role: Shape.Role?
  /// What stands for a number that is hidden; `nil` if there is none.
  var hiddenText: String?
  var words = Words.english
  var title: String?
  /// The digits that were typed last: a number does not keep a zero at the end of its fraction.
  private var digits = ""

  private var actions = Actions<Number?>()

  /// An empty field.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - range: the numbers that the field takes; `nil` for all.
  ///   - isOptional: whether the user may empty the field.
  public init(_ name: String, in range: ClosedRange<Number>? = nil, isOptional: Bool = false) {
    self.name = name
    self.range = range
    self.isOptional = isOptional
  }

  /// Publishes the number each time the user has typed; `nil` when an optional field was emptied. It never completes.
  public var numberPublisher: AnyPublisher<Number?, Never> { actions.publisher }

  /// Adds a closure that runs each time the user has typed, before ``numberPublisher`` publishes.
  ///
  /// If it throws, the command fails, and the field holds what it held before.
  public func addAction(_ action: @escaping (Number?) throws -> Void) {
    actions.add(action)
  }

  public func type(_ text: String) throws(CommandError) {
    let typed = try read(text)
    let old = number
    number = typed
    do throws(CommandError) { try actions.run(typed) } catch {
      number = old
      throw error
    }
  }

  /// The number that was typed; `nil` for an empty field.
  private func read(_ text: String) throws(CommandError) -> Number? {
    if isOptional, text.isEmpty { return nil }
    var readings: [String] = []
    do throws(LocalNumbers.ReadError) {
      let digits = try TypedValue(words).digits(text, isWhole: Number.self is any BinaryInteger.Type, role: role)
      if let number = Number(typed: digits), range?.contains(number) ?? true {
        self.digits = digits
        return number
      }
    } catch { readings = error.readings }
    var expectation = LocalizedText(english: Number.typedExpectation)
    if let range {
      let bounds = [range.lowerBound, range.upperBound].map(shown)
      expectation = Words.text("\(expectation) from \(bounds[0]) to \(bounds[1])")
    } else if let example = Number.typedExample {
      expectation = Words.text("\(expectation), such as \(words.numbers.text(example))")
    }
    if isOptional { expectation = Words.text("\(expectation), or nothing") }
    throw CommandError(Words.text("The field \(said) takes \(TypedValue.adding(readings, to: expectation))."))
  }

  /// A number as people in the locale write it, with all its digits.
  private func shown(_ number: Number) -> String {
    let digits = Number(typed: digits) == number ? digits : number.typedText
    return switch role {
    case .percent: words.numbers.exactPercent(digits)
    case .duration: Double(digits)?.durationText(words, parts: 3) ?? digits
    default: words.numbers.text(digits)
    }
  }

  public var enteredText: String { number.map(shown) ?? "" }
  public var isVisible: Bool { true }

  public var line: Line {
    let line = Line("\(name): ")
    guard number == nil else { return line.appending(enteredText) }
    return hiddenText.map { line.appending($0) } ?? line.appending(words.text("(empty)"), .secondary)
  }

  public var usage: String { "type \(name) NUMBER" }

  public var example: String? { "type \(name) \((range?.lowerBound).map(\.typedText) ?? "3")" }
}

/// A number that a ``NumberField`` holds: an `Int`, a finite `Double` or a `Decimal`. Its digits are those of ASCII, with a
/// point.
public protocol TypedNumber: Comparable, Sendable {
  /// The number that a user typed; `nil` if the text is not one of this type.
  init?(typed text: String)
  /// The number as a user types it.
  var typedText: String { get }
  /// What an error says is expected: "a whole number".
  static var typedExpectation: String { get }
  /// A number that an error shows, as a user types it; `nil` if what is expected needs no example.
  static var typedExample: String? { get }
}

extension TypedNumber {
  public static var typedExample: String? { nil }
}

extension Int: TypedNumber {
  public static var typedExpectation: String { "a whole number" }

  public init?(typed text: String) { self.init(text) }
  public var typedText: String { String(self) }
}

extension Double: TypedNumber {
  public static var typedExpectation: String { "a number" }
  public static var typedExample: String? { "12.5" }

  public init?(typed text: String) {
    guard ExactNumber(typed: text) != nil, let number = Double(text), number.isFinite else { return nil }
    self = number
  }

  public var typedText: String { self == rounded() && magnitude < 1e15 ? String(Int(self)) : description }
}

extension Decimal: TypedNumber {
  public static var typedExpectation: String { "a decimal number" }
  public static var typedExample: String? { "12.50" }

  public init?(typed text: String) {
    // NB: Foundation's reader ignores what follows the number.
    guard ExactNumber(typed: text) != nil,
      let number = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    else { return nil }
    self = number
  }

  public var typedText: String { description }
}
