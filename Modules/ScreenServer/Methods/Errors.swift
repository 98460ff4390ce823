import Descriptions
public import JSONRPC
import Screens

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
  /// There is no picture at the address, or none that the app allows.
  public static let pictureUnavailable = RPCError.Code(1005, "Picture unavailable")
}
