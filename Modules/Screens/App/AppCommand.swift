public import JSON

/// Something that a front does to an app: all that comes from outside.
///
/// ```swift
/// @MainActor func sort(_ app: AppCore) throws {
///   if let shelf = try app.perform(.open(screen: "shelf")) {
///     try app.perform(.send(JSONText(scanning: #"{"type":"sortButtonWasTapped"}"#.utf8), to: shelf.id))
///   }
/// }
/// ```
public enum AppCommand: Sendable {
  /// Opens the screen with a name. The parameters are a JSON object, `{…}`; `null` and `[]` are none.
  case open(screen: String, parameters: JSONText? = nil)
  /// Sends an event, `{"type":…}`, to the instance with an id.
  case send(JSONText, to: String)
  /// The front shows the instance with an id, which it sees: it holds it, and it is its current screen.
  case show(String)
  /// Lets go of the instance with an id: the user goes back. The last front that holds it closes it, unless it asks before it
  /// is left.
  case leave(String)
  /// Lets go of the instance with an id. The last front that holds it closes it, and it is not asked.
  case close(String)
  /// The front becomes active or inactive, by an application event, `{"type":…}`. The host says it of the whole application.
  case application(JSONText)
}

/// Why a command was not performed. Nothing has changed in that case.
public enum AppCommandError: Error, Equatable {
  /// Something in the command cannot be read: the name or the parameters of a screen, or an event.
  case input(InputError)
  /// The screen does not allow the event in its state, for this reason, which is a text for people.
  case refused(reason: String)
  /// No open instance has the id.
  case unknownInstance
  /// As many screens are open as may be.
  case tooManyScreens(limit: Int)

  /// The fault of what cannot be read.
  public var inputError: InputError? { if case .input(let error) = self { error } else { nil } }
}
