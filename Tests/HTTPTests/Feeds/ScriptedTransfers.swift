import Dispatch
import Foundation
import Locking
import RequestsSupport
import Streams
import StreamsExtras
import StreamsTesting

@testable import HTTP

/// Transfers whose replies come from the test, on its thread.
final class ScriptedTransfers: Transfers {
  /// A transfer that has started.
  final class Connection: TransferControl {
    private struct State {
      var wantsMore = true
      var resumptions = 0
      var isCancelled = false
    }

    let request: TransferRequest
    private let receiver: TransferReceiver
    private let state = LockedValue(State())

    init(_ request: TransferRequest, _ receiver: @escaping TransferReceiver) {
      self.request = request
      self.receiver = receiver
    }

    /// Whether the receiver wanted more when it last received something, or has resumed.
    var wantsMore: Bool { state.withLock { $0.wantsMore } }
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func receive(_ event: TransferEvent) {
      let wantsMore = receiver(event)
      state.withLock { $0.wantsMore = wantsMore }
    }

    func head(_ status: Int = 200, type: String = "text/event-stream", _ headers: [String: String] = [:]) {
      var headers = headers.map { HTTPHeader(name: $0.key, value: $0.value) }
      headers.append(HTTPHeader(name: "Content-Type", value: type))
      receive(.head(TransferReply(status: status, headers: headers, body: [])))
    }

    func send(_ text: String) { receive(.body(Array(text.utf8))) }

    func end(_ failure: TransferFailure? = nil) { receive(.end(failure)) }

    func header(_ name: String) -> String? { request.headers.first { $0.name == name }?.value }

    func resume() { state.withLock { $0.wantsMore = true } }
    func cancel() { state.withLock { $0.isCancelled = true } }
  }

  private let state = LockedValue<[Connection]>([])

  var connections: [Connection] { state.withLock { $0 } }

  /// The newest transfer. There has to be one.
  var last: Connection { connections.last! }

  func start(
    _ request: TransferRequest, completion: @escaping @Sendable (Result<TransferReply, TransferFailure>) -> Void
  ) -> @Sendable () -> Void {
    preconditionFailure("These transfers are for feeds.")
  }

  func stream(_ request: TransferRequest, receiver: @escaping TransferReceiver) -> any TransferControl {
    let connection = Connection(request, receiver)
    state.withLock { $0.append(connection) }
    return connection
  }
}

/// A feed on a server that the test is, in virtual time.
struct ScriptedFeed<Input: Sendable, Element: Sendable> {
  let transfers = ScriptedTransfers()
  let scheduler = TestScheduler()
  let credentials: ServerCredentials?
  private let feed: ServiceFeed<Input, Element>
  private let route: FeedRoute

  init(_ feed: ServiceFeed<Input, Element>, _ route: HTTPRoute, credentials: ServerCredentials? = nil) {
    guard case .feed(let form) = route.form else { preconditionFailure("The route is for an operation.") }
    self.feed = feed
    self.route = form
    self.credentials = credentials
  }

  func publisher(_ input: Input) -> AnyPublisher<FeedEvent<Element>, ServiceError> {
    let server = ServerConnection(URL(string: "http://example.org/api")!, credentials: credentials)
    let settings = FeedSettings(
      server: server, transfers: transfers, scheduler: .test(scheduler), run: { $0() }, random: { 1 })
    let request = ServiceRequest(feed, input)
    return Backend.publishing { [route] in
      route.feed.publisher { source in FeedConnection(route, request, source, settings).start() }
        .map(ServiceUpdate.init).eraseToAnyPublisher()
    }
    .follow(feed, input)
  }

  func recording(_ input: Input) -> RecordingSubscriber<FeedEvent<Element>, ServiceError> {
    let recording = RecordingSubscriber<FeedEvent<Element>, ServiceError>()
    publisher(input).subscribe(recording)
    return recording
  }
}
