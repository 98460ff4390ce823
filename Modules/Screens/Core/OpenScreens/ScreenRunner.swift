import Descriptions

/// What runs the view model of an open screen, whatever its type.
@MainActor protocol ScreenRunner: AnyObject {
  /// The view model, for code that does not know its type.
  var anyModel: AnyObject { get }
  /// Whether anything in the state is private.
  var hasPrivateFields: Bool { get }
  /// The names of what is private in the state.
  var privateNames: [String] { get }
  /// Whether each event of the view model is known before what comes of it.
  var knowsEventsFirst: Bool { get }
  /// Whether the screen may be left.
  var canLeave: Bool { get }

  /// Reads an event of a front and sends it, unless the state does not allow it.
  ///
  /// - Returns: The id of the question that a person is asked first; `nil` if none is.
  func send(_ event: JSONText, by front: AppFront, confirmed: Bool) throws(EventError) -> String?
  /// Reads an event of a front, and throws what `send` would throw.
  func check(_ event: JSONText, by front: AppFront) throws(EventError)
  /// Reads an event that was applied before, and applies it, whether or not the state allows it.
  func `repeat`(_ event: JSONText, by front: AppFront) throws(InputError)
  /// Reads an event that was held before, and holds it.
  func repeatHolding(_ event: JSONText, by front: AppFront) throws(InputError)
  /// Applies the event of the appearance, if the screen has one.
  func appear(to front: AppFront)
  /// Whether an event is that of the appearance.
  func isAppearance(_ event: any ScreenEvent) -> Bool
  /// The screen is closed.
  func close()

  /// The state of the view model, or that state without what is private.
  func state(hides: Bool) -> any ScreenState
  /// Whether a state is what is shown now.
  func isShown(_ state: any ScreenState, hides: Bool) -> Bool
  /// In a debug build, reports a mistake of the app's code if what leaves for fronts from which something is hidden has a private text of
  /// the state.
  ///
  /// - Parameters:
  ///   - json: What leaves, as JSON.
  ///   - name: What it is, as the subject of a sentence.
  ///   - remedy: How it is described as private.
  func compare(_ json: @autoclosure () -> [UInt8], _ name: String, remedy: String)
  /// The screen as a front sees it.
  func view(of screen: RunningScreen, for front: AppFront, isOpening: Bool) -> AnyScreenInstance
}
