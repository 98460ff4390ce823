import Foundation
import FrontOptions
import Recording
import Requests
import Screens
import Streams
import Testing

extension ServiceOperation<String, String> {
  fileprivate static var greeting: Self { Self("greeting") }
}

private struct GreetingState: ScreenState {
  var text = ""
  var isBusy = false
  static let fields: Fields<GreetingState> = [Field(\.text, "The answer."), Field(\.isBusy, "Whether it loads.")]
}

private enum GreetingEvent: ScreenEvent {
  case nameChanged(String)
  static let cases: [EventCase<GreetingEvent>] = [EventCase(nameChanged, "text", "The user entered a name.")]
}

private final class GreetingViewModel: ViewModel {
  let eventSubject = PassthroughSubject<GreetingEvent, Never>()
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
  fileprivate static var greeting: Self { Screen("greeting", "Greets.") { GreetingViewModel($1) } }
}

@MainActor @Suite struct FrontSessionTests {
  private let front = Front(
    "greeter", version: "1.0",
    app: AppDefinition(
      screens: [AnyScreen(.greeting)],
      mock: { _ in ServiceHandlers([ServiceHandler(.greeting) { name in "Hello \(name)" }]) }))

  private func texts(_ options: SessionOptions, names: [String]) async throws -> [String] {
    let session = try FrontSession(front, options)
    let greeting = session.app.open(.greeting)
    var texts: [String] = []
    for name in names {
      session.turn { greeting.model.eventSubject.send(.nameChanged(name)) }
      for await _ in session.app.idle.values { break }
      texts.append(greeting.state.text)
    }
    session.end()
    return texts
  }

  @Test func `has the app's mock`() async throws {
    #expect(try await texts(SessionOptions(operations: front.app.operations), names: ["Ada"]) == ["Hello Ada"])
    #expect(front.app.operations == ["greeting"])
  }

  @Test func `fails an operation of the app by its name`() async throws {
    var options = SessionOptions(operations: front.app.operations)
    options.backend.failures = ["greeting:2"]
    #expect(
      try await texts(options, names: ["Ada", "Bea", "Cem"]) == ["Hello Ada", "Something went wrong!", "Hello Cem"])
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
    #expect(recording.configuration.front == "greeter 1.0")
    let report = await Replay(recording, front.app, threadTimeout: .seconds(600)).report()
    #expect(report.summary == "All 5 states are equal.")
    #expect(report.exitCode == 0)
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
