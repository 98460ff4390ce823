import Descriptions
import JSONRPC
import Screens

/// The methods that concern the session and the app as a whole.
extension Method {
  /// The version of the protocol.
  private static let protocolVersion = "1"

  static let initialize = Method(
    name: "initialize", about: "Optional; if sent, then first and once.", kind: .opening,
    parameters: [
      Parameter("protocolVersion", "The version that the client speaks.") { _ in
        .json(schema: ["title": "ProtocolVersion", "type": "string", "const": .string(protocolVersion)])
      },
      Parameter("clientInfo", "The client's name and version.") { _ in
        .json(schema: ["title": "ClientInfo", "type": "object"])
      },
      Parameter("processId", "The client's process.") { _ in
        .json(schema: ["title": "ProcessID", "type": "integer"])
      },
      Parameter("capabilities", "The client's capabilities.") { _ in ProtocolShapes.clientCapabilities },
      Parameter("language", "The language of the app's texts, such as de. English by default.") { _ in
        .json(schema: ["title": "LanguageTag", "type": "string"])
      },
      Parameter("locale", "The locale of numbers, money and dates, such as de_AT. The language's by default.") { _ in
        .json(schema: ["title": "LocaleIdentifier", "type": "string"])
      },
    ],
    // A handshake must not fail for what a newer client sends, or one of LSP.
    ignoresUnknownMembers: true,
    result: { shapes in
      let flags = ["conflation", "discover", "navigation", "patches"].map { Shape.Member($0, .boolean) }
      let limits = ["batch", "depth", "headerBlock", "id", "inFlight", "instances", "message"]
      let follows = Shape.Member(
        "app", .boolean, "Whether the client follows the app's own view model. Absent if it has not asked for it.",
        isRequired: false)
      let app = Shape.Member(
        "app", shapes.snapshot, "The app's own view model, if the client follows it.", isRequired: false)
      let layout = Shape.Member("layout", ProtocolShapes.layout, "How the screens stand.")
      let (hasApp, hasLayout) = (shapes.app.app != nil, !shapes.app.layout.isEmpty)
      let capabilities: [Shape.Member] =
        (hasApp ? [follows] : []) + [
          .init("causes", .boolean, "Absent if the client has not asked for it.", isRequired: false),
          .init("screens", ProtocolShapes.texts),
          .init(
            "questions", ProtocolShapes.texts,
            "The questions that the client answers, of those that the app describes, or `*`. Absent if it has named none.",
            isRequired: false),
          .init(
            "services", ProtocolShapes.texts,
            "The operations that the client will be asked for. Absent if it is asked for none.", isRequired: false),
          .init(
            "shared", .boolean, "Whether the client sees all that is open. Absent if it has not asked for it.",
            isRequired: false),
          .init("sync", .boolean),
        ]
      return .record(
        "InitializeResult",
        (hasApp ? [app] : []) + (hasLayout ? [layout] : []) + [
          .init("capabilities", .record("Capabilities", flags + capabilities)),
          .init(
            "front", ProtocolShapes.attachedFront,
            "The client as a front of the app. Absent unless the client has named its `front`, or sees what others open.",
            isRequired: false),
          .init("coreInfo", .record("CoreInfo", [.init("name", .text()), .init("version", .text())])),
          .init(
            "language", .text(), "The language of the app's texts. Absent for English, unless it was asked for.",
            isRequired: false),
          .init("limits", .record("Limits", limits.map { .init($0, .integer()) })),
          .init("locale", .text(), "The locale. Absent for English, unless it was asked for.", isRequired: false),
          .init("protocolVersion", .text()),
        ] + (shapes.app.title == nil ? [] : [.init("title", ProtocolShapes.title, "What people call the app.")]))
    },
    errors: [.unsupportedVersion],
    run: { server, arguments, call throws(RPCError) in
      if let version = try arguments.string(0), version != protocolVersion {
        throw RPCError(
          .unsupportedVersion, data: ["reason": "unsupportedVersion", "supported": [.string(protocolVersion)]])
      }
      // NB: all is read before any of it has an effect, because a client may send it again after a refusal.
      let client = try ClientCapabilities(arguments[3])
      server.client = client
      let answers = server.accept(questions: client.questions)
      let front = server.attach(client, answers: answers ?? [])
      let localization = server.localize(language: arguments[4]?.string, locale: arguments[5]?.string)
      var capabilities: [String: JSON] = [
        "conflation": true, "discover": true, "navigation": true, "patches": true, "sync": true,
        "screens": .array(server.app.offeredScreens.map(\.name).sorted().map(JSON.string)),
      ]
      if client.causes { capabilities["causes"] = true }
      let app = client.app ? server.followApp() : nil
      if app != nil { capabilities["app"] = true }
      if front?.isShared == true { capabilities["shared"] = true }
      if let answers {
        let known = Set(server.questionNames)
        capabilities["questions"] = .array(answers.filter(known.contains).sorted().map(JSON.string))
      }
      if let services = server.services, services.isAsked {
        capabilities["services"] = .array(services.accept(client.services).map(JSON.string))
      }
      let limits = server.limits
      var result: [String: JSON] = [
        "protocolVersion": .string(protocolVersion),
        "coreInfo": ["name": .string(server.name), "version": .string(server.version)],
        "capabilities": .object(capabilities),
        "limits": [
          "batch": .integer(limits.batch), "depth": .integer(limits.depth), "id": .integer(limits.id),
          "headerBlock": .integer(limits.headerBlock), "inFlight": .integer(limits.inFlight),
          "instances": .integer(server.app.limits.screensOfFront), "message": .integer(limits.message),
        ],
      ]
      if let front {
        var members: [String: JSON] = ["id": .string(front.id.description)]
        if server.canReturn { members["return"] = .string(front.returnName) }
        result["front"] = .object(members)
      }
      if let localization {
        result["language"] = .string(localization.language.description)
        result["locale"] = .string(localization.locale.identifier)
      }
      let words = server.app.environment.words
      if !server.app.layout.isEmpty { result["layout"] = server.app.layout.json.said(in: words) }
      if let title = server.app.title { result["title"] = title.json(in: words) }
      let greet = {
        server.announceAll()
        if !server.front.waitsFor.isEmpty { server.reportWaits() }
        server.updateQuestions()
        server.appear()
      }
      guard let app else { return call.succeed(JSON.object(result), afterwards: greet) }
      app.addition = .initialized(result)
      server.appearing.append(app)
      call.succeed(opening: app.topic, afterwards: greet)
    })

  static let discover = Method(
    name: "rpc.discover", about: "This document.", kind: .immediate,
    result: { _ in .json(schema: ["title": "OpenRPCDocument", "type": "object"]) },
    run: { server, _, call in call.succeed(server.openRPC) })

  static let applicationSend = Method(
    name: "app/send", about: "Tells whether the client has the user's attention.", kind: .immediate,
    parameters: [
      Parameter("event", "What happened.", isRequired: true) { _ in ApplicationEvent.shape }
    ],
    run: { server, arguments, call throws(RPCError) in
      do throws(InputError) {
        server.front.send(try ApplicationEvent(arguments.required(0)))
      } catch {
        throw RPCError(error, in: "event")
      }
      call.succeed()
    })

  static let applicationLocalize = Method(
    name: "app/localize",
    about:
      "Gives the app another language or locale, for all fronts, and answers those of the app. One that has joined an app of others "
      + "changes nothing.",
    kind: .immediate,
    parameters: [
      Parameter("language", "The language, such as de. The present one by default.") { _ in
        .json(schema: ["title": "LanguageTag", "type": "string"])
      },
      Parameter("locale", "The locale, such as de_AT. The language's by default.") { _ in
        .json(schema: ["title": "LocaleIdentifier", "type": "string"])
      },
    ],
    result: { _ in .record("Localization", [.init("language", .text()), .init("locale", .text())]) },
    run: { server, arguments, call throws(RPCError) in
      let language = try arguments.string(0) ?? server.app.localization.language.description
      guard let wish = AppLocalization(language: language, locale: try arguments.string(1)) else {
        throw .invalidParams(JSONPointer("language"), expected: "a language and a locale", reason: "wrongType")
      }
      if server.mayLocalize { server.app.localize(wish, by: server.front) }
      call.succeed { writer in
        writer.member("language", server.app.localization.language.description)
        writer.member("locale", server.app.localization.locale.identifier)
      }
    })

  static let sync = Method(
    name: "sync", about: "Answers once nothing is in flight, and all that came of it is written.", kind: .barrier,
    run: { server, _, call in server.sync(call) })

  static let ping = Method(name: "ping", about: "Answers.", kind: .immediate, run: { _, _, call in call.succeed() })

  static let cancelRequest = notification(
    "$/cancelRequest", "The requests with this id answer -32800, if they are in flight.",
    [
      Parameter("id", "The id.", isRequired: true) { _ in
        .json(schema: ["title": "RequestID", "type": ["string", "number", "null"]])
      }
    ]
  ) { server, arguments in
    if let id = arguments[0] { server.session.cancel(id: id) }
  }

  static let serviceEvent = notification(
    "service/event", "Tells an element in a feed that the core follows, or how the feed is.",
    [
      Parameter("id", "The id of the request `service/follow`.", isRequired: true) { _ in
        .json(schema: ["title": "FeedID", "type": "string"])
      },
      Parameter("element", "The element.") { _ in .json(schema: ["title": "FeedElement"]) },
      Parameter("condition", "How the feed is from here on, in place of an element.") { _ in
        .json(schema: ["title": "FeedConditionOfService", "type": "object"])
      },
    ]
  ) { server, arguments in
    server.services?.receive(arguments[0], element: arguments[1], condition: arguments[2])
  }

  static let shutdown = Method(
    name: "shutdown", about: "Refuses every request from here on.", kind: .immediate,
    run: { server, _, call in
      // NB: clients wait for the reply of a shutdown. A notification has none, so it is a mistake without effect.
      if call.isNotification { return }
      server.session.shutDown()
      call.succeed()
    })

  static let exit = notification("exit", "Ends the process: with 0 after a shutdown, else with 1.") { server, _ in
    server.session.exit()
  }

  static func notification(
    _ name: String, _ about: String, _ parameters: [Parameter] = [],
    run: @escaping @MainActor @Sendable (ScreenServer, Arguments) -> Void = { _, _ in }
  ) -> Method {
    Method(
      name: name, about: about, kind: .notification, parameters: parameters, ignoresUnknownMembers: true, result: nil,
      run: { server, arguments, _ in run(server, arguments) })
  }
}

extension ScreenServer {
  /// Gives the app the language and the locale that the client wants. What is not well-formed is ignored.
  ///
  /// - Returns: The language and the locale of the app, if the client has asked for one or it is not English.
  fileprivate func localize(language: String?, locale: String?) -> AppLocalization? {
    guard language != nil || locale != nil else { return app.localization == .english ? nil : app.localization }
    let current = app.localization
    let wish = AppLocalization(language: language ?? current.language.description, locale: locale)
    isGreeting = true
    defer { isGreeting = false }
    if let wish, mayLocalize { app.localize(wish, by: front) }
    return app.localization
  }

  /// Attaches the client as a front, as it asks in `initialize`. What it says of itself can only take rights away: each kind but
  /// an assistant's has the same ones.
  ///
  /// - Returns: The front, if the client has asked for anything.
  fileprivate func attach(_ client: ClientCapabilities, answers: Set<String>) -> AppFront? {
    guard client.front != nil || client.isShared else {
      if !answers.isEmpty { attach(kind, answers: answers) }
      return nil
    }
    let named = client.front?.kind.flatMap(FrontKind.init(rawValue:)) ?? kind
    let isAllowed = kind.isPerson && named != .host
    canReturn = client.front?.returns == true
    return attach(
      isAllowed ? named : kind, isShared: client.isShared, answers: answers,
      returningBy: client.front?.returnName)
  }
}
