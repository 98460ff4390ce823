/// The view of a screen: elements that are bound to the screen's model.
@MainActor public protocol ScreenView: AnyObject {
  /// The elements.
  var canvas: Canvas { get }
  /// Whether the view shows the newest state. It matters for a view that receives states asynchronously: a front that
  /// is fed by a pipe waits until it does.
  var isCurrent: Bool { get }
}

extension ScreenView {
  public var isCurrent: Bool { true }
}

/// An open screen: its view, and what runs when it appears and closes.
@MainActor public struct TextScreenInstance {
  /// The screen's view.
  public let view: any ScreenView
  /// Reports that the screen is on top.
  public let appear: () -> Void
  /// Closes the screen.
  public let close: () -> Void

  /// An open screen.
  ///
  /// - Parameters:
  ///   - view: the screen's view, which lives until the screen closes.
  ///   - appear: runs each time the screen gets on top.
  ///   - close: runs when the screen closes.
  public init(_ view: any ScreenView, appear: @escaping () -> Void = {}, close: @escaping () -> Void = {}) {
    self.view = view
    self.appear = appear
    self.close = close
  }
}

/// A screen that a user can open by its name.
@MainActor public struct TextScreen {
  /// The name.
  public let name: String
  /// The screen in one sentence, for `screens`.
  public let about: String
  let argument: String?
  private let make: (String?) throws(CommandError) -> TextScreenInstance

  /// A screen.
  ///
  /// - Parameters:
  ///   - name: the name, unique in the app.
  ///   - about: the screen in one sentence, for `screens`.
  ///   - argument: what may follow the name in `open`, as the help text calls it; `nil` if nothing may.
  ///   - make: opens the screen. It gets the word after the name, and throws if the word is wrong.
  public init(
    _ name: String, _ about: String, argument: String? = nil,
    make: @escaping (String?) throws(CommandError) -> TextScreenInstance
  ) {
    self.name = name
    self.about = about
    self.argument = argument
    self.make = make
  }

  /// Opens the screen.
  ///
  /// - Throws: a ``CommandError`` if the argument does not fit.
  public func open(_ argument: String? = nil) throws(CommandError) -> TextScreenInstance {
    guard argument == nil || self.argument != nil else { throw CommandError("This screen takes no argument.") }
    return try make(argument)
  }
}
