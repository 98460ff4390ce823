public import Dispatch
public import Foundation
public import Streams
public import StreamsExtras

extension Backend {
  /// A backend that is a server: it answers each operation by a request on the operation's route, and follows each feed on the
  /// feed's route.
  ///
  /// ```swift
  /// let backend = Backend.http(url, routes: [
  ///   HTTPRoute(.weather, "/cities/{name}/weather"),
  ///   HTTPRoute(.warnings, "/cities/{name}/warnings"),
  /// ])
  /// ```
  ///
  /// A request starts at a subscription and ends with it: cancelling stops the transfer. No caller waits for the network, and
  /// a slow or hostile server delays no other request. A `GET` follows redirections within its origin; any other redirection
  /// is a failure. A body longer than `ServerConnection.maximumBody` is not read. Nothing is cached or stored. An answer that does not fit its
  /// request is `ServiceError.decoding`. A server may write a decimal number as a JSON number, and a date as
  /// `2026-11-21 15:04:05 +0100` (`JSONText.Notation.loose`).
  ///
  /// A request that changes nothing, or has an `IdempotencyKey`, may use a connection again, and is sent a second time if that
  /// turns out to be broken. Any other request is sent once, on a connection of its own.
  ///
  /// On Linux, transfers are made by the system's `libcurl.so.4`, which is opened when the first request is sent, and go through
  /// the proxy that `http_proxy`, `https_proxy` and `no_proxy` name, except to this machine.
  ///
  /// It offers the feeds that have a route. A server without one refuses it with status 404.
  ///
  /// - Parameters:
  ///   - server: the server.
  ///   - routes: the routes, one for each operation and feed. Two of one name stop the program.
  ///   - scheduler: measures the time limit, and the times of feeds. Answers come on any thread.
  ///   - base: answers the operations and follows the feeds without a route.
  public static func http(
    _ server: ServerConnection, routes: [HTTPRoute], scheduler: AnySchedulerOf<DispatchQueue> = .global(),
    otherwise base: Backend? = nil
  ) -> Backend {
    http(server, routes: routes, scheduler: scheduler, otherwise: base, HTTPTransport())
  }

  /// The backend at a URL.
  ///
  /// - Parameters:
  ///   - url: where the routes' paths begin.
  ///   - routes: the routes, one for each operation and feed. Two of one name stop the program.
  ///   - timeout: how long a request may take in all.
  ///   - scheduler: measures the time limit, and the times of feeds. Answers come on any thread.
  ///   - base: answers the operations and follows the feeds without a route.
  public static func http(
    _ url: URL, routes: [HTTPRoute], timeout: Duration = .seconds(30),
    scheduler: AnySchedulerOf<DispatchQueue> = .global(), otherwise base: Backend? = nil
  ) -> Backend {
    http(ServerConnection(url, timeout: timeout), routes: routes, scheduler: scheduler, otherwise: base)
  }

  static func http(
    _ server: ServerConnection, routes: [HTTPRoute], scheduler: AnySchedulerOf<DispatchQueue>, otherwise base: Backend?,
    _ transport: HTTPTransport
  ) -> Backend {
    let table = Dictionary(routes.map { ($0.name, $0) }) { first, _ in
      preconditionFailure("Two routes are for operations with the name \"\(first.name)\".")
    }
    let limit = TimeLimit(server.timeout, scheduler: scheduler)
    let requests = HTTPRequests(server: server, transport: transport, limit: limit, scheduler: scheduler)
    return Backend(
      address: server.address, credentials: [server.credentials].compactMap(\.self) + (base?.credentials ?? []),
      changes: base?.changes ?? ServiceChanges(), services: [],
      offers: { table[$0] != nil || base?.offersFeed($0) == true },
      perform: { request in
        switch table[request.name]?.form {
        case .operation(let route): requests.perform(request, route)
        case .feed(let route): requests.follow(request, route)
        case nil: base?.perform(request) ?? .failing(request.unknown)
        }
      })
  }
}

extension ServerConnection {
  /// The origin, the path where the routes begin, and the user name in the URL if it has one. A password in the URL is not part of it.
  fileprivate var address: String {
    let path = url.path(percentEncoded: true)
    let user = url.user(percentEncoded: true) ?? ""
    return (user.isEmpty ? "" : "\(user) at ") + url.origin + (path.hasSuffix("/") ? String(path.dropLast()) : path)
  }
}

/// Sends requests to a server. The route says how one is sent, and the request what else its operation or feed says.
private struct HTTPRequests: Sendable {
  let server: ServerConnection
  let transport: HTTPTransport
  let limit: TimeLimit
  let scheduler: AnySchedulerOf<DispatchQueue>

  func perform(_ request: ServiceRequest, _ route: OperationRoute) -> ServiceUpdates {
    guard route.hasFiles || request.kind == .transfer else { return answer(request, route, nil) }
    let updates = TransferPublisher { [self] sink in
      answer(request, route, TransferMeter { sink.send(.progress($0)) })
        .sink(receiveCompletion: { sink.send(completion: $0) }, receiveValue: { sink.send($0) })
    }
    return request.kind == .transfer
      ? updates.eraseToAnyPublisher() : updates.filter { $0.answer != nil }.eraseToAnyPublisher()
  }

  func follow(_ request: ServiceRequest, _ route: FeedRoute) -> ServiceUpdates {
    (request.feed ?? route.feed).updates { [self] source in
      let queue = DispatchQueue(label: "tributary.http.feed")
      let settings = FeedSettings(
        server: server, transfers: transport.transfers, scheduler: scheduler, run: { queue.async(execute: $0) },
        random: { Double.random(in: 0..<1) })
      return FeedConnection(route, request, source, settings).start()
    }
  }

  /// Sends a request.
  ///
  /// - Parameter meter: counts what is sent and received; the time limit is for silence then. `nil` for a request without files.
  private func answer(_ request: ServiceRequest, _ route: OperationRoute, _ meter: TransferMeter?) -> ServiceUpdates {
    guard let credentials = server.credentials, credentials.origin == server.url.origin else {
      return send(request, route, nil, meter)
    }
    return credentials.holding(request.waitsForRenewal, isKeyed: request.isKeyed) { [self] in
      send(request, route, $0, meter)
    }
  }

  /// Sends a request once. The time that it waits for a renewal of the session does not count for its limit.
  private func send(
    _ request: ServiceRequest, _ route: OperationRoute, _ attempt: ServerCredentials.Attempt?,
    _ meter: TransferMeter?
  ) -> ServiceUpdates {
    // NB: what is sent may contain a secret, so it is written when it is sent.
    let reply = Deferred { [transport, server] () -> AnyPublisher<TransferReply, ServiceError> in
      guard let call = route.call(request.input) else {
        return Fail(error: route.unaddressable(request.input)).eraseToAnyPublisher()
      }
      guard let url = call.url(below: server.url) else {
        return Fail(error: .transport(code: NSURLErrorBadURL)).eraseToAnyPublisher()
      }
      guard !route.isDownload || server.downloads != nil else {
        return Fail(error: .file("The app has no folder for files.")).eraseToAnyPublisher()
      }
      var sent = call.request(to: url, of: server, token: attempt?.token)
      sent.meter = meter
      if route.isDownload, var folder = server.downloads {
        if server.hasDownloadsOfAccounts { folder = folder.folder(of: attempt?.account) }
        sent.download = TransferDownload(folder: folder, limit: server.maximumDownload)
        sent.mayLeadElsewhere = route.mayLeadElsewhere
        sent.accept("*/*")
      }
      return transport.reply(to: sent)
    }
    return limit.limiting(reply.eraseToAnyPublisher(), meter)
      .flatMap { [server] reply in
        Result { () throws(ServiceError) -> ServiceUpdate in
          let secrets = (attempt?.session?.secrets ?? []) + (server.credentials?.secrets ?? [])
          return .answer(try route.answer(request, reply, hiding: secrets))
        }.publisher
      }
      .eraseToAnyPublisher()
  }
}
