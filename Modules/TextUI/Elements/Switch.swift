public import Streams
import Words

/// A switch that the user sets with `switch NAME on|off`.
@MainActor public final class Switch: Control, LocalizedElement {
  public let name: String
  /// Whether the switch is on. Setting it publishes nothing.
  public var isOn = false

  var words = Words.english
  private var actions = Actions<Bool>()

  /// A switch that is off.
  public init(_ name: String) {
    self.name = name
  }

  /// Publishes the position each time the user sets the switch. It never completes.
  public var isOnPublisher: AnyPublisher<Bool, Never> {
    actions.publisher
  }

  /// Adds a closure that runs each time the user sets the switch, before ``isOnPublisher`` publishes.
  ///
  /// If it throws, the command fails, and the switch stays as it was.
  public func addAction(_ action: @escaping (Bool) throws -> Void) {
    actions.add(action)
  }

  /// Sets the switch as the user does, and publishes the position.
  ///
  /// - Throws: a ``CommandError`` if an action throws.
  public func set(_ isOn: Bool) throws(CommandError) {
    let old = self.isOn
    self.isOn = isOn
    do throws(CommandError) { try actions.run(isOn) } catch {
      self.isOn = old
      throw error
    }
  }

  /// The position that a word stands for, which may be the one that is read in the language of the app.
  func position(_ word: String) throws(CommandError) -> Bool {
    for (text, isOn) in [(onText, true), (offText, false)] where text.lowercased() == word.lowercased() { return isOn }
    switch word.lowercased() {
    case "yes", "true": return true
    case "no", "false": return false
    default: break
    }
    let labels = ["on": onText, "off": offText].filter { $0.key != $0.value }
    return try NameMatcher(kind: Words.text("position"), names: ["on", "off"], labels: labels).match(word) == "on"
  }

  private var onText: String { words.text("on", key: "switch-on") }
  private var offText: String { words.text("off", key: "switch-off") }

  public var isVisible: Bool { true }

  public var line: Line {
    Line("\(name): \(isOn ? onText : offText)")
  }

  public var usage: String { "switch \(name) on|off" }

  public var example: String? { "switch \(name) \(isOn ? "off" : "on")" }
}
