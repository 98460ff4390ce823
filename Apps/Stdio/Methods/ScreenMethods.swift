import JSON
import JSONRPC
import ViewModels

extension Method {
  static let screenList = Method(
    name: "screen/list", about: "The screens, with the schemas of what they take and show.", kind: .immediate,
    parameters: [], result: { Schema.screenList },
    run: { _, _, call in call.succeed(OpenRPC.screenList.utf8) })

  static let screenOpen = Method(
    name: "screen/open", about: "Opens a screen, which appears, and answers its first state.", kind: .immediate,
    parameters: [
      Parameter("screen", "The screen's name.", isRequired: true) { Schema.screenNames },
      Parameter("params", "What the screen takes.") { Schema.anyOf("params") },
    ],
    result: { Schema.snapshot },
    run: { front, arguments, call throws(RPCError) in
      let name = try arguments.string(0) ?? ""
      let limit = front.limits.instances
      if front.instances.count >= limit { throw RPCError(.overloaded, reason: "tooManyInstances", limit: limit) }
      let screen: AnyScreenInstance
      do throws(InputError) {
        screen = try front.app.open(name, parameters: arguments[1])
      } catch {
        throw RPCError(error, below: error.reason == .unknownScreen ? "screen" : "params")
      }
      let instance = front.adopt(screen)
      call.succeed(opening: instance.topic) { [unowned front] in front.announce(instance) }
      // NB: written before the screen appears: a reader that keeps up finds the first state in the reply, and what the
      // appearance changes in an update. In a batch the reply waits, and the screen appears all the same: what comes
      // later in the batch, such as a `sync`, counts on it.
      front.session.flush()
      screen.viewDidAppear()
    })

  static let screenSend = Method(
    name: "screen/send", about: "Tells a screen what the user did, and answers the revision of what came of it.",
    kind: .immediate,
    parameters: [
      instanceParameter,
      Parameter("event", "What the user did.", isRequired: true) { Schema.anyOf("events") },
      Parameter("ifRev", "Refuse the event unless this is the revision of the state.") { ["type": "integer"] },
    ],
    result: { JSON.closedObject(["rev": Schema.revision]) },
    run: { front, arguments, call throws(RPCError) in
      let instance = try front.instance(arguments.string(0) ?? "")
      let revision = try arguments.integer(2)
      let isStale = revision.map { $0 != instance.revision } ?? false
      do throws(InputError) {
        if isStale {
          try instance.screen.check(arguments.required(1))
        } else {
          try instance.screen.send(arguments.required(1))
        }
      } catch {
        throw RPCError(error, below: "event")
      }
      if isStale { throw RPCError(.staleRevision, reason: "staleRevision") }
      call.succeed { $0.appendJSON { $0.object { $0.member("rev", instance.revision) } } }
    })

  static let screenGet = Method(
    name: "screen/get", about: "The state of an instance.", kind: .immediate, parameters: [instanceParameter],
    result: { Schema.snapshot },
    run: { front, arguments, call throws(RPCError) in
      let instance = try front.instance(arguments.string(0) ?? "")
      call.succeed(reporting: instance.topic, orIfClosed: .unknownInstance)
    })

  static let screenClose = Method(
    name: "screen/close", about: "Closes an instance; nothing names it after the reply.", kind: .immediate,
    parameters: [instanceParameter], result: { JSON.closedObject([:]) },
    run: { front, arguments, call throws(RPCError) in
      let instance = try front.instance(arguments.string(0) ?? "")
      front.close(instance)
      // NB: a notification has no reply after which nothing may name the instance: its batch may still tell of it.
      if !call.isNotification { call.succeed("{}".utf8) { instance.topic.close() } }
    })

  private static let instanceParameter = Parameter("instance", "The instance.", isRequired: true) {
    ["type": "string"]
  }
}
