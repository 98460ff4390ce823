public import Dispatch
public import Foundation
public import Streams
public import StreamsExtras

/// A backend that is a server: it answers each operation by a request on the operation's route, and follows each feed on the
/// feed's route.
///
/// ```swift
/// let backend = HTTPBackend(url, routes: [
///   HTTPRoute(.weather, "/cities/{name}/weather"),
///   HTTPRoute(.warnings, "/cities/{name}/warnings"),
/// ])
/// ```
///
/// A request starts at a subscription and ends with it: cancelling stops the transfer. No caller waits for the network, and
/// a slow or hostile server delays no other request. A `GET` follows redirections within its origin; any other redirection
/// is a failure. A body longer than `maximumBody` is not read. Nothing is cached or stored. An answer that does not fit its
/// request is `ServiceError.decoding`. A server may write a decimal number as a JSON number, and a date as
/// `2026-11-21 15:04:05 +0100` (`JSONText.Notation.loose`).
///
/// A request that changes nothing, or has an ``IdempotencyKey``, may use a connection again, and is sent a second time if that
/// turns out to be broken. Any other request is sent once, on a connection of its own.
///
/// On Linux, transfers are made by the system's `libcurl.so.4`, which is opened when the first request is sent, and go through
/// the proxy that `http_proxy`, `https_proxy` and `no_proxy` name, except to this machine.
public struct HTTPBackend: Backend {
  /// The longest body that is read, in bytes.
  public static let maximumBody = 1 << 20

  public let changes: ServiceChanges

  private let server: HTTPServer
  private let routes: [String: HTTPRoute]
  private let base: (any Backend)?
  private let limit: TimeLimit
  var transport = HTTPTransport()
  /// What the connections of a feed need, for each subscriber.
  private let feeds: @Sendable () -> FeedSettings

  /// The backend of a server.
  ///
  /// - Parameters:
  ///   - server: the server.
  ///   - routes: the routes, one for each operation and feed. Two of one name stop the program.
  ///   - scheduler: measures the time limit, and the times of feeds. Answers come on any thread.
  ///   - base: answers the operations and follows the feeds without a route.
  public init(
    _ server: HTTPServer, routes: [HTTPRoute],
    scheduler: AnySchedulerOf<DispatchQueue> = .global(),
    otherwise base: (any Backend)? = nil
  ) {
    self.server = server
    self.routes = Dictionary(routes.map { ($0.name, $0) }) { first, _ in
      preconditionFailure("Two routes are for operations with the name \"\(first.name)\".")
    }
    self.base = base
    limit = TimeLimit(server.timeout, scheduler: scheduler)
    let transfers = transport.transfers
    feeds = {
      let queue = DispatchQueue(label: "tributary.http.feed")
      return FeedSettings(
        server: server, transfers: transfers, scheduler: scheduler, run: { queue.async(execute: $0) },
        random: { Double.random(in: 0..<1) })
    }
    changes = base?.changes ?? ServiceChanges()
  }

  public var credentials: [ServerCredentials] { [server.credentials].compactMap(\.self) + (base?.credentials ?? []) }

  /// The origin of the server, the path where the routes begin, and the user name in the URL if it has one. A password in the
  /// URL is not part of it.
  public var address: String {
    let path = server.url.path(percentEncoded: true)
    let user = server.url.user(percentEncoded: true) ?? ""
    return (user.isEmpty ? "" : "\(user) at ") + server.url.origin
      + (path.hasSuffix("/") ? String(path.dropLast()) : path)
  }

  /// The backend at a URL.
  ///
  /// - Parameters:
  ///   - url: where the routes' paths begin.
  ///   - routes: the routes, one for each operation and feed. Two of one name stop the program.
  ///   - timeout: how long a request may take in all.
  ///   - scheduler: measures the time limit, and the times of feeds. Answers come on any thread.
  ///   - base: answers the operations and follows the feeds without a route.
  public init(
    _ url: URL, routes: [HTTPRoute], timeout: Duration = .seconds(30),
    scheduler: AnySchedulerOf<DispatchQueue> = .global(),
    otherwise base: (any Backend)? = nil
  ) {
    self.init(HTTPServer(url, timeout: timeout), routes: routes, scheduler: scheduler, otherwise: base)
  }

  public func answer<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ input: Input
  ) -> AnyPublisher<Answer, ServiceError> {
    guard let entry = routes[operation.name] else {
      return base?.answer(operation, input) ?? Fail(error: .noSuchOperation(operation.name)).eraseToAnyPublisher()
    }
    guard let route = entry.typed as? TypedRoute<Input, Answer> else {
      preconditionFailure("Two operations of different types have the name \"\(operation.name)\".")
    }
    if route.hasFiles { return transfer(operation, input).compactMap(\.answer).eraseToAnyPublisher() }
    return answer(operation, route, input, nil)
  }

  public func transfer<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ input: Input
  ) -> AnyPublisher<TransferUpdate<Answer>, ServiceError> {
    guard let route = routes[operation.name] else {
      return base?.transfer(operation, input) ?? Fail(error: .noSuchOperation(operation.name)).eraseToAnyPublisher()
    }
    guard let route = route.typed as? TypedRoute<Input, Answer> else {
      preconditionFailure("Two operations of different types have the name \"\(operation.name)\".")
    }
    return TransferPublisher { [self] sink in
      answer(operation, route, input, TransferMeter { sink.send(.progress($0)) })
        .sink(receiveCompletion: { sink.send(completion: $0) }, receiveValue: { sink.send(.answer($0)) })
    }
    .eraseToAnyPublisher()
  }

  /// Sends a request.
  ///
  /// - Parameter meter: counts what is sent and received; the time limit is for silence then. `nil` for a request without files.
  private func answer<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ route: TypedRoute<Input, Answer>, _ input: Input,
    _ meter: TransferMeter?
  ) -> AnyPublisher<Answer, ServiceError> {
    let answer =
      if let credentials = server.credentials, credentials.origin == server.url.origin {
        credentials.holding(operation.waitsForRenewal, isKeyed: operation.isKeyed) { [self] in
          send(route, input, $0, meter)
        }
      } else {
        send(route, input, nil, meter)
      }
    return answer.mapError { $0.lost(in: operation) }.eraseToAnyPublisher()
  }

  /// Sends a request once. The time that it waits for a renewal of the session does not count for its limit.
  private func send<Input, Answer>(
    _ route: TypedRoute<Input, Answer>, _ input: Input, _ attempt: ServerCredentials.Attempt?,
    _ meter: TransferMeter?
  ) -> AnyPublisher<Answer, ServiceError> {
    // NB: what is sent may contain a secret, so it is written when it is sent.
    let reply = Deferred { [transport, server, routes] () -> AnyPublisher<TransferReply, ServiceError> in
      guard let call = route.call(input) else { return Fail(error: route.unaddressable(input)).eraseToAnyPublisher() }
      guard let url = call.url(below: server.url) else {
        return Fail(error: .transport(code: NSURLErrorBadURL)).eraseToAnyPublisher()
      }
      guard !route.isDownload || server.downloads != nil else {
        return Fail(error: .file("The app has no folder for files.")).eraseToAnyPublisher()
      }
      var request = call.request(to: url, of: server, token: attempt?.token)
      request.meter = meter
      if route.isDownload, var folder = server.downloads {
        if server.hasDownloadsOfAccounts { folder = folder.folder(of: attempt?.account) }
        request.download = TransferDownload(folder: folder, limit: server.maximumDownload)
        request.mayLeadElsewhere = routes[route.operation.name]?.mayLeadElsewhere == true
        request.accept("*/*")
      }
      return transport.reply(to: request)
    }
    return limit.limiting(reply.eraseToAnyPublisher(), meter)
      .flatMap { [server] reply in
        Result { () throws(ServiceError) in
          let secrets = (attempt?.session?.secrets ?? []) + (server.credentials?.secrets ?? [])
          return try route.answer(input, reply, hiding: secrets)
        }.publisher
      }
      .eraseToAnyPublisher()
  }

  public func follow<Input, Element>(
    _ feed: ServiceFeed<Input, Element>, _ input: Input
  ) -> AnyPublisher<FeedEvent<Element>, ServiceError> {
    guard let route = routes[feed.name] else {
      return base?.follow(feed, input) ?? Fail(error: .noSuchFeed(feed.name)).eraseToAnyPublisher()
    }
    guard let route = route.typed as? TypedFeedRoute<Input, Element> else {
      preconditionFailure("Two feeds of different types have the name \"\(feed.name)\".")
    }
    return feed.publisher { [feeds] source in FeedConnection(route, input, source, feeds()).start() }
  }

  /// Whether there is a route for the feed. A server without it refuses it with status 404.
  public func offers<Input, Element>(_ feed: ServiceFeed<Input, Element>) -> Bool {
    routes[feed.name] != nil || base?.offers(feed) == true
  }
}
