import Descriptions
import JSONRPC
import Screens

/// The methods that concern screens.
extension Method {
  static let screenList = Method(
    name: "screen/list", about: "The screens, with the schemas of what they take and show.", kind: .immediate,
    result: { $0.screenList },
    run: { server, _, call in call.succeed(server.screenList) })

  static let screenOpen = Method(
    name: "screen/open", about: "Opens a screen, which appears, and answers its first state.", kind: .immediate,
    parameters: [
      Parameter("screen", "The screen's name.", isRequired: true, isOffered: { !$0.hasLinks }) { $0.screenName },
      Parameter("screen", "The screen's name.", isOffered: \.hasLinks) { $0.screenName },
      Parameter("params", "What the screen takes.") { $0.parameters },
      Parameter("link", "A link to a screen, in place of its name and what it takes.", isOffered: \.hasLinks) { _ in
        .text()
      },
    ],
    hasOptionalParameters: true,
    result: { $0.snapshot }, errors: [.cancelled, .overloaded],
    run: { server, arguments, call throws(RPCError) in
      let (name, link) = (try arguments.string(0), try arguments.string(2))
      let command = link.map(AppCommand.follow) ?? .open(screen: name ?? "", parameters: arguments[1])
      if link != nil, name != nil || arguments[1] != nil {
        throw .invalidParams(
          JSONPointer("link"), expected: "a link alone, or a screen and its params", reason: "unknownMember")
      }
      if link == nil, name == nil {
        throw RPCError(.invalidParams, reason: "missingMember", pointer: JSONPointer("screen"))
      }
      do throws(AppCommandError) {
        try server.open(command, call)
      } catch {
        if let error = error.inputError {
          throw RPCError(error, in: link != nil ? "link" : error.reason == .unknownScreen ? "screen" : "params")
        }
        if let limit = error.limit { throw RPCError(.overloaded, reason: "tooManyInstances", limit: limit) }
        throw RPCError(.internalError, reason: "handlerFailed")
      }
    })

  static let screenSend = Method(
    name: "screen/send", about: "Tells a screen what the user did, and answers the revision of what came of it.",
    kind: .immediate,
    parameters: [
      instanceParameter,
      Parameter("event", "What the user did.", isRequired: true) { $0.event },
      Parameter("ifRev", "Refuse the event unless this is the revision of the state.") { _ in
        .json(schema: ["title": "Revision", "type": "integer"])
      },
      Parameter(
        "confirmed", "Whether the client has asked the person, of an event that a person is asked about first."
      ) { _ in
        .json(schema: ["title": "IsConfirmed", "type": "boolean"])
      },
    ],
    result: { _ in ProtocolShapes.sendResult },
    errors: [.staleRevision, .eventRejected],
    run: { server, arguments, call throws(RPCError) in
      let instance = try server.instance(arguments.string(0) ?? "")
      let revision = try arguments.integer(2)
      let isStale = revision.map { $0 != instance.revision } ?? false
      let confirmed = try arguments.boolean(3) ?? false
      var held: String?
      do throws(EventError) {
        if isStale {
          try instance.screen.check(arguments.required(1))
        } else {
          held = try instance.screen.sendOrHold(arguments.required(1), confirmed: confirmed)
        }
      } catch {
        if let error = error.inputError { throw RPCError(error, in: "event") }
        // An event that is meant for another state is stale, whether or not this state allows it.
        if !isStale {
          return call.fail(
            .eventRejected, whenWritten: { [front = server.front] in RPCError(rejected: error, for: front) })
        }
      }
      if isStale { throw RPCError(.staleRevision, reason: "staleRevision") }
      call.succeed { writer in
        if let held { writer.member("held", held) }
        writer.member("rev", instance.revision)
      }
    })

  static let screenGet = Method(
    name: "screen/get", about: "The state of an instance.", kind: .immediate, parameters: [instanceParameter],
    result: { $0.snapshot },
    run: { server, arguments, call throws(RPCError) in
      let name = try arguments.string(0) ?? ""
      // NB: to read the app's own view model is to follow it from here on.
      if name.hasSameBytes(as: AppCore.appID), let app = server.followApp(), !app.topic.isOpen {
        return server.answer(call, following: app)
      }
      let instance = try server.instance(name)
      call.succeed(reporting: instance.topic, orIfClosed: .unknownInstance)
    })

  static let screenShow = Method(
    name: "screen/show",
    about: "The client shows an instance, which stays open as long as it does; answers its state.",
    kind: .immediate, parameters: [instanceParameter],
    result: { $0.snapshot }, errors: [.overloaded],
    run: { server, arguments, call throws(RPCError) in
      let instance = try server.instance(arguments.string(0) ?? "")
      do throws(AppCommandError) { try instance.screen.show() } catch {
        if let limit = error.limit {
          throw RPCError(.overloaded, reason: "tooManyInstances", limit: limit)
        }
        if error.refusal != nil { throw .appStaysOpen }
        throw .unknownInstance
      }
      call.succeed(reporting: instance.topic, orIfClosed: .unknownInstance)
    })

  static let screenLeave = Method(
    name: "screen/leave",
    about:
      "Lets go of an instance because the person leaves it: unless another front holds it, it may ask first, and stays "
      + "open until the answer; else it closes, and nothing names it after the reply.",
    kind: .immediate, parameters: [instanceParameter],
    result: { _ in ProtocolShapes.leaveResult }, errors: [.eventRejected],
    run: { server, arguments, call throws(RPCError) in
      let instance = try server.instance(arguments.string(0) ?? "")
      guard !instance.screen.isApp else { throw .appStaysOpen }
      switch server.leave(instance) {
      case .left:
        if !call.isNotification { call.succeed(["left": true] as JSON) { instance.topic.close() } }
      case .held(let question): call.succeed(["held": question.map(JSON.string) ?? .null] as JSON)
      case .cannotAsk(let reason):
        throw RPCError(rejected: reason, AppCommandError.Code.confirmationNeeded.rawValue)
      }
    })

  static let screenClose = Method(
    name: "screen/close",
    about:
      "Lets go of an instance without asking, which closes unless another front holds it; nothing names it after the reply.",
    kind: .immediate,
    parameters: [instanceParameter],
    run: { server, arguments, call throws(RPCError) in
      let instance = try server.instance(arguments.string(0) ?? "")
      guard !instance.screen.isApp else { throw .appStaysOpen }
      server.close(instance)
      // A notification has no reply after which frames must not name the instance: those of its batch still may.
      if !call.isNotification { call.succeed([:] as JSON) { instance.topic.close() } }
    })

  private static let instanceParameter = Parameter("instance", "The instance.", isRequired: true) { _ in
    .json(schema: ["title": "InstanceName", "type": "string"])
  }
}
