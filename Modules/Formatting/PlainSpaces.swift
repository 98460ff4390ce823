extension String {
  /// The text with U+0020 in place of ICU's no-break spaces, U+00A0 and U+202F, which terminals, tests and `grep` do not
  /// expect.
  var withPlainSpaces: String {
    String(map { $0 == "\u{A0}" || $0 == "\u{202F}" ? " " : $0 })
  }
}
