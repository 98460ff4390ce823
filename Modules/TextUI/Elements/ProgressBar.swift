import Words

/// Shows how much of something is done. It is visible while something is known about it.
///
/// In a pipe it is a number; at a prompt it has a bar: `Sent: [#####-----] 50 %`.
@MainActor public final class ProgressBar: LocalizedElement, CardElement {
  public let name: String
  /// The part that is done, from 0 to 1; `nil` while nothing is known, or nothing is going on.
  public var part: Double?
  var words = Words.english

  /// A bar of which nothing is known.
  public init(_ name: String) { self.name = name }

  public var isVisible: Bool { part != nil }

  public var line: Line {
    Line("\(name): ").appending(part?.percentText(words) ?? words.text("(none)"), part == nil ? .secondary : .content)
  }

  var cardLines: [Line] {
    guard let part, !part.isNaN else { return [line] }
    let length = 20
    let count = Int((min(max(part, 0), 1) * Double(length)).rounded(.down))
    let bar = String(repeating: "#", count: count) + String(repeating: "-", count: length - count)
    return [Line("\(name): ").appending("[\(bar)] \(part.percentText(words))")]
  }
}
