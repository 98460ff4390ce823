import Words

/// An element that has texts of its own, such as "(empty)".
@MainActor protocol LocalizedElement: Element {
  /// The texts, in the language of the app.
  var words: Words { get set }
}
