/// The view of a screen: elements that are bound to the screen's view model.
@MainActor protocol ScreenView: AnyObject {
  /// What the view is made of.
  var canvas: Canvas { get }
  /// Whether the view shows the newest state. Only a view that hears of states later than others ever says no.
  var isCurrent: Bool { get }
}

extension ScreenView {
  var isCurrent: Bool { true }

  /// What can be tapped.
  var buttons: [Button] { canvas.elements.compactMap { $0 as? Button } }
  /// What can be typed into.
  var fields: [TextField] { canvas.elements.compactMap { $0 as? TextField } }
  /// What can be set on or off.
  var switches: [Switch] { canvas.elements.compactMap { $0 as? Switch } }
}
