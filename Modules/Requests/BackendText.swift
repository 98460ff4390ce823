import Foundation

/// A text that a backend wrote for the user, without characters that a terminal would execute.
///
/// Control characters other than the newline are removed, and so are characters that override the writing direction.
/// Joiners remain, because emoji and Persian need them.
public struct BackendText: Sendable {
  /// The text, with a newline for each line ending, and a space for each tab.
  public let text: String

  /// The text of a backend.
  public init(_ text: String) {
    var kept = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A where previous == "\r": break
      case 0x0A, 0x0D, 0x85: kept.append("\n")
      case 0x09, 0x0B, 0x0C: kept.append(" ")
      case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: break
      default: kept.append(scalar)
      }
      previous = scalar
    }
    self.text = String(kept)
  }

  /// The text as a short message: no empty lines, no spaces around lines, one space between words, and at most 500
  /// Unicode scalars; `nil` if nothing remains.
  package var message: String? {
    let lines = text.unicodeScalars.split(separator: "\n").lazy
      .map { $0.split(separator: " ").map { String($0) }.joined(separator: " ") }
      .filter { !$0.allSatisfy(\.isWhitespace) }
    var message = ""
    var count = 0
    // Whole characters, because half of an emoji is another emoji.
    for character in lines.joined(separator: "\n") {
      count += character.unicodeScalars.count
      guard count <= 500 else { break }
      message.append(character)
    }
    return message.isEmpty ? nil : message
  }
}

/// Whether a text contains a secret, regardless of case, white space and escapes.
package func isRepeated(_ secret: String, in text: String) -> Bool {
  func folded(_ text: String) -> [Unicode.Scalar] {
    text.lowercased().precomposedStringWithCanonicalMapping.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: false
      default: scalar != "\\"
      }
    }
  }
  let secret = folded(secret)
  return !secret.isEmpty && folded(text).contains(secret)
}
