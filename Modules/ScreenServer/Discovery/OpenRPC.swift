public import Descriptions
import JSONRPC
public import Screens

/// The OpenRPC document (https://spec.open-rpc.org), made from the methods and from a list of screens.
extension ScreenServer {
  /// The OpenRPC document, the result of `rpc.discover`. What people read in it is in the language of the app.
  var openRPC: JSONText {
    let operations = services?.operations ?? []
    let name = (["rpc.discover"] + operations.map(\.name)).joined(separator: " ")
    return documents.document(name, of: app) {
      Self.openRPC(name: self.name, version: version, app: app.definition, services: operations)
    }
  }
  /// The result of `screen/list`. What people read in it is in the language of the app.
  var screenList: JSONText {
    documents.document("screen/list", of: app) {
      Self.listOfScreens(app.definition, linkSchemes: app.environment.linkSchemes)
    }
  }

  /// The OpenRPC document of a server, the result of `rpc.discover`.
  ///
  /// Its schemas are components with the titles of their types as names. A generator of code finds the types of each
  /// screen under `x-screens`, what the server sends without a request under `x-notifications`, and under `x-services` the
  /// operations and feeds that a client may answer, with the requests that ask for them under `x-client-methods`. What each
  /// error is for is under `x-errors`.
  ///
  /// - Parameters:
  ///   - name: the server's name.
  ///   - version: the server's version.
  ///   - screens: the screens of its app.
  ///   - services: the operations that a client may answer.
  ///   - questions: the questions of the app's own.
  public static func openRPC(
    name: String = "tributary", version: String = "0.1.0", screens: [AnyScreen], services: [ServiceDescription] = [],
    questions: [QuestionDescription] = []
  ) -> JSON {
    openRPC(
      name: name, version: version, app: AppDefinition(screens: screens, questions: questions), services: services)
  }

  /// The OpenRPC document of a server for an app. What the app as a whole has is under `x-app`, `x-title`,
  /// `x-layout` and `x-links`.
  ///
  /// - Parameters:
  ///   - name: the server's name.
  ///   - version: the server's version.
  ///   - app: the app: its screens, its own view model, its title, its layout and its links.
  ///   - services: the operations that a client may answer.
  public static func openRPC(
    name: String = "tributary", version: String = "0.1.0", app: AppDefinition, services: [ServiceDescription] = []
  ) -> JSON {
    let shapes = ProtocolShapes(app: app)
    var components = SchemaPrinter(definitionsAt: "#/components/schemas/")
    let methods = Method.all.map { describe($0, shapes, &components) }
    let screens = app.screens.map { describe($0, &components) }
    let whole = wholeApp(app, &components)
    let notifications = [
      describe("screen/update", "An instance has a newer state.", shapes.update, &components),
      describe("screen/opened", "A screen has opened another one.", shapes.screenOpened, &components),
      describe("screen/closed", "The app has closed an instance.", shapes.screenClosed, &components),
      describe("screen/acted", "An assistant has done something.", ProtocolShapes.screenActed, &components),
      describe("question/opened", "Another front is asked.", ProtocolShapes.questionOpened, &components),
      describe("question/refused", "An answer is not taken.", ProtocolShapes.questionRefused, &components),
      describe("question/ended", "A question has ended.", ProtocolShapes.questionEnded, &components),
      describe("app/localized", "The app has another language or locale.", shapes.localized, &components),
      describe("app/waitsFor", "What waits for a person has changed.", ProtocolShapes.waitsFor, &components),
      describe(
        "app/signedOut", "The user has signed out, or another one has signed in.", ProtocolShapes.signedOut, &components
      ),
    ]
    _ = components.schema(of: ProtocolShapes.errorData)
    let operations = services.map { describe($0, &components) }
    let called = services.filter { !$0.isFeed }
    let followed = services.filter(\.isFeed)
    let questions = describeQuestions(&components) + app.questions.map { describe($0, &components) }
    let requests =
      [describeQuestion(&components)]
      + (called.isEmpty ? [] : [describeServiceCall(called, &components)])
      + (followed.isEmpty ? [] : [describeServiceFollow(followed, &components)])
    let credit =
      followed.isEmpty
      ? []
      : [
        describe(
          "service/credit", "The client may send more elements of a feed.", ProtocolShapes.serviceCredit, &components)
      ]
    let selection =
      app.layout.tabs.isEmpty
      ? [] : [describe("app/tab", "The app has selected a tab for the client.", shapes.tabSelected, &components)]
    let document: JSON = [
      "openrpc": "1.3.2",
      "info": [
        "title": .string(name), "version": .string(version),
        "description": "The app's screens over JSON-RPC 2.0, version 1 of the protocol.",
      ],
      "methods": .array(methods),
      "components": ["schemas": .object(components.definitions.mapValues(dialect))],
      "x-client-methods": .array(requests),
      "x-errors": ProtocolErrors.json,
      "x-notifications": .array(notifications + selection + credit),
      "x-questions": .array(questions),
      "x-screens": .array(screens),
      "x-services": .array(operations),
    ]
    return document.with(whole)
  }

  /// What an app has that belongs to no screen.
  private static func wholeApp(_ app: AppDefinition, _ components: inout SchemaPrinter) -> [String: JSON] {
    var members: [String: JSON] = [:]
    if let screen = app.app { members["x-app"] = describe(screen, &components) }
    if let title = app.title { members["x-title"] = title.json(in: .english) }
    if !app.layout.isEmpty { members["x-layout"] = app.layout.json }
    if app.hasLinks { members["x-links"] = app.links.json }
    return members
  }

  /// The request that asks a client a question of the app.
  private static func describeQuestion(_ components: inout SchemaPrinter) -> JSON {
    [
      "name": "question/ask",
      "summary": """
      Asks the client a question of the app, if it has named the question in `initialize`. `x-questions` has the inputs and \
      answers of those that each front may know.
      """,
      "params": components.schema(of: ProtocolShapes.questionAsk),
      "result": components.schema(of: ProtocolShapes.questionReply),
      "errorData": ["type": "object"],
    ]
  }

  private static func describe(_ question: QuestionDescription, _ components: inout SchemaPrinter) -> JSON {
    [
      "name": .string(question.name), "input": components.schema(of: question.input),
      "answer": components.schema(of: question.answer),
    ]
  }

  private static func describeQuestions(_ components: inout SchemaPrinter) -> [JSON] {
    ProtocolShapes.questions.map { question in
      [
        "name": .string(question.name), "description": .string(question.about),
        "input": components.schema(of: question.input), "answer": components.schema(of: question.answer),
      ]
    }
  }

  /// The request that a client answers.
  private static func describeServiceCall(_ services: [ServiceDescription], _ components: inout SchemaPrinter) -> JSON {
    [
      "name": "service/call",
      "summary": "Asks the client for what a service does, if it has named the operation in `initialize`.",
      "params": components.schema(of: ProtocolShapes.serviceCall(services)),
      "result": components.schema(of: ProtocolShapes.serviceAnswer),
      "errorData": components.schema(of: ServiceError.shape),
    ]
  }

  /// The request that a client answers when a feed ends.
  private static func describeServiceFollow(_ feeds: [ServiceDescription], _ components: inout SchemaPrinter) -> JSON {
    [
      "name": "service/follow",
      "summary": """
      Follows a feed that the client has named in `initialize`, until it is answered: with a result when the feed ends in \
      order. Its elements are notifications `service/event`.
      """,
      "params": components.schema(of: ProtocolShapes.serviceFollow(feeds)),
      "result": components.schema(of: ProtocolShapes.feedEnd),
      "errorData": components.schema(of: ServiceError.shape),
    ]
  }

  /// The result of `screen/list`.
  static func listOfScreens(_ app: AppDefinition, linkSchemes: Set<String>) -> JSON {
    var members: [String: JSON] = ["screens": .array(app.screens.map(describeWhole))]
    if let screen = app.app { members["app"] = describeWhole(screen) }
    if let title = app.title { members["title"] = title.json(in: .english) }
    if !app.layout.isEmpty { members["layout"] = app.layout.json }
    if app.hasLinks { members["links"] = app.links.json }
    if linkSchemes != Link.commonSchemes { members["linkSchemes"] = .array(linkSchemes.sorted().map(JSON.string)) }
    return .object(members)
  }

  private static func describeWhole(_ screen: AnyScreen) -> JSON {
    let description: JSON = [
      "screen": .string(screen.name), "about": .string(screen.about), "params": dialect(screen.parameters.schema),
      "state": dialect(screen.state.schema), "events": dialect(screen.events.schema),
    ]
    return screen.result.map { description.with(["result": dialect($0.schema)]) } ?? description
  }

  private static func describe(_ method: Method, _ shapes: ProtocolShapes, _ components: inout SchemaPrinter) -> JSON {
    var parameters: [JSON] = []
    let offered = method.parameters(in: shapes.app)
    for parameter in offered {
      parameters.append([
        "name": .string(parameter.name), "description": .string(parameter.about),
        "required": .bool(parameter.isRequired), "schema": components.schema(of: parameter.shape(shapes)),
      ])
    }
    let description: JSON = [
      "name": .string(method.name), "summary": .string(method.about), "paramStructure": "by-name",
      "params": .array(parameters),
      "errors": .array(method.allErrors.map { ["code": .integer($0.value), "message": .string($0.message)] }),
    ]
    guard let result = method.result else { return description }
    return description.with(["result": ["name": "result", "schema": components.schema(of: result(shapes))]])
  }

  static func describe(_ screen: AnyScreen, _ components: inout SchemaPrinter) -> JSON {
    let description: JSON = [
      "name": .string(screen.name), "summary": .string(screen.about),
      "params": components.schema(of: screen.parameters),
      "state": components.schema(of: screen.state), "event": components.schema(of: screen.events),
    ]
    return screen.result.map { description.with(["result": components.schema(of: $0)]) } ?? description
  }

  private static func describe(
    _ notification: String, _ about: String, _ params: Shape, _ components: inout SchemaPrinter
  ) -> JSON {
    ["name": .string(notification), "summary": .string(about), "params": components.schema(of: params)]
  }

  private static func dialect(_ schema: JSON) -> JSON { schema.with(["$schema": ProtocolShapes.dialect]) }

  /// An operation or a feed, with its schemas among the components.
  static func describe(_ service: ServiceDescription, _ components: inout SchemaPrinter) -> JSON {
    [
      "name": .string(service.name), "input": components.schema(of: service.input),
      service.isFeed ? "element" : "answer": components.schema(of: service.answer),
    ]
  }
}
