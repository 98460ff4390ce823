import ExpectSupport
import Foundation
import Locking
import Outbox
import Recording
import Requests
import Screens
import ScreensSupport
import Storage
import Streams
import Support
import Testing

@testable import Programs

extension ServiceOperation<String, String> {
  static var greeting: Self { Self("greeting") }
}

private struct GreetingState: ScreenState {
  var text = ""
  var isBusy = false
  static let fields: Fields<GreetingState> = [Field(\.text, "The answer."), Field(\.isBusy, "Whether it loads.")]
}

private enum GreetingEvent: ScreenEvent {
  case nameChanged(String)
  static let cases: [EventCase<GreetingEvent>] = [EventCase(nameChanged, member: "text", "The user entered a name.")]
}

private final class GreetingViewModel: ViewModel {
  let eventSubject = EventSubject<GreetingEvent>()
  @Published private(set) var state = GreetingState()
  var statePublisher: Published<GreetingState>.Publisher { $state }

  init(_ environment: AppEnvironment) {
    let backend = environment.backend
    eventSubject
      .map { event in
        guard case .nameChanged(let name) = event else { return "" }
        return name
      }
      .flatMap { name in
        backend.answer(.greeting, name)
          .map { GreetingState(text: $0) }
          .catch { Just(GreetingState(text: $0.message)) }
          .receive(on: environment.main)
          .prepend(GreetingState(isBusy: true))
      }
      .assign(to: &$state)
  }
}

extension Screen<GreetingViewModel> {
  fileprivate static var greeting: Self { Screen("greeting", about: "Greets.") { GreetingViewModel($1) } }
}

extension StorageKey<String> {
  fileprivate static let name = StorageKey("name")
}

private struct Order: JSONRecord {
  var name: String
  var key: IdempotencyKey

  static let record = Codec(Order.init(name:key:), \.name, \.key)
}

extension OutboxOperation<Order, String> {
  fileprivate static var order: Self { Self(ServiceOperation("order"), key: \.key) }
}

/// A shop that takes orders when it is open, in memory and as a client.
private final class OrderShop: Sendable, ServiceChannel {
  let orders: AsyncStream<String>
  private let arrivals: AsyncStream<String>.Continuation
  private let isOpen = LockedValue(false)

  init() { (orders, arrivals) = AsyncStream.makeStream() }

  func open() { isOpen.withLock { $0 = true } }

  private func take(_ order: String) throws(ServiceError) {
    guard isOpen.withLock({ $0 }) else { throw .connectionRefused }
    arrivals.yield(order)
  }

  @MainActor var front: Front {
    let handler = ServiceHandler(OutboxOperation.order.operation) { [self] order in
      try take("memory: \(order.name)")
      return "taken"
    }
    return Front(
      "shop", version: "1.0",
      app: AppDefinition(
        screens: [AnyScreen(.greeting)], mock: { _ in Backend.handlers([handler]) }
      ).outbox(.order))
  }

  func answers(_ operation: String) -> Bool { operation == "order" }

  func send(
    _ call: ServiceCall, reply: @escaping @Sendable (Result<ServiceReply, ServiceError>) -> Void
  ) -> any Cancellable {
    do throws(ServiceError) {
      try take("client: \(call.operation)")
      reply(.success(ServiceReply(json: Array("\"taken\"".utf8))))
    } catch {
      reply(.failure(error))
    }
    return AnyCancellable {}
  }
}

/// What a session has reported.
private final class Reports: Sendable {
  private let messages = LockedValue<[String]>([])

  var all: [String] { messages.withLock { $0 } }
  func add(_ message: String) { messages.withLock { $0.append(message) } }
}

/// A client that greets in its own words.
private struct Greeter: ServiceChannel {
  var word = "Welcome"
  var operations = ["greeting"]

  func answers(_ operation: String) -> Bool { operations.contains(operation) }

  func send(
    _ call: ServiceCall, reply: @escaping @Sendable (Result<ServiceReply, ServiceError>) -> Void
  ) -> any Cancellable {
    let name = String(decoding: call.input ?? [], as: UTF8.self).dropFirst()
    reply(.success(ServiceReply(json: Array("\"\(word) \(name)".utf8))))
    return AnyCancellable {}
  }
}

/// Starts a front in a test, which is asynchronous: nothing of it gets to a session.
@MainActor private func started(_ front: Front) -> Int32 { front.start([]) { _ in 0 } }

@MainActor @Suite struct FrontSessionTests {
  private let front = Front(
    "greeter", version: "1.0",
    app: AppDefinition(
      screens: [AnyScreen(.greeting)],
      mock: { _ in Backend.handlers([ServiceHandler(.greeting) { name in "Hello \(name)" }]) }))

  private func texts(
    _ options: SessionOptions, names: [String], asking client: any ServiceChannel = Greeter()
  ) async throws -> [String] {
    let session = try FrontSession(front, options)
    let greeting = session.app(asking: client).open(.greeting)
    var texts: [String] = []
    for name in names {
      // The subscription is there before the event is sent, so that the end of the work is not missed.
      var cancellable: AnyCancellable?
      await withCheckedContinuation { continuation in
        cancellable = session.app.idle.first().sink { continuation.resume() }
        session.turn { greeting.model.eventSubject.send(.nameChanged(name)) }
      }
      cancellable?.cancel()
      texts.append(greeting.state.text)
    }
    session.end()
    return texts
  }

  @Test func `has the app's mock`() async throws {
    try await expectEqual(texts(SessionOptions(operations: front.app.operations), names: ["Ada"]), ["Hello Ada"])
    expectEqual(front.app.operations, ["greeting"])
  }

  @Test func `fails an operation of the app by its name`() async throws {
    var options = SessionOptions(operations: front.app.operations)
    options.backend.failures = ["greeting:2"]
    try await expectEqual(
      texts(options, names: ["Ada", "Bea", "Cem"]), ["Hello Ada", "Something went wrong!", "Hello Cem"])
  }

  @Test func `records the session for a replay`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "greeter-\(UUID().uuidString).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    var options = SessionOptions(operations: front.app.operations)
    options.recording = file
    _ = try await texts(options, names: ["Ada", "Bea"])
    var replaying = SessionOptions()
    replaying.replay = file
    let recording = try #require(try replaying.openRecording())
    expectEqual(recording.configuration.front, "greeter 1.0")
    let report = await Replay(recording, front.app, threadTimeout: .seconds(600)).report()
    expectEqual(report.summary, "All 5 states are equal.")
    expectEqual(report.exitCode, 0)
  }

  @Test func `prepares the first app alone`() throws {
    let session = try FrontSession(front, SessionOptions())
    var count = 0
    session.willMakeApp = { count += 1 }
    _ = (session.makeApp(), session.app, session.makeApp())
    expectEqual(count, 1)
  }

  @Test(.exitTest) func `makes no app with a wrong description`() async throws {
    let process = await #expect(processExitsWith: .exitCode(70), observing: [\.standardErrorContent]) {
      await MainActor.run { Front("forgetful", version: "1", app: .forgetful).requireDescriptions() }
    }
    expectEqual(
      String(decoding: try #require(process).standardErrorContent, as: UTF8.self),
      AppDefinition.forgetful.check().map { "forgetful: \($0)\n" }.joined())
  }

  @Test(.exitTest) func `ends with a line when descriptors are missing`() async throws {
    let process = await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
      setDescriptorLimit(16)
      let app = AppDefinition(screens: [AnyScreen(.greeting)], mock: { _ in Backend.handlers([]) })
      exit(await started(Front("greeter", version: "1.0", app: app)))
    }
    let errors = String(decoding: try #require(process).standardErrorContent, as: UTF8.self)
    expectEqual(errors, "greeter: Too few files can be opened (ulimit -n).\n")
  }

  // MARK: A client that answers

  private func clientOptions(_ fallback: BackendOptions.Fallback? = nil) -> SessionOptions {
    var options = SessionOptions(operations: front.app.operations, hasClient: true)
    options.backend.asksClient = true
    options.backend.fallback = fallback
    return options
  }

  @Test func `asks a client only if the command line says so`() async throws {
    let options = SessionOptions(operations: front.app.operations, hasClient: true)
    try await expectEqual(texts(options, names: ["Ada"]), ["Hello Ada"])
    try await expectEqual(texts(clientOptions(), names: ["Ada"]), ["Welcome Ada"])
  }

  @Test func `has a fallback for what the client does not answer`() async throws {
    let client = Greeter(operations: [])
    try await expectEqual(texts(clientOptions(.mock), names: ["Ada"], asking: client), ["Hello Ada"])
    try await expectEqual(
      texts(clientOptions(), names: ["Ada"], asking: client), [#"The backend has no operation "greeting"."#])
  }

  @Test func `shares the fallback between apps with clients of their own`() async throws {
    let session = try FrontSession(front, clientOptions(.mock))
    var answers: [String] = []
    for client in [Greeter(word: "Hi"), Greeter(word: "Ho"), Greeter(operations: [])] {
      let app = session.makeApp(asking: client)
      for try await answer in app.environment.backend.answer(.greeting, "Ada").values { answers.append(answer) }
    }
    expectEqual(answers, ["Hi Ada", "Ho Ada", "Hello Ada"])
  }

  @Test func `records what a client answers, and replays it without one`() async throws {
    let folder = TemporaryFolder()
    var options = clientOptions()
    options.recording = folder.path + "/session.jsonl"
    try await expectEqual(texts(options, names: ["Ada", "Bea"]), ["Welcome Ada", "Welcome Bea"])
    var replaying = SessionOptions()
    replaying.replay = options.recording
    let recording = try #require(try replaying.openRecording())
    let report = await Replay(recording, front.app, threadTimeout: .seconds(600)).report()
    expectEqual(report.summary, "All 5 states are equal.")
  }

  // MARK: The outbox

  @Test(arguments: [false, true])
  func `what waits in the outbox is sent at the start, or as soon as the client is there`(asksClient: Bool) async throws
  {
    let folder = TemporaryFolder()
    let shop = OrderShop()
    let front = shop.front
    var options = SessionOptions(operations: front.app.operations, hasClient: true)
    options.state = folder.path + "/state"
    options.backend.asksClient = asksClient
    options.backend.fallback = asksClient ? .mock : nil
    let first = try FrontSession(front, options)
    let environment = first.app(asking: shop).environment
    for await result in environment.outbox(.order).add({ Order(name: "tea", key: $0) }).values { _ = try result.get() }
    environment.storage.close()
    shop.open()
    let second = try FrontSession(front, options)
    second.start()
    if asksClient { _ = second.app(asking: shop) }
    var orders = shop.orders.makeAsyncIterator()
    #expect(await orders.next() == (asksClient ? "client: order" : "memory: tea"))
    second.end()
  }

  // MARK: Stored values

  @Test func `keeps values in the folder, which one session uses at a time`() async throws {
    let folder = TemporaryFolder()
    var options = SessionOptions()
    options.state = folder.path + "/above/state"
    let session = try FrontSession(front, options)
    #expect(throws: OptionError("--state: Another process uses the folder \(folder.path)/above/state.")) {
      try FrontSession(front, options)
    }
    session.app.environment.storage.set("Ada", for: .name) { _ in }
    session.end()
    #expect(folder.text("above/state/name.json")?.contains("Ada") == true)
  }

  @Test func `refuses a folder that it cannot use`() throws {
    let folder = TemporaryFolder()
    folder.write("file", "text")
    for (path, reason) in [("file", "Not a directory"), ("file/state", "Not a directory")] {
      var options = SessionOptions()
      options.state = folder.path + "/" + path
      options.recording = folder.path + "/session.jsonl"
      #expect(throws: OptionError("--state: The folder \(folder.path)/\(path) cannot be used: \(reason).")) {
        try FrontSession(front, options)
      }
    }
    expectEqual(folder.files, ["file"])
  }

  @Test func `reports a damaged value once`() throws {
    let folder = TemporaryFolder()
    folder.write("name.json", "damage")
    var options = SessionOptions()
    options.state = folder.path
    for count in [1, 0] {
      let reports = Reports()
      _ = try FrontSession(front, options) { reports.add($0) }
      let message = "--state: The stored value \"name\" was damaged. Its file is kept as name.json.damaged-1."
      expectEqual(reports.all, Array(repeating: message, count: count))
    }
  }

  @Test func `replays a session with stored values without their folder`() async throws {
    let folder = TemporaryFolder()
    var options = SessionOptions(operations: front.app.operations)
    options.recording = folder.path + "/session.jsonl"
    options.state = folder.path + "/state"
    _ = try await texts(options, names: ["Ada"])
    try FileManager.default.removeItem(atPath: folder.path + "/state")
    var replaying = SessionOptions()
    replaying.replay = options.recording
    let recording = try #require(try replaying.openRecording())
    #expect(recording.configuration.hasStorage)
    let report = await Replay(recording, front.app, threadTimeout: .seconds(600)).report()
    expectEqual(report.exitCode, 0)
    expectEqual(folder.files, ["session.jsonl"])
  }

  @Test func `gives the storage to the mock, and to the credentials of the server`() throws {
    let folder = TemporaryFolder()
    let front = Front(
      "greeter", version: "1.0",
      app: AppDefinition(
        screens: [AnyScreen(.greeting)],
        mock: { context in
          context.storage.set("Ada", for: .name) { _ in }
          return Backend.handlers([])
        },
        server: { server in
          server.credentials?.setToken(BearerToken("xyzzy")) { _ in }
          return Backend.handlers([])
        }))
    for (name, url) in [("mock", nil), ("server", URL(string: "http://127.0.0.1:8080"))] {
      var options = SessionOptions()
      options.backend.url = url
      options.state = "\(folder.path)/\(name)"
      let session = try FrontSession(front, options)
      _ = session.app
      session.end()
    }
    #expect(folder.text("mock/name.json")?.contains("Ada") == true)
    #expect(folder.text("server/access-tokens.json")?.contains("xyzzy") == true)
  }

  @Test func `refuses a server where the app has none`() throws {
    var options = SessionOptions()
    options.backend.url = URL(string: "http://127.0.0.1:8080")
    #expect(throws: OptionError("--backend takes \"mock\": this app has no server.")) {
      try FrontSession(front, options)
    }
  }

  @Test func `refuses a file that it cannot record to`() throws {
    var options = SessionOptions()
    options.recording = "/nowhere/session.jsonl"
    let error = #expect(throws: OptionError.self) { try FrontSession(front, options) }
    #expect(error?.message.hasPrefix("--record: ") == true)
  }
}
