public import Streams
import Words

/// A field that the user fills with `type NAME TEXT`.
///
/// A secure field publishes the text and does not store it: it only remembers whether it is empty.
@MainActor public final class TextField: TypedField, LocalizedElement, TitledElement, CardElement {
  public let name: String
  /// Whether the text is a secret.
  public let isSecure: Bool
  /// The text that the field shows. Setting it publishes nothing.
  ///
  /// The text of a secure field is always empty. Setting it to an empty text empties the field, and another text counts
  /// as a secret.
  public var text = "" {
    didSet {
      guard isSecure else { return }
      holdsSecret = !text.isEmpty
      text = ""
    }
  }

  /// An example of what to enter, which an empty field shows; `nil` without one.
  public var prompt: String?

  /// The text as people in the locale write it, which is shown above a prompt before the one that is typed; `nil` if it is the same.
  var localText: String?

  private var holdsSecret = false
  var words = Words.english
  var title: String?
  private var actions = Actions<String>()

  /// An empty field.
  public init(_ name: String, isSecure: Bool = false) {
    self.name = name
    self.isSecure = isSecure
  }

  /// Publishes the whole text each time the user has typed. It never completes.
  public var textPublisher: AnyPublisher<String, Never> {
    actions.publisher
  }

  /// Adds a closure that runs each time the user has typed, before ``textPublisher`` publishes.
  ///
  /// If it throws, the command fails, and the field holds what it held before.
  public func addAction(_ action: @escaping (String) throws -> Void) {
    actions.add(action)
  }

  /// Replaces the text as the user does, and publishes it.
  ///
  /// - Throws: a ``CommandError`` if an action throws.
  public func type(_ text: String) throws(CommandError) {
    let (oldText, heldSecret) = (self.text, holdsSecret)
    self.text = text
    do throws(CommandError) { try actions.run(text) } catch {
      self.text = oldText
      holdsSecret = heldSecret
      throw error
    }
  }

  public var enteredText: String { text }
  public var isVisible: Bool { true }

  public var line: Line {
    let line = Line("\(name): ")
    if holdsSecret { return line.appending(words.text("(secret)"), .secondary) }
    guard text.isEmpty else { return line.appending(words.isolated(text)) }
    guard let prompt else { return line.appending(words.text("(empty)"), .secondary) }
    return line.appending(words.text("(empty, such as \(LocalizedText(english: prompt)))"), .secondary)
  }

  var cardLines: [Line] {
    guard !text.isEmpty, let localText else { return lines }
    return [Line("\(name): ").appending(words.isolated(localText)).appending("  (\(text))", .secondary)]
  }

  public var usage: String {
    "type \(name) TEXT" + (isSecure ? " " + words.text("(secret; at a terminal, leave TEXT out)") : "")
  }

  public var example: String? { isSecure ? "type \(name)" : "type \(name) Ada" }
}
