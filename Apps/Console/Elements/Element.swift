/// Something that a screen is made of.
@MainActor protocol Element: AnyObject {
  /// What a user calls it.
  var name: String { get }
  /// Whether it is on the screen.
  var isVisible: Bool { get }
  /// What it looks like; when it is not visible, a line that says so.
  var line: Line { get }
}
