extension String {
  /// The text with a visible character in place of each control character, so that text from a user or a server can
  /// neither control the terminal nor forge a line.
  public var withVisibleControls: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map(\.visible)))
  }
}

extension Unicode.Scalar {
  /// Whether it is a control character, a line separator or a change of the writing direction.
  var isControl: Bool {
    switch value {
    case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Unicode has pictures of the ASCII control characters from U+2400 on.
  fileprivate var visible: Unicode.Scalar {
    switch value {
    case _ where !isControl: self
    case 0...0x1F: Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    default: "\u{FFFD}"
    }
  }
}
