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
  let kind: MethodKind
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
}
