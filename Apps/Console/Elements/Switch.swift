import Streams

/// Something that is on or off.
@MainActor final class Switch: Element {
  let name: String
  /// Whether it is on.
  var isOn = false

  private let isOnSubject = PassthroughSubject<Bool, Never>()

  /// A switch that is off.
  init(_ name: String) {
    self.name = name
  }

  /// Publishes what the switch is set to, each time the user sets it.
  var isOnPublisher: AnyPublisher<Bool, Never> {
    isOnSubject.eraseToAnyPublisher()
  }

  /// The user sets the switch.
  func set(_ isOn: Bool) {
    self.isOn = isOn
    isOnSubject.send(isOn)
  }

  var isVisible: Bool { true }

  var line: Line { Line("\(name): \(isOn ? "on" : "off")") }
}
