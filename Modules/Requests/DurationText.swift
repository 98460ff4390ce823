import JSON

extension Duration {
  /// The duration of a decimal number of seconds, such as `2.5`; `nil` for another text, and for more than a thousand years.
  package init?(seconds text: String) {
    guard ExactNumber(plain: text) != nil, let seconds = Double(text), seconds.magnitude < 3e10 else { return nil }
    self = .seconds(seconds)
  }
}
