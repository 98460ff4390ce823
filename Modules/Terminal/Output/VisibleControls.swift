extension String {
  /// The text with a visible character in place of each control character, so that text from a user or a server can
  /// neither control the terminal nor forge a line. An isolate that ends within the text is kept: it keeps the writing direction of a
  /// value, and turns nothing beyond.
  public var withVisibleControls: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    let scalars = Array(unicodeScalars)
    var result = scalars.map(\.visible)
    var begun: [Int] = []
    for (index, scalar) in scalars.enumerated() {
      if scalar.isNewline { begun = [] }
      if scalar.beginsIsolate { begun.append(index) }
      guard scalar.endsIsolate, let begin = begun.popLast() else { continue }
      result[begin] = scalars[begin]
      result[index] = scalar
    }
    return String(String.UnicodeScalarView(result))
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

  /// Whether it begins a part of a text that has a writing direction of its own.
  var beginsIsolate: Bool { (0x2066...0x2068).contains(value) }

  /// Whether it ends such a part.
  var endsIsolate: Bool { value == 0x2069 }

  /// An isolate ends with its line.
  fileprivate var isNewline: Bool { value == 0xA || value == 0xD || value == 0x85 || value == 0x2029 }

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
