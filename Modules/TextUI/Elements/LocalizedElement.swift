import Words

/// An element that has texts of its own, such as "(empty)".
@MainActor protocol LocalizedElement: Element {
  /// The texts, in the language of the app.
  var words: Words { get set }
}

/// An element whose errors call it as a person reads it.
@MainActor protocol TitledElement: Element {
  /// What stands on the screen in place of the name; `nil` where that is the name.
  var title: String? { get set }
}

extension TitledElement {
  /// The element in a sentence.
  var said: String { title ?? name }
}
