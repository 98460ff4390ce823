extension String {
  /// The text with ordinary spaces. ICU puts no-break spaces, U+00A0 and the narrow U+202F, between the parts of an amount
  /// or a date; a terminal, a test and a `grep` expect the ordinary one.
  var withPlainSpaces: String {
    String(map { $0 == "\u{A0}" || $0 == "\u{202F}" ? " " : $0 })
  }
}
