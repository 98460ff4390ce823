import JSON

/// The numbers that a person may enter, and how far apart those lie that a front offers.
///
/// ```swift
/// let stars = Bounds(from: 1, to: 5)
/// print(stars.contains(4.5), stars.contains(6))  // true false
/// ```
public struct Bounds: Hashable, Sendable {
  /// The least number; `nil` without one.
  public let minimum: Double?
  /// The greatest number; `nil` without one.
  public let maximum: Double?
  /// How far apart the numbers lie that a front offers, such as at an arrow; `nil` for its own choice. Others can be entered, too.
  public let step: Double?

  /// Numbers from a least to a greatest one.
  public init(from minimum: Double? = nil, to maximum: Double? = nil, step: Double? = nil) {
    self.minimum = minimum
    self.maximum = maximum
    self.step = step
  }

  /// Whether a number lies between the bounds.
  public func contains(_ number: Double) -> Bool {
    number >= minimum ?? -.infinity && number <= maximum ?? .infinity
  }

  /// The numbers in words: "a number from 1 to 5".
  package var expectation: String {
    let words = ["a number", minimum.map { "from \(Self.text($0))" }, maximum.map { "to \(Self.text($0))" }]
    return words.compactMap(\.self).joined(separator: " ")
  }

  /// Why the bounds do not go with values of a shape, as the end of a sentence; `nil` if they do.
  package func mistake(for shape: Shape) -> String? {
    switch shape.unwrapped {
    case .integer, .number, .decimal:
      (minimum ?? -.infinity) > (maximum ?? .infinity) ? "has bounds without a number between them" : nil
    default: "has bounds, and is not a number"
    }
  }

  /// Whether a number in JSON lies between the bounds. What is not a number is the business of its type.
  package func allow(_ json: JSONText) -> Bool {
    (json.double ?? json.string.flatMap(Double.init)).map(contains) ?? true
  }

  /// A number as people write it, without a needless fraction.
  package static func text(_ number: Double) -> String {
    String(number).hasSuffix(".0") ? String(String(number).dropLast(2)) : String(number)
  }
}

extension Shape.Member {
  /// - Throws: an `InputError` if the member's value does not lie between its bounds.
  package func checkBounds(in members: Members) throws(InputError) {
    guard let bounds, let json = members[name], !bounds.allow(json) else { return }
    throw InputError(.wrongType, at: JSONPointer(name), expected: bounds.expectation)
  }
}
