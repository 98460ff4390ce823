import JSON
import JSONRPC
import ViewModels

/// A method of the protocol that this front adds to those of the session: how it is read, run and described.
struct Method: Sendable {
  /// The method's name.
  let name: String
  /// The method in a sentence.
  let about: String
  /// What it is to the session.
  let kind: Session.MethodKind
  /// What it takes.
  let parameters: [Parameter]
  /// The JSON Schema (2020-12) of the result.
  let result: @MainActor @Sendable () -> JSON
  /// Does it.
  let run: @MainActor @Sendable (Front, Arguments, Call) throws(RPCError) -> Void

  /// All of them, in the order of the protocol's table.
  static let all = [
    discover, screenList, screenOpen, screenSend, screenGet, screenClose, applicationSend, sync,
  ]
}

extension Method {
  static let discover = Method(
    name: "rpc.discover", about: "This document.", kind: .immediate, parameters: [],
    result: { ["type": "object"] },
    run: { _, _, call in call.succeed(OpenRPC.text.utf8) })

  static let applicationSend = Method(
    name: "app/send", about: "Tells every screen what happened to the application.", kind: .immediate,
    parameters: [
      Parameter("event", "What happened.", isRequired: true) { ApplicationEvent.schema }
    ],
    result: { JSON.closedObject([:]) },
    run: { front, arguments, call throws(RPCError) in
      do throws(InputError) {
        try front.app.send(arguments.required(0))
      } catch {
        throw RPCError(error, below: "event")
      }
      call.succeed()
    })

  static let sync = Method(
    name: "sync", about: "Answers once nothing is in flight, and all that came of it is written.", kind: .barrier,
    parameters: [], result: { JSON.closedObject([:]) },
    run: { front, _, call in front.sync(call) })
}

extension RPCError {
  /// What is wrong with an event or with the parameters of a screen, in the params' member `member`.
  init(_ error: InputError, below member: String) {
    self = .invalidParams(
      JSONPointer(member).appending(error.pointer), expected: error.expected, reason: error.reason.rawValue)
  }
}
