public import Streams

/// A switch that the user sets with `switch NAME on|off`.
@MainActor public final class Switch: Control {
  public let name: String
  /// Whether the switch is on. Setting it publishes nothing.
  public var isOn = false

  private let isOnSubject = PassthroughSubject<Bool, Never>()

  /// A switch that is off.
  public init(_ name: String) {
    self.name = name
  }

  /// Publishes the position each time the user sets the switch. It never completes.
  public var isOnPublisher: AnyPublisher<Bool, Never> {
    isOnSubject.eraseToAnyPublisher()
  }

  /// Sets the switch as the user does, and publishes the position.
  public func set(_ isOn: Bool) {
    self.isOn = isOn
    isOnSubject.send(isOn)
  }

  public var isVisible: Bool { true }

  public var line: Line { Line("\(name): \(isOn ? "on" : "off")") }

  public var usage: String { "switch \(name) on|off" }

  public var example: String? { "switch \(name) \(isOn ? "off" : "on")" }
}
