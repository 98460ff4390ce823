#if canImport(Darwin)
  import Foundation
  import Locking
  import Security

  /// Transfers by `URLSession`, each with a session and so with a connection of its own: a flood ends at its own bound, and a
  /// request is never sent again because a kept connection has died.
  struct URLSessionTransfers: Transfers {
    func start(
      _ request: TransferRequest, completion: @escaping @Sendable (Result<TransferReply, TransferFailure>) -> Void
    ) -> @Sendable () -> Void {
      guard request.isValid, let url = URL(string: request.url) else {
        DispatchQueue.global().async { completion(.failure(.invalidRequest)) }
        return {}
      }
      let delegate = TransferDelegate(request, completion)
      let session = URLSession(configuration: .transfers, delegate: delegate, delegateQueue: nil)
      let task = session.dataTask(with: URLRequest(request, url))
      task.resume()
      // A session keeps its delegate, and itself, until it is invalidated.
      session.finishTasksAndInvalidate()
      return {
        delegate.end(nil)
        task.cancel()
      }
    }
  }

  extension URLSessionTransfers {
    func stream(_ request: TransferRequest, receiver: @escaping TransferReceiver) -> any TransferControl {
      guard request.isValid, let url = URL(string: request.url) else {
        DispatchQueue.global().async { _ = receiver(.end(.invalidRequest)) }
        return Control(task: nil)
      }
      let delegate = StreamDelegate(request, receiver)
      let session = URLSession(configuration: .transfers, delegate: delegate, delegateQueue: nil)
      let task = session.dataTask(with: URLRequest(request, url))
      task.resume()
      // A session keeps its delegate, and itself, until it is invalidated.
      session.finishTasksAndInvalidate()
      return Control(task: task)
    }

    private struct Control: TransferControl {
      let task: URLSessionDataTask?

      func resume() { task?.resume() }
      func cancel() { task?.cancel() }
    }
  }

  /// Passes on the reply to a request as it arrives.
  private final class StreamDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private let receiver: TransferReceiver
    private let trust: ServerTrust

    init(_ request: TransferRequest, _ receiver: @escaping TransferReceiver) {
      trust = ServerTrust(certificatesFile: request.certificatesFile)
      self.receiver = receiver
    }

    private func pass(_ event: TransferEvent, of task: URLSessionTask) {
      if !receiver(event) { task.suspend() }
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      if let reply = (response as? HTTPURLResponse).map(TransferReply.init) { pass(.head(reply), of: dataTask) }
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      pass(.body(Array(data)), of: dataTask)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      completionHandler(nil)
    }

    func urlSession(
      _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      let (disposition, credential) = trust.disposition(of: challenge)
      // The receiver takes the first end.
      if disposition == .cancelAuthenticationChallenge { _ = receiver(.end(.noSecureConnection)) }
      completionHandler(disposition, credential)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      _ = receiver(.end(error.map { TransferFailure($0 as NSError) }))
    }
  }

  /// Collects the reply to a request.
  private final class TransferDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private struct State {
      var completion: (@Sendable (Result<TransferReply, TransferFailure>) -> Void)?
      var body: [UInt8] = []
    }

    private let maximumBody: Int
    private let trust: ServerTrust
    private let state: LockedValue<State>

    init(
      _ request: TransferRequest, _ completion: @escaping @Sendable (Result<TransferReply, TransferFailure>) -> Void
    ) {
      maximumBody = request.maximumBody
      trust = ServerTrust(certificatesFile: request.certificatesFile)
      state = LockedValue(State(completion: completion))
    }

    /// Ends the transfer with a result, or without one, unless it has ended.
    func end(_ result: Result<TransferReply, TransferFailure>?) {
      let completion = state.withLock { state in
        state.body = []
        return state.completion.take()
      }
      if let result { completion?(result) }
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      let isTooLarge = response.expectedContentLength > Int64(maximumBody)
      if isTooLarge { end(.failure(.tooLarge)) }
      completionHandler(isTooLarge ? .cancel : .allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      let isTooLarge = state.withLock { state in
        guard data.count <= maximumBody - state.body.count else { return true }
        if state.completion != nil { state.body.append(contentsOf: data) }
        return false
      }
      guard isTooLarge else { return }
      end(.failure(.tooLarge))
      dataTask.cancel()
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      completionHandler(nil)
    }

    func urlSession(
      _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      let (disposition, credential) = trust.disposition(of: challenge)
      if disposition == .cancelAuthenticationChallenge { end(.failure(.noSecureConnection)) }
      completionHandler(disposition, credential)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      if let error { return end(.failure(TransferFailure(error as NSError))) }
      guard let response = task.response as? HTTPURLResponse else { return end(.failure(.malformed)) }
      var reply = TransferReply(response)
      reply.body = state.withLock { $0.body }
      end(.success(reply))
    }
  }

  /// Which certificates a server may have.
  private struct ServerTrust: Sendable {
    /// A file with the certificates to trust in place of the system's.
    let certificatesFile: String?

    func disposition(
      of challenge: URLAuthenticationChallenge
    ) -> (URLSession.AuthChallengeDisposition, URLCredential?) {
      guard let certificatesFile, let trust = challenge.protectionSpace.serverTrust else {
        return (.performDefaultHandling, nil)
      }
      let anchors = SecCertificate.all(in: certificatesFile)
      SecTrustSetAnchorCertificates(trust, anchors as CFArray)
      SecTrustSetAnchorCertificatesOnly(trust, true)
      guard !anchors.isEmpty, SecTrustEvaluateWithError(trust, nil) else {
        return (.cancelAuthenticationChallenge, nil)
      }
      return (.useCredential, URLCredential(trust: trust))
    }
  }

  extension TransferReply {
    /// The reply of a response, without its body.
    fileprivate init(_ response: HTTPURLResponse) {
      let headers = response.allHeaderFields.compactMap { name, value in
        (name as? String).map { HTTPHeader(name: $0, value: "\(value)") }
      }
      self.init(status: response.statusCode, headers: headers, body: [])
    }
  }

  extension TransferFailure {
    /// The failure of an error with which `URLSession` has completed a task.
    fileprivate init(_ error: NSError) {
      guard error.domain == NSURLErrorDomain else {
        self = .other(error.code)
        return
      }
      switch error.code {
      case NSURLErrorTimedOut: self = .timeout
      case NSURLErrorCannotFindHost, NSURLErrorDNSLookupFailed: self = .unknownHost
      case NSURLErrorCannotConnectToHost: self = .connectionRefused
      case NSURLErrorNotConnectedToInternet: self = .cannotConnect
      case NSURLErrorNetworkConnectionLost: self = .connectionLost
      case NSURLErrorClientCertificateRequired...NSURLErrorSecureConnectionFailed: self = .noSecureConnection
      case NSURLErrorCannotParseResponse, NSURLErrorBadServerResponse, NSURLErrorCannotDecodeRawData,
        NSURLErrorCannotDecodeContentData:
        self = .malformed
      case NSURLErrorBadURL, NSURLErrorUnsupportedURL: self = .invalidRequest
      default: self = .other(error.code)
      }
    }
  }

  extension URLSessionConfiguration {
    /// Nothing is cached or stored.
    fileprivate static var transfers: URLSessionConfiguration {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.urlCache = nil
      configuration.urlCredentialStorage = nil
      configuration.httpCookieStorage = nil
      configuration.httpShouldSetCookies = false
      configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
      // A week, because the default of a minute would cut a longer time limit of the backend short.
      configuration.timeoutIntervalForRequest = 604_800
      return configuration
    }
  }

  extension URLRequest {
    fileprivate init(_ request: TransferRequest, _ url: URL) {
      self.init(url: url)
      httpMethod = request.method
      for header in request.headers { setValue(header.value, forHTTPHeaderField: header.name) }
      httpBody = request.body.map { Data($0) }
    }
  }

  extension SecCertificate {
    /// The certificates in a file in PEM format; none if it cannot be read.
    fileprivate static func all(in path: String) -> [SecCertificate] {
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      return text.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst().compactMap { block in
        let base64 = block.components(separatedBy: "-----END CERTIFICATE-----")[0].filter { !$0.isWhitespace }
        return Data(base64Encoded: base64).flatMap { SecCertificateCreateWithData(nil, $0 as CFData) }
      }
    }
  }
#endif
