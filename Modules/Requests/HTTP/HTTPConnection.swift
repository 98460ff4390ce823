import Foundation
import Locking

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A `URLSession` that runs one request at a time, over a persistent connection if the server permits it.
///
/// `URLSession` on Linux has no back-pressure: while a body arrives, each chunk is added to the delegate's queue, and
/// `dataTask(with:)`, `resume()` and `cancel()` block. So these methods are called on a queue that nothing else waits
/// for, and the delegate is called on the session's own queue, which therefore reads no faster than the delegate counts.
/// `dataTaskPublisher(for:)` can do neither: it keeps a body of any length.
final class HTTPConnection: Sendable {
  private struct State {
    var session: URLSession?
    var task: URLSessionDataTask?
    /// The sockets to the server, once a request has named it.
    var sockets: FloodedSockets?
  }

  private static let starts = CallLimiter(maximum: 64)
  // Separate, because what blocks the starts may be a transfer that waits to be cancelled.
  private static let cancels = CallLimiter(maximum: 64)

  private let queue: DispatchQueue
  private let delegate: SessionDelegate
  private let state = LockedValue(State())

  init() {
    queue = DispatchQueue(label: "tributary.http.connection")
    delegate = SessionDelegate(queue: queue)
  }

  deinit {
    // A session keeps its delegate, and itself, alive until it is invalidated.
    let session = state.withLock { $0.session }
    queue.async { session?.finishTasksAndInvalidate() }
  }

  /// Starts an exchange, unless it ends before. The exchange before it must have been answered.
  func start(_ exchange: Exchange, _ call: HTTPCall, _ url: URL) {
    Self.starts.perform(on: queue) { [self] in
      guard exchange.isRunning else { return }
      let request = URLRequest(call, url)
      let sockets = sockets(for: request)
      // Again, because resolving the server's name may take long.
      guard exchange.isRunning else { return }
      delegate.begin(exchange, sockets)
      let task = openSession().dataTask(with: request)
      state.withLock { $0.task = task }
      watch(exchange, sockets, since: sockets.received(age: 0))
      task.resume()
    }
  }

  /// The sockets to the request's server, which is the same for all requests of a connection.
  private func sockets(for request: URLRequest) -> FloodedSockets {
    if let known = state.withLock({ $0.sockets }) { return known }
    let sockets = FloodedSockets(host: request.url?.host ?? "", port: request.url?.effectivePort ?? 0)
    state.withLock { $0.sockets = sockets }
    return sockets
  }

  /// Fails an exchange if more than an answer arrives before the delegate receives a response.
  ///
  /// Foundation on Linux does not report the body of a redirection, and copies it with each chunk.
  private func watch(_ exchange: Exchange, _ sockets: FloodedSockets, since received: [Int32: UInt64]) {
    queue.asyncAfter(deadline: .now() + .milliseconds(200)) { [weak self] in
      guard let self, exchange.isRunning, !delegate.hasResponse else { return }
      // The head of an answer has at most 64 KiB.
      let answer = UInt64(exchange.maximumBody + (64 << 10))
      let isFlooded = sockets.received(age: 100).contains { descriptor, count in
        count > (received[descriptor] ?? 0) + answer
      }
      if isFlooded { exchange.fail(.tooLarge) } else { watch(exchange, sockets, since: received) }
    }
  }

  /// Releases the request that was answered, which may contain a secret.
  func reset() {
    _ = state.withLock { $0.task.take() }
  }

  /// Stops the running request. The connection cannot be used again.
  func cancel() {
    Self.cancels.perform(on: queue) { [self] in
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
    // A week, because the default of a minute would cut a longer time limit of the services short.
    configuration.timeoutIntervalForRequest = 604_800
    let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: .delegates)
    state.withLock { $0.session = session }
    return session
  }
}

/// Collects the answer to the request that a session runs.
private final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
  private static let maximumRedirections = 10

  private struct State {
    var exchange: Exchange?
    var sockets: FloodedSockets?
    var redirections = 0
    var hasResponse = false
  }

  /// Calls completion handlers: on Linux some of them wait for the queue that calls the delegate.
  private let queue: DispatchQueue
  private let state = LockedValue(State())

  init(queue: DispatchQueue) {
    self.queue = queue
  }

  func begin(_ exchange: Exchange, _ sockets: FloodedSockets) {
    state.withLock { $0 = State(exchange: exchange, sockets: sockets) }
  }

  /// Whether a response to the request, or to the newest redirection, was received.
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
    // NB: keys, names and passwords must reach the configured host only, a POST must not become a GET, and Foundation on
    // Linux does not send a body again.
    let isFollowed =
      count <= Self.maximumRedirections && request.url?.origin == original?.url?.origin
      && request.httpMethod == original?.httpMethod && original?.httpBody == nil
    queue.async { completionHandler(isFollowed ? request : nil) }
  }

  // Called when a persistent connection has broken and the request is about to be sent again. A request with a body
  // is not: the server may have carried it out, and Foundation on Linux would not send its body again.
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
    let endsRequest = challenge.endsRequest
    if endsRequest { exchange?.finish(challenge.failureResponse ?? task.response, isReusable: false) }
    queue.async { completionHandler(endsRequest ? .cancelAuthenticationChallenge : .performDefaultHandling, nil) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let exchange = state.withLock { $0.exchange.take() }
    if let error {
      exchange?.fail(ServiceError(error as NSError, hasResponse: task.response != nil))
    } else {
      exchange?.finish(task.response, isReusable: true)
    }
  }
}

extension Exchange {
  fileprivate func finish(_ response: URLResponse?, isReusable: Bool) {
    guard let response = response as? HTTPURLResponse else { return fail(.decoding) }
    let contentType = response.value(forHTTPHeaderField: "Content-Type") ?? ""
    finish(status: response.statusCode, contentType: contentType, isReusable: isReusable)
  }
}

extension URLRequest {
  fileprivate init(_ call: HTTPCall, _ url: URL) {
    self.init(url: url)
    httpMethod = call.method
    setValue("application/json, application/problem+json", forHTTPHeaderField: "Accept")
    // Half a megabyte of gzip can inflate to half a gigabyte.
    setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    for (name, value) in call.headers { setValue(value, forHTTPHeaderField: name) }
    if let body = call.body {
      setValue("application/json", forHTTPHeaderField: "Content-Type")
      httpBody = Data(body())
    }
  }
}

extension URL {
  fileprivate var origin: [String] {
    [scheme?.lowercased() ?? "", host?.lowercased() ?? "", String(effectivePort)]
  }

  fileprivate var effectivePort: Int { port ?? (scheme?.lowercased() == "https" ? 443 : 80) }
}
