import Streams

/// Something to type into.
///
/// A secure field hands the text on and keeps none of it: it knows whether something was typed, and no more.
@MainActor final class TextField: Element {
  let name: String
  /// Whether what is typed is a secret.
  let isSecure: Bool
  /// The text that the field shows; a secure field never has one.
  var text = ""

  private var holdsSecret = false
  private let textSubject = PassthroughSubject<String, Never>()

  /// An empty field.
  init(_ name: String, isSecure: Bool = false) {
    self.name = name
    self.isSecure = isSecure
  }

  /// Publishes what the field holds, each time the user has typed.
  var textPublisher: AnyPublisher<String, Never> {
    textSubject.eraseToAnyPublisher()
  }

  /// The user types: the text takes the place of what the field held.
  func type(_ text: String) {
    if isSecure {
      holdsSecret = !text.isEmpty
    } else {
      self.text = text
    }
    textSubject.send(text)
  }

  /// Forgets that something was typed, and tells nobody.
  func clear() {
    text = ""
    holdsSecret = false
  }

  var isVisible: Bool { true }

  var line: Line {
    var line = Line("\(name): ")
    if isSecure, holdsSecret {
      line.append("(secret)", .aside)
    } else if text.isEmpty {
      line.append("(empty)", .aside)
    } else {
      line.append(text)
    }
    return line
  }
}
