import Descriptions
import JSONRPC
import Screens

/// A method of the protocol: how it is read, run and described.
struct Method: Sendable {
  /// The method's name.
  let name: String
  /// The method in a sentence.
  let about: String
  /// How it takes part in the conversation.
  let kind: Session.MethodKind
  /// Its parameters.
  var parameters: [Parameter] = []
  /// Whether some parameters are only for apps that have a use for them.
  var hasOptionalParameters = false
  /// Whether members of the params that are not parameters are ignored, rather than refused.
  var ignoresUnknownMembers = false
  /// What the result is; `nil` for a notification.
  var result: (@MainActor @Sendable (ProtocolShapes) -> Shape)? = { _ in ProtocolShapes.emptyResult }
  /// The errors that it can answer beside those of its kind.
  var errors: [RPCError.Code] = []
  /// Runs the method.
  let run: @MainActor @Sendable (ScreenServer, Arguments, Call) throws(RPCError) -> Void

  /// Every error that a request with its name can be answered with.
  var allErrors: [RPCError.Code] {
    let codes: [RPCError.Code] =
      switch kind {
      case .notification: [.methodNotFound]
      case .request, .barrier: [.invalidRequest, .invalidParams, .internalError, .cancelled, .overloaded]
      case .immediate, .opening: [.invalidRequest, .invalidParams, .internalError]
      }
    return codes + errors
  }

  /// The parameters in an app.
  @MainActor func parameters(in app: AppDefinition) -> [Parameter] { parameters.filter { $0.isOffered(app) } }

  /// Every method, in the order of the protocol's table.
  static let all = [
    initialize, notification("initialized", "Ignored."),
    discover, screenList, screenOpen, screenSend, screenGet, screenShow, screenLeave, screenClose, applicationSend,
    applicationLocalize,
    sync,
    questionAnswer, pictureGet, fileBegin, fileWrite, fileRead, fileEnd, ping, cancelRequest, serviceEvent, shutdown,
    exit,
  ]
}

extension RPCError {
  /// The error of an event or of a screen's parameters, which are the params' member `member`.
  init(_ error: InputError, in member: String? = nil) {
    self.init(
      .invalidParams, reason: error.reason.rawValue,
      pointer: (member.map { JSONPointer($0) } ?? JSONPointer()).appending(error.pointer),
      hint: (error.isForPeople ? "" : "expected ") + error.expected)
  }

  /// The instance is that of the app's own view model.
  static let appStaysOpen = RPCError.invalidParams(
    JSONPointer("instance"), expected: "another instance: this is the app itself, which stays open",
    reason: "appStaysOpen")

  /// The error of an event that is not applied, as a front may read it.
  @MainActor init(rejected error: EventError, for front: AppFront) {
    let code = error.code == .confirmationNeeded ? error.code.rawValue : error.refusalCode?.rawValue
    self.init(rejected: error.reason?.value(for: front), code)
  }

  /// The error of what is refused, for a reason for people, and one for programs.
  init(rejected reason: String?, _ code: String?) {
    var data: [String: JSON] = ["reason": .string(reason ?? "")]
    if let code { data["code"] = .string(code) }
    self.init(.eventRejected, data: .object(data))
  }

  /// No instance with the given name is open.
  static let unknownInstance = RPCError.invalidParams(
    JSONPointer("instance"), expected: "an open instance", reason: "unknownInstance")
}

extension RPCError.Code {
  /// The server does not speak the requested version of the protocol.
  public static let unsupportedVersion = RPCError.Code(1001, "Unsupported version")
  /// The state is newer than the revision that the request names.
  public static let staleRevision = RPCError.Code(1002, "Stale revision")
  /// The screen cannot accept the event in its current state.
  public static let eventRejected = RPCError.Code(1004, "Event rejected")
}
