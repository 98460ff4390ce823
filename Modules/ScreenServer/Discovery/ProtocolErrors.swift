import JSON
import JSONRPC

/// What the description has beside methods: the errors of all of them.
enum ProtocolErrors {
  /// The errors in JSON: their codes and messages, and what each is for.
  static var json: JSON {
    .array(
      all.map { code, cause in
        ["code": .integer(code.value), "message": .string(code.message), "description": .string(cause)]
      })
  }

  private static let all: [(RPCError.Code, cause: String)] = [
    (.parseError, "Not UTF-8, or not JSON."),
    (.invalidRequest, "Not a request, or not at this time."),
    (.methodNotFound, "An unknown method, or a notification sent as a request."),
    (.invalidParams, "Wrong params, an unknown screen or instance."),
    (.internalError, "The server fails."),
    (.cancelled, "A cancellation, or the end of the session."),
    (.unsupportedVersion, "A version of the protocol that the server does not speak."),
    (.staleRevision, "`ifRev` is not the revision of the state."),
    (.overloaded, "Too many requests or instances."),
    (.eventRejected, "The state does not allow the event, or a question takes no such answer."),
    (
      .pictureUnavailable,
      "The app allows no picture from there (`notAllowed`), it cannot be loaded (`unavailable`), or it is something else "
        + "(`notAPicture`)."
    ),
    (.fileRefused, "The file is not asked for, too large, not there, or its bytes do not fit."),
  ]
}
