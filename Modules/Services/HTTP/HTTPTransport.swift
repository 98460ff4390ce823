import Foundation
import Models

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The one place that speaks to `URLSession`.
///
/// Each exchange has a delegate's view of its task, and not a completion handler's: only a delegate can stop a body
/// that grows too long, and refuse a redirection to another host.
final class HTTPTransport: Sendable {
  private let session: URLSession
  private let exchanges: Exchanges

  init(maximumBody: Int) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    // NB: a week. The time limit is the services' own, and this one would cut a longer limit to a minute.
    configuration.timeoutIntervalForRequest = 604_800
    exchanges = Exchanges(maximumBody: maximumBody)
    session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
  }

  deinit {
    // NB: a session keeps its delegate, and itself, alive until it is told that no task will follow.
    session.finishTasksAndInvalidate()
  }

  /// Starts a request; `finish` hears of its end, once, on the session's own queue.
  ///
  /// - Returns: how to cancel it.
  func start<Value>(
    _ call: HTTPCall<Value>, at url: URL, finish: @escaping @Sendable (Result<HTTPReply, ServiceError>) -> Void
  ) -> @Sendable () -> Void {
    var request = URLRequest(url: url)
    request.httpMethod = call.method
    request.setValue("application/json, application/problem+json", forHTTPHeaderField: "Accept")
    for (name, value) in call.headers { request.setValue(value, forHTTPHeaderField: name) }
    if let body = call.body {
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      request.httpBody = body()
    }
    let task = session.dataTask(with: request)
    exchanges.add(task.taskIdentifier, Exchange(finish: finish))
    task.resume()
    return { task.cancel() }
  }
}

/// What is known of a task that runs.
private struct Exchange {
  let finish: @Sendable (Result<HTTPReply, ServiceError>) -> Void
  var body = Data()
}

/// A session's delegate: collects what arrives, task by task.
private final class Exchanges: NSObject, URLSessionDataDelegate, Sendable {
  private let maximumBody: Int
  private let running = Locked<[Int: Exchange]>([:])

  init(maximumBody: Int) {
    self.maximumBody = maximumBody
  }

  func add(_ task: Int, _ exchange: Exchange) {
    running.withLock { $0[task] = exchange }
  }

  /// What is known of a task that is over now; `nil` if it was over before.
  private func remove(_ task: URLSessionTask) -> Exchange? {
    running.withLock { $0.removeValue(forKey: task.taskIdentifier) }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let tooLarge: Exchange? = running.withLock { running in
      guard let count = running[dataTask.taskIdentifier]?.body.count else { return nil }
      guard count + data.count <= maximumBody else {
        return running.removeValue(forKey: dataTask.taskIdentifier)
      }
      running[dataTask.taskIdentifier]?.body.append(data)
      return nil
    }
    guard let tooLarge else { return }
    dataTask.cancel()
    tooLarge.finish(.failure(.tooLarge))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // NB: a key, a name or a password must not reach a host that nobody configured.
    let isSameOrigin = request.url?.origin == task.originalRequest?.url?.origin
    // NB: where the method is kept, the body has to be as well, and on Linux it would be empty.
    let losesBody = task.originalRequest?.httpBody != nil && request.httpMethod == task.originalRequest?.httpMethod
    completionHandler(isSameOrigin && !losesBody ? request : nil)
  }

  // NB: a connection that was kept has broken, and the request is about to be sent again on another. One with a body is
  // not: nobody knows what the server has done already, and on Linux its body would never be sent a second time.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
  ) {
    completionHandler(nil)
    // NB: on Linux this comes on the queue that a cancel waits for.
    session.delegateQueue.addOperation { [self] in
      let exchange = remove(task)
      task.cancel()
      exchange?.finish(.failure(.transport(code: NSURLErrorNetworkConnectionLost)))
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(FoundationNetworking)
      // NB: without a credential to propose, the default handling never ends the task: the challenge is the answer.
      guard challenge.proposedCredential != nil else {
        let exchange = remove(task)
        completionHandler(.cancelAuthenticationChallenge, nil)
        if let exchange { exchange.finish(exchange.outcome(of: challenge.failureResponse ?? task.response, nil)) }
        return
      }
    #endif
    completionHandler(.performDefaultHandling, nil)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let exchange = remove(task) else { return }
    exchange.finish(exchange.outcome(of: task.response, error))
  }
}

extension Exchange {
  func outcome(of response: URLResponse?, _ error: (any Error)?) -> Result<HTTPReply, ServiceError> {
    if let error { return .failure(ServiceError(transport: error as NSError)) }
    guard let response = response as? HTTPURLResponse else { return .failure(.decoding) }
    let type = response.value(forHTTPHeaderField: "Content-Type") ?? ""
    return .success(HTTPReply(status: response.statusCode, contentType: type, body: body))
  }
}

extension ServiceError {
  fileprivate init(transport error: NSError) {
    switch (error.domain, error.code) {
    case (NSURLErrorDomain, NSURLErrorCancelled): self = .cancelled
    case (NSURLErrorDomain, NSURLErrorTimedOut): self = .timeout
    default: self = .transport(code: error.code)
    }
  }
}

extension URL {
  fileprivate var origin: [String] {
    [scheme ?? "", host ?? "", port.map(String.init) ?? ""]
  }
}
