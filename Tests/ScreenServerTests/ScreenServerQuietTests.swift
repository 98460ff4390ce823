import ExpectSupport
import ScreenServer
import Testing

@testable import ServerSupport

/// A `sync` waits for what the user waits for, and for nothing else.
@MainActor @Suite struct ScreenServerQuietTests {
  private func send(_ id: Int, _ text: String) -> String {
    request(
      id, "screen/send", #"{"instance":"lookup-1","event":{"type":"textChanged","text":"\#(text)"}}"#)
  }

  @Test func `answers a sync when a debounce has run, and shows no wait`() throws {
    let stage = ServerStage(screens: [AnyScreen(.lookup)])
    stage.say(open(1, "lookup"))
    expectEqual(
      stage.say(send(2, "Em"), request(3, "sync")),
      [
        update("lookup-1", 2, #"{"isBusy":false,"result":null,"text":"Em"}"#), result(2, #"{"rev":2}"#),
      ])
    expectEqual(stage.wait(499), [])
    expectEqual(
      stage.wait(1),
      [
        update("lookup-1", 3, #"{"isBusy":false,"result":"Emma","text":"Em"}"#), result(3, "{}"),
      ])
  }

  @Test func `answers a sync at once while something polls`() {
    let stage = ServerStage(screens: [AnyScreen(.lookup)])
    stage.say(open(1, "lookup"))
    expectEqual(stage.say(request(2, "sync")), [result(2, "{}")])
  }

  @Test func `answers a sync when the screen that waits is closed`() {
    let stage = ServerStage(screens: [AnyScreen(.lookup)])
    stage.say(open(1, "lookup"))
    stage.say(send(2, "Em"), request(3, "sync"))
    expectEqual(stage.say(request(4, "screen/close", #"{"instance":"lookup-1"}"#)), [result(4, "{}")])
    expectEqual(stage.wait(), [result(3, "{}")])
  }

  @Test func `waits for the debounce of the registration`() throws {
    let stage = ServerStage()
    stage.say(open(1, "registration"))
    // No name is asked about an empty field, and still the pause is one that the user waits for.
    stage.say(
      request(
        2, "screen/send", #"{"instance":"registration-1","event":{"type":"usernameChanged","text":""}}"#),
      request(3, "sync"))
    expectEqual(stage.wait(499), [])
    expectEqual(stage.wait(1), [result(3, "{}")])
  }
}

/// Looks a text up, half a second after the last keystroke.
struct LookupState: ScreenState {
  var text = ""
  var result: String?
  var isBusy = false

  static let fields: Fields<LookupState> = [
    Field(\.text, "The text."), Field(\.result, "What was found."), Field(\.isBusy, "Run the indicator."),
  ]
}

enum LookupEvent: ScreenEvent {
  case textChanged(String)

  static let cases: [EventCase<LookupEvent>] = [EventCase(textChanged, member: "text", "The text.")]
}

final class LookupViewModel: ViewModel {
  let eventSubject = EventSubject<LookupEvent>()
  @Published private(set) var state = LookupState()
  var statePublisher: Published<LookupState>.Publisher { $state }

  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    eventSubject.sink { [weak self] event in
      guard case .textChanged(let text) = event else { return }
      self?.state.text = text
    }
    .store(in: &cancellables)
    eventSubject
      .debounce(for: .milliseconds(500), scheduler: environment.main, countedBy: environment.pendingWork)
      .sink { [weak self] _ in self?.state.result = "Emma" }
      .store(in: &cancellables)
    environment.main.schedule(after: environment.main.now.advanced(by: .seconds(60)), interval: .seconds(60)) {}
      .store(in: &cancellables)
  }
}

extension Screen<LookupViewModel> {
  static var lookup: Self { Screen("lookup", about: "Looks a text up.") { LookupViewModel($1) } }
}
