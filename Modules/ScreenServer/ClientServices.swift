import Descriptions
import JSON
import JSONRPC
import Locking
public import Requests
import Screens
public import Streams

/// The services that the client of a server answers: requests of the app as `service/call` requests over the wire, and its feeds
/// as `service/follow` requests, which are answered when a feed ends.
///
/// The client names the operations and feeds that it answers in `initialize`. Requests for others go to the backend behind:
///
/// ```swift
/// let services = ClientServices(AppDefinition.tributary.services)
/// let server = ScreenServer(output: transport, services: services) {
///   var environment = AppEnvironment()
///   environment.backend = Backend.client(services, otherwise: Backend.handlers([])).wrapped(TimeLimit(.seconds(30)).intercept)
///   return AppCore(environment, AppDefinition(screens: AppCore.screens))
/// }
/// ```
///
/// A request fails with `ServiceError.transport(code:)` if the conversation ends before its answer, and if it is made
/// after `shutdown`. One that is cancelled, or exceeds a time limit, is cancelled at the client with `$/cancelRequest`.
public final class ClientServices: ServiceChannel {
  /// The operations that the client may answer. Other names of the client are ignored, unless there are none here: then
  /// any is accepted.
  public var operations: [ServiceDescription] {
    let known = found.withLock { $0 }
    if let known { return known }
    // NB: outside of the lock, because an app's own code runs.
    let operations = find()
    found.withLock { $0 = operations }
    return operations
  }
  /// Whether the client is asked. Otherwise the operations are only described.
  public let isAsked: Bool

  /// How many bytes a file may have that the client gives.
  public let fileLimit: Int

  private let find: @Sendable () -> [ServiceDescription]
  private let found = LockedValue<[ServiceDescription]?>(nil)
  private let named = LockedValue<Set<ExactIdentity<String>>>([])
  /// The conversation with the client.
  @MainActor weak var session: Session?
  /// The files that the client gives, and may read.
  @MainActor weak var clientFiles: ClientFiles?
  /// The requests that the client has not answered.
  @MainActor private var calls: Set<String> = []
  /// The feeds that the client was asked to follow, by the ids of the requests.
  @MainActor private var feeds: [String: Feed] = [:]

  /// Services for one client.
  ///
  /// - Parameters:
  ///   - operations: the operations of the app. They are asked for when the client wants to know them: an app has to make its mock for
  ///     that, which a start would pay for.
  ///   - isAsked: whether the client is asked, or only reads which operations there are.
  ///   - fileLimit: how many bytes a file may have that the client gives.
  public init(
    _ operations: @autoclosure @escaping @Sendable () -> [ServiceDescription], isAsked: Bool = true,
    fileLimit: Int = 1 << 30
  ) {
    find = operations
    self.isAsked = isAsked
    self.fileLimit = fileLimit
  }

  /// How many bytes the file may have that the client gives in its answer to a request.
  ///
  /// - Returns: `nil` if the client has no such request to answer.
  @MainActor func fileLimit(of request: String) -> Int? { calls.contains(request) ? fileLimit : nil }

  /// Notes which operations the client answers. Returns those that it will be asked for.
  func accept(_ names: [String]) -> [String] {
    guard isAsked, !names.isEmpty else { return [] }
    let known = Set(operations.map { ExactIdentity($0.name) })
    let accepted = Set(names.map { ExactIdentity($0) }).filter { known.isEmpty || known.contains($0) }
    named.withLock { $0 = accepted }
    return accepted.map(\.id).sorted()
  }

  /// Reports what is wrong with an answer, for a log.
  @MainActor private func report(_ answer: Result<ServiceReply, ServiceError>, to operation: String) {
    guard let session, session.reportsResponses else { return }
    switch answer {
    case .failure(let error): session.report(fault: error.code.rawValue)
    case .success(let reply):
      guard let fault = operations.first(where: { $0.name == operation })?.fault(of: reply) else { return }
      session.report(
        fault: ServiceError.decoding.code.rawValue, at: fault.pointer.map(JSONPointer("answer").appending))
    }
  }

  public func answers(_ operation: String) -> Bool { named.withLock { $0.contains(ExactIdentity(operation)) } }

  public func send(
    _ call: ServiceCall, reply: @escaping @Sendable (Result<ServiceReply, ServiceError>) -> Void
  ) -> any Cancellable {
    transfer(call, progress: { _ in }, reply: reply)
  }

  public func transfer(
    _ call: ServiceCall, progress: @escaping @Sendable (TransferProgress) -> Void,
    reply: @escaping @Sendable (Result<ServiceReply, ServiceError>) -> Void
  ) -> any Cancellable {
    let request = Request()
    // At once, so that what a screen asks for leaves with its state.
    onMain { [weak self] in
      guard let self else { return reply(.failure(.notConnected)) }
      request.send(call, of: self, progress, reply)
    }
    return AnyCancellable { onMain { [weak self] in request.cancel(of: self) } }
  }

  public func follow(
    _ call: ServiceCall, credit: Int, receive: @escaping @Sendable (ServiceEvent) -> Void
  ) -> any ServiceFollowing {
    let feed = Feed(services: self, receive: receive)
    onMain { feed.start(call, credit: credit) }
    return feed
  }

  /// Passes an event on that the client tells in a feed. One of a feed that has ended is ignored.
  @MainActor func receive(_ id: JSONText?, element: JSONText?, condition: JSONText?) {
    guard let id = id?.string, let feed = feeds[id] else { return }
    if let element {
      feed.receive(.element(Array(element.bytes)))
    } else if let condition = condition.flatMap(FeedCondition.init) {
      feed.receive(.condition(condition))
    }
  }

  /// A feed of the client. It is followed by a request that is answered when the feed ends.
  private final class Feed: ServiceFollowing {
    let receive: @Sendable (ServiceEvent) -> Void
    private weak let services: ClientServices?
    @MainActor private var sent: SentRequest?
    @MainActor private var isOver = false
    /// What was granted before the request was sent.
    @MainActor private var earlyCredit = 0

    init(services: ClientServices, receive: @escaping @Sendable (ServiceEvent) -> Void) {
      self.services = services
      self.receive = receive
    }

    @MainActor func start(_ call: ServiceCall, credit: Int) {
      guard !isOver else { return }
      guard let session = services?.session else { return end(.failure(.notConnected)) }
      let sent = session.request("service/follow", for: call.operation) { writer in
        writer.member("credit", credit + earlyCredit)
        writer.member("feed", call.operation)
        writer.member("input") { writer in
          if let input = call.input { writer.raw(input) } else { writer.null() }
        }
      } onResponse: { [self, weak session] response in
        if !response.isEnd, case .failure(let error) = response.serviceReply() {
          session?.report(fault: error.code.rawValue)
        }
        end(response.serviceReply().map { _ in ServiceEvent.end }.end(of: call.operation))
      }
      guard !isOver else { return }
      self.sent = sent
      services?.feeds[sent.id] = self
      receive(.condition(.open))
    }

    @MainActor private func end(_ event: ServiceEvent) {
      guard !isOver else { return }
      forget()
      receive(event)
    }

    @MainActor private func forget() {
      isOver = true
      if let sent { services?.feeds[sent.id] = nil }
    }

    func grant(_ count: Int) {
      onMain { [self] in
        guard !isOver else { return }
        guard let sent, let session = services?.session else {
          earlyCredit += count
          return
        }
        session.notify("service/credit") { writer in
          writer.member("credit", count)
          writer.member("id", sent.id)
        }
      }
    }

    func cancel() {
      onMain { [self] in
        guard !isOver else { return }
        forget()
        if let sent { services?.session?.cancel(sent) }
      }
    }
  }

  /// A request of the app, on its way to the client.
  private final class Request: Sendable {
    @MainActor private var sent: SentRequest?
    /// The ids of the files of its input.
    @MainActor private var files: [String] = []
    @MainActor private var isCancelled = false

    @MainActor func send(
      _ call: ServiceCall, of services: ClientServices, _ progress: @escaping (TransferProgress) -> Void,
      _ reply: @escaping (Result<ServiceReply, ServiceError>) -> Void
    ) {
      guard !isCancelled else { return }
      guard let session = services.session else { return reply(.failure(.notConnected)) }
      let first = services.clientFiles?.next ?? 0
      let (json, files) = call.writeInput(from: first)
      services.clientFiles?.offer(files, onProgress: progress)
      self.files = files.indices.map { String(first + $0) }
      let sent = session.request("service/call", for: call.operation) { writer in
        writer.member("input") { writer in
          if let json { writer.raw(json) } else { writer.null() }
        }
        writer.member("operation", call.operation)
      } onResponse: { [self, weak services] response in
        let given = self.sent.flatMap { services?.clientFiles?.files(for: $0.id) } ?? [:]
        forget(in: services)
        let answer = response.serviceReply("answer").map { ServiceReply(json: $0.json, files: given) }
        if !response.isEnd { services?.report(answer, to: call.operation) }
        reply(answer)
      }
      self.sent = sent
      guard session.awaits(sent) else { return }
      services.calls.insert(sent.id)
      services.clientFiles?.onReceived[sent.id] = progress
      if !files.isEmpty { progress(TransferProgress(.sent, 0, of: files.reduce(0) { $0 + $1.size })) }
    }

    @MainActor func cancel(of services: ClientServices?) {
      isCancelled = true
      if let sent { services?.session?.cancel(sent) }
      forget(in: services)
    }

    /// Lets go of the files of the request, and of those that the client has given for it.
    @MainActor private func forget(in services: ClientServices?) {
      for file in files { services?.clientFiles?.forget(file) }
      files = []
      guard let id = sent?.id else { return }
      services?.calls.remove(id)
      services?.clientFiles?.forgetAll(for: id)
    }
  }
}

extension RPCResponse {
  /// Whether no response has come.
  fileprivate var isEnd: Bool { if case .ended = self { true } else { false } }

  /// What the response says to a request to a service, whose result has these members.
  fileprivate func serviceReply(_ members: String...) -> Result<ServiceReply, ServiceError> {
    switch self {
    case .result(let result):
      guard result.hasOnly(members) else { return .failure(.decoding) }
      return .success(ServiceReply(json: result["answer"].map { Array($0.bytes) }))
    case .error(let code, let data):
      if let error = data.flatMap({ ServiceError($0) }) { return .failure(error) }
      switch code {
      case RPCError.Code.methodNotFound.value: return .failure(.noSuchOperation("service/call"))
      case RPCError.Code.cancelled.value: return .failure(.cancelled)
      default: return .failure(.failed)
      }
    case .invalid: return .failure(.decoding)
    case .ended: return .failure(.connectionLost)
    }
  }
}

extension JSONText {
  /// Whether the value is an object without other members than these.
  func hasOnly(_ names: [String]) -> Bool {
    kind == .object && members.allSatisfy { member in names.contains { member.name.isString($0) } }
  }
}

extension Result where Success == ServiceEvent, Failure == ServiceError {
  /// The end of the feed with a name.
  fileprivate func end(of feed: String) -> ServiceEvent {
    switch self {
    case .success(let event): event
    case .failure(let error): .failure(error.code == .noSuchOperation ? .noSuchFeed(feed) : error)
    }
  }
}

extension ServiceError {
  /// Foundation's code for a connection that was lost.
  fileprivate static let connectionLost = ServiceError.transport(code: -1005)
  /// Foundation's code for a host that cannot be reached: nothing was sent.
  fileprivate static let notConnected = ServiceError.transport(code: -1004)
}
