import ExpectSupport
import JSON
import Requests
import ScreenServer
import StreamsTesting
import Testing
import ViewModels

@testable import ServerSupport

extension ServiceFeed<Int, Int> {
  fileprivate static var depths: Self { Self("depths").windowed(elements: 4) }
}

private struct DepthState: ScreenState {
  var texts: [String] = []
  var isBusy: Bool { false }

  static let fields: Fields<DepthState> = [Field(\.texts, "What has come.")]
  static let samples = [DepthState()]
}

private enum DepthEvent: ScreenEvent {
  case followed(Int)
  case stopped

  static let cases: [EventCase<DepthEvent>] = [
    EventCase(followed, member: "pond", "Follow a pond."), EventCase(.stopped, "Stop."),
  ]
}

private final class DepthViewModel: ViewModel {
  let eventSubject = EventSubject<DepthEvent>()
  @Published private(set) var state = DepthState()
  var statePublisher: Published<DepthState>.Publisher { $state }
  private var depths: AnyCancellable?
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    eventSubject.sink { [unowned self] event in
      guard case .followed(let pond) = event else {
        depths = nil
        return
      }
      depths = environment.backend.follow(.depths, pond).sink { [unowned self] in
        state.texts.append("\($0)")
      } receiveValue: { [unowned self] event in
        state.texts.append(event.element.map { "\($0)" } ?? "\(event)")
      }
    }
    .store(in: &cancellables)
  }
}

/// Feeds of the client: it is told of the start and of a cancellation, and sends elements as it has credit.
@MainActor @Suite struct ClientFeedTests {
  private let server: ScreenServer
  private let scheduler = TestScheduler()
  private let transcript = Transcript()

  init() {
    let main = scheduler.mainQueue
    let services = ClientServices([ServiceDescription(ServiceFeed<Int, Int>.depths)])
    server = ScreenServer(output: transcript, services: services) {
      var environment = AppEnvironment(main: main)
      environment.backend = Backend.client(services)
      let screen = Screen<DepthViewModel>("depth", about: "Depths.") { DepthViewModel($1) }
      return AppCore(environment, AppDefinition(screens: [AnyScreen(screen)]))
    }
    _ = say(request(1, "initialize", #"{"capabilities":{"services":["depths"]}}"#))
    _ = say(request(2, "screen/open", #"{"screen":"depth"}"#))
  }

  private func say(_ line: String) -> [String] {
    server.receive(Array((line + "\n").utf8))
    scheduler.advance()
    return transcript.take()
  }

  private func send(_ event: String) -> [String] {
    say(request(9, "screen/send", #"{"event":\#(event),"instance":"depth-1"}"#))
  }

  private func tell(_ params: String) -> [String] {
    say(#"{"jsonrpc":"2.0","method":"service/event","params":\#(params)}"#)
  }

  private var texts: [String] {
    guard let json = server.app.instances.first?.snapshot.state.json else { return [] }
    return JSONText(scanned: json[...])["texts"]?.elements.compactMap(\.string) ?? []
  }

  private let follow =
    #"{"id":"core-1","jsonrpc":"2.0","method":"service/follow","params":{"credit":4,"feed":"depths","input":7}}"#

  @Test func `the client is told of the start, and sends elements and an end`() {
    #expect(send(#"{"pond":7,"type":"followed"}"#).contains(follow))
    _ = tell(#"{"id":"core-1","element":1}"#)
    _ = tell(#"{"id":"core-1","condition":{"kind":"interrupted","nextTry":20,"reason":{"kind":"timeout"}}}"#)
    _ = tell(#"{"id":"core-1","element":2}"#)
    _ = tell(#"{"id":"core-2","element":3}"#)
    expectEqual(say(request(5, "sync")), [result(5)], "An open feed holds back no sync.")
    _ = say(#"{"jsonrpc":"2.0","id":"core-1","result":{}}"#)
    _ = tell(#"{"id":"core-1","element":4}"#)
    expectEqual(texts.count, 6)
    expectEqual(texts.first, "condition(Requests.FeedCondition.connecting)")
    expectEqual(texts.filter { Int($0) != nil }, ["1", "2"])
    expectEqual(texts.last, "finished")
  }

  @Test func `credit comes as elements are handled`() {
    _ = send(#"{"pond":7,"type":"followed"}"#)
    var credits = 0
    for number in 1...20 {
      let frames = tell(#"{"id":"core-1","element":\#(number)}"#)
      credits += frames.count { $0.contains(#""method":"service/credit","params":{"credit":2,"id":"core-1"}"#) }
    }
    expectEqual(credits, 10)
    expectEqual(texts.suffix(1), ["20"])
  }

  @Test func `a client that sends more than it has credit for ends the feed by name`() {
    _ = send(#"{"pond":7,"type":"followed"}"#)
    let elements = (1...40).map {
      #"{"jsonrpc":"2.0","method":"service/event","params":{"id":"core-1","element":\#($0)}}"#
    }
    let frames = say("[" + elements.joined(separator: ",") + "]")
    expectEqual(texts.last, "failure(overrun(depths))")
    #expect(frames.contains(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"core-1"}}"#))
  }

  @Test func `the client is told of a cancellation`() {
    _ = send(#"{"pond":7,"type":"followed"}"#)
    let frames = send(#"{"type":"stopped"}"#)
    #expect(frames.contains(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"core-1"}}"#))
    expectEqual(tell(#"{"id":"core-1","element":1}"#), [])
  }

  @Test(arguments: [
    (
      #"{"code":1000,"message":"m","data":{"kind":"problem","code":503,"detail":"Dry."}}"#,
      "failure(problem(503, Dry.))"
    ),
    (#"{"code":-32601,"message":"m"}"#, "failure(noSuchFeed(depths))"),
  ])
  func `an error of the client ends the feed`(error: String, text: String) {
    _ = send(#"{"pond":7,"type":"followed"}"#)
    _ = say(#"{"jsonrpc":"2.0","id":"core-1","error":\#(error)}"#)
    expectEqual(texts.last, text)
  }

  @Test func `an element that cannot be read ends the feed by its number`() {
    _ = send(#"{"pond":7,"type":"followed"}"#)
    _ = tell(#"{"id":"core-1","element":1}"#)
    _ = tell(#"{"id":"core-1","element":"two"}"#)
    expectEqual(texts.last, "failure(unreadable(2, depths))")
  }

  @Test func `the end of the input fails what is followed`() {
    _ = send(#"{"pond":7,"type":"followed"}"#)
    server.session.endOfInput()
    scheduler.advance()
    expectEqual(texts.last, "failure(transport(-1005))")
  }

  @Test func `the document lists feeds, and the request that follows them`() {
    let document = ScreenServer.openRPC(screens: [], services: [ServiceDescription(ServiceFeed<Int, Int>.depths)])
    expectEqual(document["x-services"]?.elements?.first?["element"], ["type": "integer"])
    expectEqual(document["x-client-methods"]?.elements?.map { $0["name"] }, ["question/ask", "service/follow"])
    #expect(document["x-notifications"]?.elements?.compactMap { $0["name"]?.string }.contains("service/credit") == true)
  }
}
