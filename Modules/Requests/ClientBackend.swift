import Descriptions
import JSON
import Locking
public import Streams
import StreamsExtras

extension Backend {
  /// A backend whose answers and feeds come from outside of the core, as JSON: from the program that drives it, such as an app with a
  /// network stack of its own, or a test.
  ///
  /// The ``ServiceChannel`` says which operations it answers. A request for another one goes to the backend behind, and
  /// without one fails with ``ServiceError/noSuchOperation(_:)``.
  ///
  /// An answer that does not fit its operation is ``ServiceError/decoding``. The text of an error is made safe for a terminal,
  /// and left out if it repeats a secret of the input. The first reply to a request counts, and every
  /// later one is ignored, as is one that comes after the request was cancelled. A channel that never replies is cut off by a
  /// ``TimeLimit``, which the backend behind does not have:
  ///
  /// ```swift
  /// func backend(asking channel: any ServiceChannel, otherwise base: Backend) -> Backend {
  ///   .client(channel, limit: TimeLimit(.seconds(30)), otherwise: base)
  /// }
  /// ```
  ///
  /// Its address is the client, and the backend behind it: the client says which of the two answers an operation.
  ///
  /// - Parameters:
  ///   - channel: answers the operations that it names.
  ///   - limit: how long the channel may take.
  ///   - base: answers all other requests.
  public static func client(
    _ channel: any ServiceChannel, limit: TimeLimit? = nil, otherwise base: Backend? = nil
  ) -> Backend {
    let requests = ClientRequests(channel: channel, limit: limit)
    return Backend(
      address: "client \(base?.address ?? "")", credentials: base?.credentials ?? [],
      changes: base?.changes ?? ServiceChanges(), services: [],
      offers: { channel.answers($0) || base?.offersFeed($0) == true },
      perform: { request in
        Deferred {
          channel.answers(request.name)
            ? requests.perform(request) : base?.perform(request) ?? .failing(request.unknown)
        }
        .eraseToAnyPublisher()
      })
  }
}

/// Sends requests into a channel.
private struct ClientRequests: Sendable {
  let channel: any ServiceChannel
  let limit: TimeLimit?

  func perform(_ request: ServiceRequest) -> ServiceUpdates {
    switch request.definition {
    case .operation(let operation) where request.kind == .answer: answer(request, operation)
    case .operation(let operation): transfer(request, operation)
    case .feed(let feed): follow(request, feed)
    }
  }

  private func answer(_ request: ServiceRequest, _ operation: AnyServiceOperation) -> ServiceUpdates {
    .create { subscriber in
      let isAnswered = LockedValue(false)
      let deadline = limit?.begin { subscriber.send(completion: .failure(.timeout)) }
      let work = channel.send(ServiceCall(request)) { reply in
        let isFirst = isAnswered.withLock { isAnswered in
          defer { isAnswered = true }
          return !isAnswered
        }
        guard isFirst else { return }
        switch reply.result(of: operation, request.input) {
        case .success(let answer):
          subscriber.send(answer)
          subscriber.send(completion: .finished)
        case .failure(let error): subscriber.send(completion: .failure(error))
        }
      }
      return AnyCancellable {
        deadline?.cancel()
        work.cancel()
      }
    }
  }

  private func transfer(_ request: ServiceRequest, _ operation: AnyServiceOperation) -> ServiceUpdates {
    let report = LockedValue<(@Sendable (TransferProgress) -> Void)?>(nil)
    let counter = ClientProgress { progress in report.withLock { $0 }?(progress) }
    let updates = TransferPublisher { [channel] sink in
      report.withLock { $0 = { sink.send(.progress($0)) } }
      let work = channel.transfer(ServiceCall(request), progress: counter.count) { reply in
        switch reply.result(of: operation, request.input) {
        case .success(let answer):
          sink.send(answer)
          sink.send(completion: .finished)
        case .failure(let error): sink.send(completion: .failure(error))
        }
      }
      return AnyCancellable { work.cancel() }
    }
    .eraseToAnyPublisher()
    return limit?.limiting(updates, counter.meter) ?? updates
  }

  private func follow(_ request: ServiceRequest, _ feed: AnyServiceFeed) -> ServiceUpdates {
    let credit = ClientCredit(feed.window)
    let events = feed.publisher { [channel] source in
      source.send(.connecting)
      source.onHandled { credit.handle($0) }
      let following = channel.follow(ServiceCall(request), credit: credit.initial) { event in
        event.send(to: source, feed, request.input)
      }
      credit.start(following)
      return following
    }
    .map(ServiceUpdate.init).eraseToAnyPublisher()
    return limit?.intercept(request) { _ in events } ?? events
  }
}

extension Result<ServiceReply, ServiceError> {
  /// What a channel has answered a request with.
  fileprivate func result(
    of operation: AnyServiceOperation, _ input: any Sendable
  ) -> Result<ServiceUpdate, ServiceError> {
    flatMap { $0.value(of: operation) }.map { .answer($0) }
      .mapError { $0.made(for: operation.name, operation.input, input) }
  }
}

/// Counts what a channel tells of the files of a request.
private final class ClientProgress: Sendable {
  let meter: TransferMeter
  private let last = LockedValue<TransferProgress?>(nil)

  init(_ report: @escaping @Sendable (TransferProgress) -> Void) { meter = TransferMeter(report: report) }

  func count(_ progress: TransferProgress) {
    let last = last.withLock { last in
      defer { last = progress }
      return last
    }
    var count = progress.count
    if let last, last.direction == progress.direction {
      count -= last.count
    } else if progress.direction == .sent {
      meter.beginSending(progress.total ?? 0)
    } else {
      meter.beginReceiving(progress.total)
    }
    if count > 0 { meter.add(count) }
  }
}

/// How many elements a client may send: as many as fit into the window, and as many again as wait no longer, because the app has
/// handled them or the feed has dropped them.
private final class ClientCredit: Sendable {
  private struct State {
    var following: (any ServiceFollowing)?
    /// How many elements wait no longer.
    var handled = 0
    /// For how many of them credit was given.
    var granted = 0
  }

  /// How many elements the client may send at first.
  let initial: Int
  private let state = LockedValue(State())

  init(_ window: FeedWindow) { initial = window.keepsNewest ? FeedWindow().elements : window.elements }

  func start(_ following: any ServiceFollowing) { grant { $0.following = following } }

  func handle(_ count: Int) { grant { $0.handled = max($0.handled, count) } }

  /// Gives the client what was handled, once it is half of what it may send.
  private func grant(_ change: (inout State) -> Void) {
    let (following, count) = state.withLock { state -> ((any ServiceFollowing)?, Int) in
      change(&state)
      let count = state.handled - state.granted
      guard let following = state.following, count >= max(1, initial / 2) else { return (nil, 0) }
      state.granted = state.handled
      return (following, count)
    }
    following?.grant(count)
  }
}

/// Carries the requests of a ``Backend/client(_:limit:otherwise:)`` to a program that answers them.
///
/// A channel to handlers in the process needs a few lines:
///
/// ```swift
/// struct Balances: ServiceChannel {
///   func answers(_ operation: String) -> Bool { operation == "balance" }
///
///   func send(
///     _ call: ServiceCall, reply: @escaping @Sendable (Result<ServiceReply, ServiceError>) -> Void
///   ) -> any Cancellable {
///     reply(.success(ServiceReply(json: Array("1250".utf8))))
///     return AnyCancellable {}
///   }
/// }
/// ```
public protocol ServiceChannel: Sendable {
  /// Whether the operation with a name is answered here. It is asked at each request, from any thread.
  func answers(_ operation: String) -> Bool

  /// Passes a request on, from any thread, without waiting for the answer.
  ///
  /// - Parameters:
  ///   - call: what is asked.
  ///   - reply: takes the reply, on any thread, also before this method returns. Only the first one counts.
  /// - Returns: what cancels the request. It may be called after the reply too.
  func send(
    _ call: ServiceCall, reply: @escaping @Sendable (Result<ServiceReply, ServiceError>) -> Void
  ) -> any Cancellable

  /// Passes a request on as ``send(_:reply:)`` does, and tells how far its files are. By default nothing is told of that.
  ///
  /// - Parameters:
  ///   - call: what is asked.
  ///   - progress: takes how many bytes were sent or received, in order.
  ///   - reply: takes the reply.
  /// - Returns: what cancels the request.
  func transfer(
    _ call: ServiceCall, progress: @escaping @Sendable (TransferProgress) -> Void,
    reply: @escaping @Sendable (Result<ServiceReply, ServiceError>) -> Void
  ) -> any Cancellable

  /// Passes on that a feed is followed, from any thread, without waiting for its first element. By default it fails with
  /// ``ServiceError/noSuchFeed(_:)``.
  ///
  /// - Parameters:
  ///   - call: what is followed.
  ///   - credit: how many elements may be sent before more credit is granted.
  ///   - receive: takes the events, one after the other, on any thread, also before this method returns. What comes after an
  ///     end is ignored.
  /// - Returns: what takes more credit, and cancels. It may be cancelled after the end too.
  func follow(
    _ call: ServiceCall, credit: Int, receive: @escaping @Sendable (ServiceEvent) -> Void
  ) -> any ServiceFollowing
}

extension ServiceChannel {
  public func transfer(
    _ call: ServiceCall, progress: @escaping @Sendable (TransferProgress) -> Void,
    reply: @escaping @Sendable (Result<ServiceReply, ServiceError>) -> Void
  ) -> any Cancellable {
    send(call, reply: reply)
  }

  public func follow(
    _ call: ServiceCall, credit: Int, receive: @escaping @Sendable (ServiceEvent) -> Void
  ) -> any ServiceFollowing {
    receive(.failure(.noSuchFeed(call.operation)))
    return EndedFollowing()
  }
}

private struct EndedFollowing: ServiceFollowing {
  func grant(_ count: Int) {}
  func cancel() {}
}

/// A feed that a ``ServiceChannel`` follows.
public protocol ServiceFollowing: Cancellable, Sendable {
  /// Lets the other side send more elements.
  ///
  /// - Parameter count: how many more.
  func grant(_ count: Int)
}

/// What a ``ServiceChannel`` tells in a feed.
public enum ServiceEvent: Sendable {
  /// An element, as it came in. Bytes that are no JSON are an element that cannot be read.
  case element([UInt8])
  /// How the feed is from here on.
  case condition(FeedCondition)
  /// The feed ends with a failure.
  case failure(ServiceError)
  /// The feed ends in order.
  case end

  /// Tells it in the feed of a backend.
  fileprivate func send(to source: FeedSource<any Sendable>, _ feed: AnyServiceFeed, _ input: any Sendable) {
    switch self {
    case .element(let json):
      if let text = try? JSONText(scanning: json), let element = feed.element.read(text) {
        // NB: a client is bounded by its credit. Bytes that count would be an overrun of one that keeps to it.
        source.send(element, size: 0)
      } else {
        source.sendUnreadable()
      }
    case .condition(.interrupted(let reason, let nextTry)):
      source.send(.interrupted(reason.made(for: feed.name, feed.input, input), nextTry: nextTry))
    case .condition(let condition): source.send(condition)
    case .failure(let error): source.send(completion: .failure(error.made(for: feed.name, feed.input, input)))
    case .end: source.send(completion: .finished)
    }
  }
}

/// A request to a service as JSON, for a ``ServiceChannel``.
public struct ServiceCall: Sendable {
  /// The name of the operation or the feed.
  public let operation: String
  /// The input, with its secrets: for what answers the request alone. `nil` for an operation without an
  /// input.
  ///
  /// A file in it has an `attachment`: the number of the file in ``files``.
  public var input: [UInt8]? { write(0).json }
  /// The files of the input, in the order of their numbers.
  public var files: [FileReference] { write(0).files }

  private let write: @Sendable (_ first: Int) -> (json: [UInt8]?, files: [FileReference])

  /// The input, and its files.
  ///
  /// - Parameter first: the number of the first file.
  package func writeInput(from first: Int) -> (json: [UInt8]?, files: [FileReference]) { write(first) }

  /// The call of a request.
  public init(_ request: ServiceRequest) {
    operation = request.name
    write = { first in
      guard !(request.input is Void) else { return (nil, []) }
      let (json, files) = FileAttachments.collecting(from: first) {
        request.inputCodec.json(request.input, includingSecrets: true)
      }
      return (json, files)
    }
  }
}

extension ServiceCall: CustomStringConvertible, CustomReflectable {
  /// The name of the operation alone: the input may have secrets.
  public var description: String { operation }
  public var customMirror: Mirror { Mirror(self, children: ["operation": operation]) }
}

/// What a ``ServiceChannel`` was answered with: the JSON of an answer, or a success without one.
public struct ServiceReply: Sendable {
  /// The answer, as it came in; `nil` for a success without an answer.
  public let json: [UInt8]?
  /// The files of the answer, by their `attachment` in it.
  public let files: [String: FileReference]

  /// A reply.
  ///
  /// - Parameters:
  ///   - json: the answer; `nil` if there is only a success. Bytes that are no JSON are an answer that does not fit.
  ///   - files: the files of the answer, by the `attachment` in the JSON of each. One that is missing makes it an answer that does not
  ///     fit.
  public init(json: [UInt8]? = nil, files: [String: FileReference] = [:]) {
    self.json = json
    self.files = files
  }

  /// The answer to an operation; ``ServiceError/decoding`` if the reply does not fit.
  fileprivate func value(of operation: AnyServiceOperation) -> Result<any Sendable, ServiceError> {
    if operation.hasNoAnswer { return .success(()) }
    guard let json, let text = try? JSONText(scanning: json) else { return .failure(.decoding) }
    let answer = FileAttachments.attaching(files, isStrict: true) { operation.answer.read(text) }
    return answer.map { .success($0) } ?? .failure(.decoding)
  }

  /// Whether the reply fits an operation.
  func fits(_ operation: AnyServiceOperation) -> Bool {
    if case .success = value(of: operation) { true } else { false }
  }
}

extension ServiceError {
  /// The error of a program outside, without what no user should read.
  fileprivate func made(for name: String, _ codec: Codec<any Sendable>, _ input: any Sendable) -> ServiceError {
    switch code {
    case .problem:
      let status = number ?? 0
      let isSafe = !codec.secrets(in: input).contains { isRepeated($0, in: detail ?? "") }
      guard isSafe, let text = BackendText(detail ?? "").message else {
        return .status(status).retrying(after: retryAfter)
      }
      return .problem(status: status, detail: text).retrying(after: retryAfter)
    case .noSuchOperation: return .noSuchOperation(name)
    case .noSuchFeed: return .noSuchFeed(name)
    case .oversized: return .oversized(name, number: number ?? 0, id: part ?? "")
    default: return self
    }
  }
}
