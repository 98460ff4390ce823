import Descriptions
import Screens

extension AppDefinition {
  /// Whether its screens have links.
  var hasLinks: Bool { !links.routes.isEmpty }
}

/// What the protocol adds to the shapes of the screens.
@MainActor struct ProtocolShapes {
  /// The app that a server offers.
  let app: AppDefinition
  /// The screens that it offers.
  var screens: [AnyScreen] { app.screens }
  /// These, and the app's own view model.
  private var served: [AnyScreen] { screens + (app.app.map { [$0] } ?? []) }

  /// The dialect of all JSON Schemas here.
  static let dialect: JSON = "https://json-schema.org/draft/2020-12/schema"

  /// A revision.
  static let revision = Shape.integer(minimum: 1)
  /// A result without members.
  static let emptyResult = Shape.record("EmptyResult", [])
  /// Names.
  static let texts = Shape.list(.text())
  /// An object with any members.
  private static let object = Shape.json(schema: ["type": "object"])

  /// The name of a screen.
  var screenName: Shape { .choice("ScreenName", screens.map(\.name)) }

  /// What any of the screens takes to open.
  var parameters: Shape { anyOf("ScreenParameters", screens.map(\.parameters)) }
  /// A state of any screen.
  var state: Shape { anyOf("ScreenState", served.map(\.state)) }
  /// An event of any screen.
  var event: Shape { anyOf("ScreenEvent", served.map(\.events)) }

  /// A result of any screen that closes with one; `nil` if none does.
  var result: Shape? {
    let results = screens.compactMap(\.result)
    return results.isEmpty ? nil : anyOf("ScreenResult", results)
  }

  private func anyOf(_ title: String, _ shapes: [Shape]) -> Shape {
    var choices: [Shape] = []
    for choice in shapes where !choices.contains(choice) { choices.append(choice) }
    return .anyOf(title, choices)
  }

  /// A state of an instance.
  var snapshot: Shape {
    .record(
      "Snapshot",
      [
        .init("by", .optional(.text()), Self.causeText, isRequired: false), Self.hidden, .init("instance", .text()),
        .init("rev", Self.revision),
      ]
        + (!app.hasLinks
          ? [] : [.init("screen", .text(), "The screen's name, in the answer to a link.", isRequired: false)])
        + [.init("state", state)])
  }

  /// A newer state of an instance.
  var update: Shape { .anyOf("ScreenUpdate", [snapshot, Self.statePatch]) }

  private static let hidden = Shape.Member(
    "hidden", texts,
    "What is hidden from the client: the names of private members, with a slash before those inside of another one. Their values "
      + "are placeholders, and say nothing of what there is. Absent if nothing is hidden.", isRequired: false)

  private static let causeText =
    "Of an update, the front whose event has caused the last change; null if none has. Present if the client has the "
    + "capability `causes`."

  /// A newer state of an instance, for a client that accepts patches.
  static let statePatch = Shape.record(
    "StatePatch",
    [
      .init("by", .optional(.text()), Self.causeText, isRequired: false),
      .init(
        "from", revision,
        "The revision that is patched: the last one that the client was sent in an update, in `screen/opened` or in the reply to "
          + "`screen/open`. The reply to `screen/get` does not count."), hidden,
      .init("instance", .text()),
      .init(
        "patch", .list(patchOperation),
        "A JSON Patch (RFC 6902), which turns the state of that revision into the new one."),
      .init("rev", revision),
    ])

  private static let patchOperation = Shape.record(
    "PatchOperation",
    [
      .init("from", .text(), "From where a value is moved: a JSON Pointer.", isRequired: false),
      .init("op", .choice("PatchOperationName", ["add", "remove", "replace", "move"])),
      .init("path", .text(), "The position of the change in the state: a JSON Pointer."),
      .init("value", .json(), "The new value.", isRequired: false),
    ])

  /// The report that a screen has opened another one.
  var screenOpened: Shape {
    let link = Shape.Member(
      "link", .text(), "The link to the screen with its parameters. Absent if no route leads to it.", isRequired: false)
    return .record(
      "ScreenOpened",
      [
        .init("by", .optional(.text()), "The front that has opened it, as in an update.", isRequired: false),
        Self.hidden, .init("instance", .text()),
      ] + (app.links.routes.isEmpty ? [] : [link]) + [
        .init(
          "opener", .optional(.text()),
          "The instance that has opened it, and that owns it. Null if a front has opened it, if it replaces such a one, and if the "
            + "client does not see the instance."),
        .init("rev", Self.revision),
        .init("screen", .text(), "The screen's name. One that is not listed has a state that is not described."),
        .init("state", state),
      ])
  }

  /// The report that an instance was closed.
  var screenClosed: Shape {
    let reason =
      "completed: it has closed itself, perhaps with a result, which its opener has received. openerClosed: the screen that "
      + "opened it was closed; these come before the opener's own, the innermost first. replaced: it has replaced itself; its "
      + "successor is announced next, with the same opener. closedByApp: something else in the app has closed it. released: no "
      + "front holds it any more; the last one has closed it, or has left."
    var members: [Shape.Member] = [.init("instance", .text()), .init("reason", CloseReason.shape, reason)]
    if let result {
      members.insert(Self.hidden, at: 0)
      members.append(.init("result", result, "The result; absent if there is none.", isRequired: false))
    }
    return .record("ScreenClosed", members)
  }

  /// What a client says that it can do. Unknown members are ignored.
  static let clientCapabilities = Shape.record(
    "ClientCapabilities",
    [
      .init(
        "app", .boolean,
        "Whether the client follows the app's own view model: `app` in the answer is then `{instance, rev, state}`.",
        isRequired: false),
      .init(
        "causes", .boolean, "Whether `by` names the front whose event was the cause of an update or of a new screen.",
        isRequired: false),
      .init("front", clientFront, "The client as a front of the app.", isRequired: false),
      .init("patches", .boolean, "Whether an update may be a patch, where that is shorter.", isRequired: false),
      .init(
        "questions", texts,
        "The questions of the app that the client can answer, by their names; `*` stands for all. Without it, it hears of none.",
        isRequired: false),
      .init(
        "services", texts,
        "The operations that the client answers, if the server asks it. Unknown names are ignored.", isRequired: false),
      .init(
        "shared", .boolean, "Whether the client sees all that is open, and what others open.",
        isRequired: false),
    ])

  /// What a client says of itself as a front. Unknown members are ignored.
  static let clientFront = Shape.record(
    "ClientFront",
    [
      .init(
        "kind", .choice("ClientFrontKind", FrontKind.allCases.filter { $0 != .host }.map(\.rawValue)),
        "What kind of front it is. It can only take rights away: an assistant enters no secrets, reads nothing private while no "
          + "person's front is active, and holds only what it has opened.", isRequired: false),
      .init(
        "return", .text(),
        "The name that an earlier connection was given: the client is that front again, and gets `screen/opened` for its "
          + "screens. While that connection stands, the name makes a new front.",
        isRequired: false),
      .init(
        "returns", .boolean,
        "Whether the client may come back within ten minutes after its connection has ended, until when what it holds stays "
          + "open. Otherwise what it alone holds closes then.",
        isRequired: false),
    ])

  /// What a client is told of itself as a front.
  static let attachedFront = Shape.record(
    "AttachedFront",
    [
      .init("id", .text(), "The kind and a number: page-2."),
      .init(
        "return", .text(),
        "The name by which it comes back, if it has asked for one. It is a secret of the client, and cannot be guessed.",
        isRequired: false),
    ])

  /// The result of `screen/send`.
  static let sendResult = Shape.record(
    "SendResult",
    [
      .init(
        "held", .text(),
        "The id of the question that a person is asked before the event is applied; absent if it was applied. "
          + "`question/ended` says what came of it.", isRequired: false),
      .init("rev", revision),
    ])

  /// The report of what waits for a person.
  static let waitsFor = Shape.record(
    "WaitsFor",
    [
      .init(
        "waitsFor",
        .list(
          .record(
            "PersonWait",
            [
              .init("instance", .text(), "Where the person does it: an instance that stands in front of all others."),
              .init(
                "reason", .text(),
                "What the person has to do. signIn: to sign in. presented: to finish a screen that the app presents."),
              .init("since", .date, "Since when."),
              .init("waiting", texts, "The instances that wait for it, of those that the client sees."),
            ])), "All that waits for a person; empty when nothing does.")
    ])

  /// The result of `screen/leave`.
  static let leaveResult = Shape.record(
    "LeaveResult",
    [
      .init(
        "held", .optional(.text()),
        "The id of the question that a person is asked first, whose answer closes the instance or keeps it; null if the instance "
          + "asks by its state. Absent if it was left.", isRequired: false),
      .init("left", .boolean, "True if the client has let go of the instance; else absent.", isRequired: false),
    ])

  private static let questionCause = Shape.Member(
    "by", .text(), "The front whose command has led to the question. Absent if that is the client itself, or none.",
    isRequired: false)

  /// The report of another language or locale.
  var localized: Shape {
    .record(
      "Localized",
      [.init("language", .text())]
        + (app.layout.isEmpty ? [] : [.init("layout", Self.layout, "How the screens stand.")])
        + [.init("locale", .text())]
        + (app.title == nil ? [] : [.init("title", Self.title, "What people call the app.")]))
  }

  /// The report of what an assistant has done.
  static let screenActed = Shape.record(
    "ScreenActed",
    [
      .init("by", .text(), "The assistant's front."), .init("event", .text(), "The type of the event."),
      .init("instance", .text()), .init("label", .text(), "What the event does, for people."),
    ])

  /// The params of the request that asks a client a question of the app.
  static let questionAsk = Shape.record(
    "QuestionAsk",
    [
      questionCause,
      .init("event", .optional(.text()), "The event that is held until the answer; null if none is."),
      .init("input", .json(), "What is asked with the question, as its name says."),
      .init("instance", .optional(.text()), "The instance that asks; null if the app does."),
      .init("name", .text(), "The name of the question, such as confirm."), .init("question", .text(), "Its id."),
    ])

  /// What a client answers to a question.
  static let questionReply = Shape.record(
    "QuestionReply",
    [
      .init("answer", .json(), "The answer, as the question's name says.", isRequired: false),
      .init("cancelled", .boolean, "Whether the person gives no answer.", isRequired: false),
      .init("cannot", .text(), "Why the client cannot ask the person, for people.", isRequired: false),
    ], isClosed: true)

  /// The report that a question is open which is not asked of the client.
  static let questionOpened = Shape.record(
    "QuestionOpened",
    [
      .init("askedOf", texts, "The fronts that are asked; none while it waits for one."), questionCause,
      .init("instance", .optional(.text()), "The instance that asks; null if the app does."),
      .init("name", .text()), .init("question", .text()),
    ])

  /// The report that an answer is not taken.
  static let questionRefused = Shape.record(
    "QuestionRefused",
    [.init("question", .text()), .init("reason", .text(), "Why it is not taken, for people. The question stays open.")])

  /// The report that a question has ended.
  static let questionEnded = Shape.record(
    "QuestionEnded",
    [
      .init(
        "event", .choice("HeldEventEnd", ["applied", "refused", "dropped"]),
        "What has become of the event that was held; absent if none was.", isRequired: false),
      .init("outcome", .choice("QuestionOutcome", ["answered", "cancelled", "cannot"])), .init("question", .text()),
      .init("reason", .text(), "Why, for people; absent without a reason.", isRequired: false),
    ])

  /// The questions that each front may know, with their inputs and answers.
  static let questions: [(name: String, about: String, input: Shape, answer: Shape)] = [
    ("confirm", "A person chooses between a few choices.", Confirmation.shape, .text()),
    ("copy", "The front puts a text on the person's clipboard.", CopiedText.shape, .nothing),
    ("notify", "A person is told something, and may be able to undo it.", Notice.shape, NoticeReply.shape),
    ("openLink", "The front opens an address, and shows its host.", LinkToOpen.shape, .nothing),
    ("pickFile", "A person picks a file.", FileWish.shape, FrontQuestion.pickFile.answer.shape),
    ("saveFile", "A person saves a file.", FrontQuestion.saveFile.input.shape, .nothing),
    ("show", "The front brings a row into view.", RowToShow.shape, .nothing),
  ]

  /// What a client is asked.
  static func serviceCall(_ services: [ServiceDescription]) -> Shape {
    .record(
      "ServiceCall",
      [
        .init("input", .json(), "The input, as `x-services` describes it; null for an operation without one."),
        .init("operation", .choice(nil, services.map(\.name))),
      ])
  }

  /// The params of a request to follow a feed.
  static func serviceFollow(_ feeds: [ServiceDescription]) -> Shape {
    .record(
      "ServiceFollow",
      [
        .init("credit", .integer(minimum: 1), "How many elements may be sent before more credit is given."),
        .init("feed", .choice(nil, feeds.map(\.name))),
        .init("input", .json(), "The input, as `x-services` describes it; null for a feed without one."),
      ])
  }

  /// The params of the notification that the account has ended.
  static let signedOut = Shape.record("SignedOut", [])

  /// The params of the notification that a client may send more.
  static let serviceCredit = Shape.record(
    "ServiceCredit",
    [
      .init("credit", .integer(minimum: 1), "How many more elements may be sent."),
      .init("id", .text(), "The id of the request `service/follow`."),
    ])

  /// What a client answers.
  static let serviceAnswer = Shape.record(
    "ServiceAnswer",
    [
      .init(
        "answer", .json(), "The answer, as `x-services` describes it; absent or null if there is none.",
        isRequired: false)
    ], isClosed: true)

  /// What a client answers when a feed has ended.
  static let feedEnd = Shape.record("FeedEnd", [], isClosed: true)

  /// The result of `screen/list`.
  var screenList: Shape {
    let screen = Shape.record(
      "ScreenDescription",
      [
        .init("about", .text()), .init("events", Self.object), .init("params", Self.object),
        .init("result", Self.object, isRequired: false), .init("screen", screenName), .init("state", Self.object),
      ])
    var members: [Shape.Member] = []
    if app.app != nil { members.append(.init("app", Self.object, "The app's own view model, like a screen.")) }
    if !app.layout.isEmpty { members.append(.init("layout", Self.layout)) }
    if app.hasLinks { members.append(.init("links", Self.links)) }
    members.append(
      .init(
        "linkSchemes", Self.texts,
        "The schemes of the links that a front opens. Absent if they are http, https and mailto.",
        isRequired: false))
    members.append(.init("screens", .list(screen)))
    if app.title != nil { members.append(.init("title", Self.title)) }
    return .record("ScreenList", members)
  }

  /// The report that the app has selected a tab.
  var tabSelected: Shape {
    .record("TabSelected", [.init("tab", .choice(nil, app.layout.tabs.map(\.name)), "The tab to show.")])
  }

  /// What people call the app.
  static let title = Shape.record(
    "AppTitle",
    [
      .init("greeting", .text(), "For those who see the app for the first time.", isRequired: false),
      .init("name", .text(), "The name for people."),
      .init("sign", .text(), "One or two characters that stand for the app.", isRequired: false),
    ])

  /// How the screens of an app stand.
  static let layout = Shape.record(
    "Layout",
    [
      .init(
        "details",
        .list(
          .record(
            "ListDetail",
            [
              .init("detail", .text(), "The screen that it opens for a row."),
              .init("list", .text(), "The screen with the list."),
            ])),
        "Lists that are shown beside their details where there is room."),
      .init("start", .optional(.text()), "The screen that a front opens first."),
      .init(
        "tabs",
        .list(
          .record(
            "Tab",
            [
              .init(
                "badge", .text(),
                "The member of the app's own state that stands beside the label, unless it is empty or 0.",
                isRequired: false),
              .init("label", .text(), "The name for people."),
              .init("screen", .text(), "The screen at the bottom of its stack."),
              .init("tab", .text(), "The name."),
            ])), "The tabs, in their order. Each has a stack of its own, which the front keeps."),
    ])

  /// The links to the screens of an app.
  static let links = Shape.record(
    "Links",
    [
      .init("origins", texts, "What may stand before a path."),
      .init(
        "routes",
        .list(
          .record(
            "Route",
            [
              .init(
                "path", .text(), "The path. A name in braces is a parameter of the screen; others are in the query."),
              .init("screen", .text()),
            ]))),
    ])

  /// The `data` of an error.
  static let errorData = Shape.record(
    "ErrorData",
    [
      .init(
        "code", .text(),
        "Why an event or an answer is rejected, in a word: disabled, hidden, missingRow, missingPart, refused, "
          + "notForAssistants, takesSecret, confirmedByAssistant, tooManyScreens, noQuestion, askedOfOthers, "
          + "answerNotTaken, or confirmationNeeded if a person has to be asked and none can be. More may follow.",
        isRequired: false),
      .init("hint", .text(), "The expected type, or a remedy, for people.", isRequired: false),
      .init("limit", .integer(), "The limit that was exceeded.", isRequired: false),
      .init("pointer", .text(), "The position of the fault in the params: a JSON Pointer.", isRequired: false),
      .init(
        "reason", .text(),
        "What is wrong: a word in camel case, for programs. Of a rejected event, a text for people."),
      .init("supported", texts, "The versions of the protocol that the server speaks.", isRequired: false),
    ])
}
