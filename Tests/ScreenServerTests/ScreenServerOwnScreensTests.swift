import Descriptions
import ExpectSupport
import ScreenServer
import Testing

@testable import ServerSupport

/// The screens of an app with a list of its own, as another package makes one.
@MainActor @Suite struct ScreenServerOwnScreensTests {
  private let screens = [AnyScreen(.tally), AnyScreen(.counter)]
  private let stage: ServerStage

  init() {
    stage = ServerStage(screens: screens)
  }

  private func parsedResult(of line: String) throws -> JSONText {
    let frame = try #require(stage.say(line).first)
    return try #require(try JSONText(scanning: frame.utf8)["result"])
  }

  @Test func `opens a screen that the package does not list`() {
    expectEqual(stage.say(open(1, "tally")), [result(1, snapshot("tally-1", 1, #"{"count":0}"#))])
    expectEqual(
      stage.say(send(2, "tally-1", "moreButtonWasTapped")),
      [update("tally-1", 2, #"{"count":1}"#), result(2, #"{"rev":2}"#)])
  }

  @Test func `names its own screens when another is requested`() {
    expectEqual(
      stage.say(open(1, "balance")),
      [
        badParams(1, "/screen", "unknownScreen", hint: "expected one of tally, counter")
      ])
  }

  @Test func `lists its own screens alone`() throws {
    let capabilities = try #require(try parsedResult(of: request(1, "initialize"))["capabilities"])
    expectEqual(capabilities["screens"]?.elements.map(\.string), ["counter", "tally"])
    let listed = try #require(try parsedResult(of: request(2, "screen/list"))["screens"])
    expectEqual(listed.elements.map { $0["screen"]?.string }, ["tally", "counter"])
  }

  @Test func `describes its own screens alone`() throws {
    let document = try parsedResult(of: request(1, "rpc.discover"))
    expectEqual(document["x-screens"]?.elements.map { $0["name"]?.string }, ["tally", "counter"])
    let schemas = try #require(document["components"]?["schemas"])
    #expect(schemas["TallyState"] != nil && schemas["BalanceState"] == nil)
    expectEqual(schemas["ScreenName"]?["enum"]?.elements.map(\.string), ["tally", "counter"])
    let text = String(decoding: document.bytes, as: UTF8.self)
    expectEqual(
      text, String(decoding: ScreenServer.openRPC(name: "core", version: "1.0", screens: screens).json, as: UTF8.self))
  }
}

private struct TallyState: ScreenState {
  var count = 0
  var isBusy: Bool { false }

  static let fields: Fields<TallyState> = [Field(\.count, "How many taps.")]
}

private enum TallyEvent: ScreenEvent {
  case moreButtonWasTapped

  static let cases: [EventCase<TallyEvent>] = [
    EventCase(.moreButtonWasTapped, "The user asked for more.")
  ]
}

private final class TallyViewModel: ViewModel {
  let eventSubject = EventSubject<TallyEvent>()
  @Published private(set) var state = TallyState()
  var statePublisher: Published<TallyState>.Publisher { $state }

  init(_ environment: AppEnvironment) {
    eventSubject.scan(TallyState()) { state, _ in TallyState(count: state.count + 1) }.assign(to: &$state)
  }
}

extension Screen<TallyViewModel> {
  fileprivate static var tally: Self { Screen("tally", about: "Counts taps.") { TallyViewModel($1) } }
}
