import Screens

// How a line shows what a value means.
extension Role {
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
  func text(_ number: Double?) -> String? {
    guard let number else { return nil }
    return switch self {
    case .percent, .progress: number.percentText
    case .duration: number.durationText
    default: nil
    }
  }
}

/// A number, which JSON has as one or, if it is decimal, as a text.
func roleNumber(_ json: JSONText) -> Double? { json.double ?? json.string.flatMap(Double.init) }

extension Double {
  /// A part of one as a part of a hundred: "25 %".
  var percentText: String { isNaN ? "unknown" : "\(Int((Swift.min(Swift.max(self, -1e6), 1e6) * 100).rounded())) %" }

  /// Seconds in hours, minutes and seconds: "1 h 5 min".
  fileprivate var durationText: String {
    guard !isNaN else { return "unknown" }
    let seconds = Int(Swift.min(magnitude, 1e12).rounded())
    let parts = [(seconds / 3_600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
    let texts = parts.filter { $0.0 > 0 }.prefix(2).map { "\($0.0.grouped) \($0.1)" }
    return (self < 0 ? "-" : "") + (texts.isEmpty ? "0 s" : texts.joined(separator: " "))
  }
}
