import Foundation
import Locking

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A `URLSession` that runs one request at a time, on a kept connection where the server allows that.
///
/// `URLSession` on Linux has no back-pressure: while a body arrives, each chunk is put into the delegate's queue, and
/// `dataTask(with:)`, `resume()` and `cancel()` wait for the session's own queue. So its methods are called on a queue
/// that nothing else waits for, and the delegate is called on the session's queue itself, which thus reads no faster
/// than the delegate counts.
final class HTTPConnection: Sendable {
  private struct State {
    var session: URLSession?
    var task: URLSessionDataTask?
    /// The sockets of the server, once a request has named it.
    var sockets: FloodedSockets?
  }

  private let queue: DispatchQueue
  private let delegate: SessionDelegate
  private let state = LockedValue(State())

  init() {
    queue = DispatchQueue(label: "tributary.http.connection")
    delegate = SessionDelegate(queue: queue)
  }

  deinit {
    // NB: a session keeps its delegate, and itself, alive until it is invalidated.
    let session = state.withLock { $0.session }
    queue.async { session?.finishTasksAndInvalidate() }
  }

  /// Starts an exchange, unless it has ended by then. The exchange before it must have been answered.
  func start(_ exchange: Exchange, _ request: @escaping @Sendable () -> URLRequest) {
    queue.async { [self] in
      guard exchange.isRunning else { return }
      let request = request()
      let sockets = sockets(for: request)
      // NB: once more, because resolving the server's name may have taken long.
      guard exchange.isRunning else { return }
      delegate.begin(exchange, sockets)
      let task = openSession().dataTask(with: request)
      state.withLock { $0.task = task }
      watch(exchange, sockets, since: sockets.received())
      task.resume()
    }
  }

  /// The sockets of the request's server, which is the same for all requests of a connection.
  private func sockets(for request: URLRequest) -> FloodedSockets {
    if let known = state.withLock({ $0.sockets }) { return known }
    let sockets = FloodedSockets(host: request.url?.host ?? "", port: request.url?.effectivePort ?? 0)
    state.withLock { $0.sockets = sockets }
    return sockets
  }

  /// Fails an exchange if more than an answer arrives before the delegate has seen a response.
  ///
  /// Foundation on Linux keeps the body of a redirection to itself, and copies it with each chunk.
  private func watch(_ exchange: Exchange, _ sockets: FloodedSockets, since received: [Int32: UInt64]) {
    queue.asyncAfter(deadline: .now() + .milliseconds(200)) { [weak self] in
      guard let self, exchange.isRunning, !delegate.hasResponse else { return }
      // NB: the head of an answer is no longer than 64 KiB.
      let answer = UInt64(exchange.maximumBody + (64 << 10))
      let isFlooded = sockets.received().contains { descriptor, count in
        count > (received[descriptor] ?? 0) + answer
      }
      if isFlooded { exchange.fail(.tooLarge) } else { watch(exchange, sockets, since: received) }
    }
  }

  /// Forgets the request that was answered, and the secret that may be in its body.
  func reset() {
    _ = state.withLock { $0.task.take() }
  }

  /// Stops the request that runs. The connection is of no use after that.
  func cancel() {
    queue.async { [self] in
      let (session, task, sockets) = state.withLock { ($0.session, $0.task, $0.sockets) }
      let transfers = session?.transferQueue
      transfers?.suspend()
      sockets?.disconnect()
      task?.cancel()
      transfers?.resume()
    }
  }

  private func openSession() -> URLSession {
    if let session = state.withLock({ $0.session }) { return session }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    // NB: a week. The time limit belongs to the services, and this one would cut a longer limit to a minute.
    configuration.timeoutIntervalForRequest = 604_800
    let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: .immediate)
    state.withLock { $0.session = session }
    return session
  }
}

extension URLSession {
  /// The queue on which Foundation on Linux runs libcurl; `nil` elsewhere, or if Foundation has changed.
  ///
  /// As long as libcurl finds data in a socket, it runs again and again on this queue, and a `cancel()` and all other
  /// sessions wait: with a fast server for seconds. While the queue is suspended they have their turn.
  fileprivate var transferQueue: DispatchQueue? {
    #if canImport(FoundationNetworking)
      // NB: both are constant once the session has a task, so reading them here races with nothing.
      Mirror(reflecting: self).descendant("multiHandle").flatMap { handle in
        Mirror(reflecting: handle).descendant("queue") as? DispatchQueue
      }
    #else
      nil
    #endif
  }
}

extension OperationQueue {
  /// The queue for delegates of sessions: on Linux it runs what is added at once; elsewhere the session has its own.
  fileprivate static var immediate: OperationQueue? {
    #if canImport(FoundationNetworking)
      ImmediateQueue()
    #else
      nil
    #endif
  }
}

#if canImport(FoundationNetworking)
  /// Runs each block where it is added, so that a transfer waits for its delegate.
  ///
  /// Sendable because it has no state beyond that of `OperationQueue`, which is thread-safe.
  private final class ImmediateQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
  }
#endif

/// Collects the answer to the one request that a session runs.
private final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
  private static let maximumRedirections = 10

  private struct State {
    var exchange: Exchange?
    var sockets: FloodedSockets?
    var redirections = 0
    var hasResponse = false
  }

  /// Where completion handlers are called: on Linux some wait for the queue that calls the delegate.
  private let queue: DispatchQueue
  private let state = LockedValue(State())

  init(queue: DispatchQueue) {
    self.queue = queue
  }

  func begin(_ exchange: Exchange, _ sockets: FloodedSockets) {
    state.withLock { $0 = State(exchange: exchange, sockets: sockets) }
  }

  /// Whether the head of an answer to the request, or to the newest redirection, was reported.
  var hasResponse: Bool { state.withLock { $0.hasResponse } }

  private var exchange: Exchange? { state.withLock { $0.exchange } }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    state.withLock { $0.hasResponse = true }
    guard let exchange, response.expectedContentLength > Int64(exchange.maximumBody) else {
      return completionHandler(.allow)
    }
    exchange.fail(.tooLarge)
    completionHandler(.cancel)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard exchange?.receive(data) == true else { return }
    state.withLock { $0.sockets }?.disconnect()
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let count = state.withLock { state in
      state.redirections += 1
      return state.redirections
    }
    let original = task.originalRequest
    // NB: a key, a name or a password must reach the configured host only. A POST must not become a GET. And Foundation
    // on Linux does not send a body again.
    let isFollowed =
      count <= Self.maximumRedirections && request.url?.origin == original?.url?.origin
      && request.httpMethod == original?.httpMethod && original?.httpBody == nil
    queue.async { completionHandler(isFollowed ? request : nil) }
  }

  // NB: a kept connection has broken, and the request is about to be sent again on another. One with a body is not: the
  // server may have carried it out, and on Linux its body would never be sent a second time.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
  ) {
    exchange?.fail(.transport(code: NSURLErrorNetworkConnectionLost))
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(FoundationNetworking)
      // NB: without a credential to propose, the default handling never ends the task: the challenge is the answer.
      guard challenge.proposedCredential != nil else {
        exchange?.finish(challenge.failureResponse ?? task.response, .abandoned)
        queue.async { completionHandler(.cancelAuthenticationChallenge, nil) }
        return
      }
    #endif
    queue.async { completionHandler(.performDefaultHandling, nil) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let exchange = state.withLock { $0.exchange.take() }
    if let error {
      exchange?.fail(ServiceError(error as NSError, after: task.response))
    } else {
      exchange?.finish(task.response, .answered)
    }
  }
}

extension Exchange {
  fileprivate func finish(_ response: URLResponse?, _ ending: Ending) {
    guard let response = response as? HTTPURLResponse else { return fail(.decoding) }
    finish(
      status: response.statusCode, contentType: response.value(forHTTPHeaderField: "Content-Type") ?? "", ending)
  }
}

extension URL {
  fileprivate var origin: [String] {
    [scheme?.lowercased() ?? "", host?.lowercased() ?? "", String(effectivePort)]
  }

  fileprivate var effectivePort: Int { port ?? (scheme?.lowercased() == "https" ? 443 : 80) }
}
