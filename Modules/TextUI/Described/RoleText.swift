import Screens

// How a line shows what a value means.
extension Shape.Role {
  /// How the text looks.
  var lineRole: Line.Role {
    switch self {
    case .title: .heading
    case .failure: .failure
    case .subtitle, .note: .secondary
    default: .content
    }
  }

  /// A number in words; `nil` for a role that says nothing about it.
  func text(_ number: Double?, _ words: Words) -> String? {
    guard let number else { return nil }
    return switch self {
    case .percent, .progress: number.percentText(words)
    case .duration: number.durationText(words, parts: 2)
    default: nil
    }
  }
}

/// A number, which JSON has as one or, if it is decimal, as a text.
func roleNumber(_ json: JSONText) -> Double? { json.double ?? json.string.flatMap(Double.init) }

extension Double {
  /// A part of one as a part of a hundred: "25%".
  func percentText(_ words: Words) -> String { isNaN ? words.text("unknown") : words.numbers.percent(self) }

  /// Seconds in hours, minutes and seconds: "1 h 5 min".
  ///
  /// - Parameter count: how many of the parts there are at most.
  func durationText(_ words: Words, parts count: Int) -> String {
    guard !isNaN else { return words.text("unknown") }
    let seconds = Int(Swift.min(magnitude, 1e12).rounded())
    let parts = [
      (seconds / 3_600, words.text("\(count: seconds / 3_600) h", comment: "Hours.")),
      (seconds / 60 % 60, words.text("\(count: seconds / 60 % 60) min", comment: "Minutes.")),
      (seconds % 60, words.text("\(count: seconds % 60) s", comment: "Seconds.")),
    ]
    let texts = parts.filter { $0.0 > 0 }.prefix(count).map(\.1)
    return (self < 0 ? "-" : "") + (texts.isEmpty ? parts[2].1 : texts.joined(separator: " "))
  }
}
