public import Descriptions
public import JSON
import Words

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
  /// Opens the screen of a link: a path and a query, or an address of the app. See ``AppLinks``.
  case follow(link: String)
  /// Sends an event, `{"type":…}`, to the instance with an id. If a person has to be asked before, the event is held, unless the
  /// front says that it has asked: `confirmed`. An assistant cannot say so.
  case send(JSONText, to: String, confirmed: Bool = false)
  /// The front shows the instance with an id, which it sees: it holds it, and it is its current screen.
  case show(String)
  /// Lets go of the instance with an id: the user goes back. The last front that holds it closes it, unless it asks before it
  /// is left.
  case leave(String)
  /// Lets go of the instance with an id. The last front that holds it closes it, and it is not asked.
  case close(String)
  /// The front becomes active or inactive, by an application event, `{"type":…}`. The host says it of the whole application.
  case application(JSONText)
  /// The app gets another language or locale, which all fronts share. Facts stay, and states are derived again.
  case localize(AppLocalization)
  /// Answers the open question with an id.
  case answer(String, FrontReply)
}

/// Why a command was not performed. Nothing has changed in that case.
public struct AppCommandError: Error, Hashable, Sendable {
  /// What kind of reason it is. Later versions may have more.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Something in the command cannot be read: the name or the parameters of a screen, or an event.
    public static let input = Code(rawValue: "input")
    /// The screen does not allow the event in its state.
    public static let refused = Code(rawValue: "refused")
    /// No open instance has the id.
    public static let unknownInstance = Code(rawValue: "unknownInstance")
    /// As many screens are open as may be.
    public static let tooManyScreens = Code(rawValue: "tooManyScreens")
    /// A person has to be asked before the event is applied, and none can be.
    public static let confirmationNeeded = Code(rawValue: "confirmationNeeded")
  }

  /// The kind of the reason.
  public let code: Code
  /// The fault of what cannot be read; `nil` if everything was read.
  public let inputError: InputError?
  /// Why the screen refuses the event, a text for people in the language of the app; `nil` if it does not.
  public let refusal: String?
  /// The same in a word for programs; `nil` if the screen does not refuse.
  public let refusalCode: RefusalCode?
  /// How many screens may be open; `nil` if that is not the reason.
  public let limit: Int?

  private init(
    code: Code, input: InputError? = nil, refusal: String? = nil, refusalCode: RefusalCode? = nil, limit: Int? = nil
  ) {
    self.code = code
    inputError = input
    self.refusal = refusal
    self.refusalCode = refusalCode
    self.limit = limit
  }

  // The word for programs goes with the sentence, and is not compared.
  public static func == (first: AppCommandError, second: AppCommandError) -> Bool {
    first.code == second.code && first.inputError == second.inputError && first.refusal == second.refusal
      && first.limit == second.limit
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(inputError)
    hasher.combine(refusal)
    hasher.combine(limit)
  }

  /// Something in the command cannot be read.
  public static func input(_ error: InputError) -> Self { Self(code: .input, input: error) }
  /// The screen does not allow the event, or the question does not take the answer, for this reason, which is a text for people.
  public static func refused(reason: String, code: RefusalCode = .refused) -> Self {
    Self(code: .refused, refusal: reason, refusalCode: code)
  }
  /// No open instance has the id.
  public static let unknownInstance = Self(code: .unknownInstance)
  /// As many screens are open as may be.
  public static func tooManyScreens(limit: Int) -> Self { Self(code: .tooManyScreens, limit: limit) }
  /// The app's own view model is always open.
  static func appStaysOpen(_ words: Words) -> Self {
    refused(reason: words.text("This is the app itself, which stays open."), code: .appStaysOpen)
  }

  /// The error of a command that sends an event.
  init(_ error: EventError) {
    self.init(
      code: Code(rawValue: error.code.rawValue), input: error.inputError, refusal: error.refusal,
      refusalCode: error.refusalCode)
  }
}

extension AppCommandError: CustomStringConvertible {
  /// The reason in a word, with what belongs to it.
  public var description: String {
    let part = inputError?.description ?? refusal ?? limit.map { "limit: \($0)" }
    return code.rawValue + (part.map { "(\($0))" } ?? "")
  }
}
