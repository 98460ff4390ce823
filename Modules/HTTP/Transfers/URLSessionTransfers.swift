#if canImport(Darwin)
  import Foundation
  import Locking
  import Security
  internal import StandardIO

  /// Transfers by `URLSession`, each with a session and so with a connection of its own: a flood ends at its own bound, and a
  /// request is never sent again because a kept connection has died.
  struct URLSessionTransfers: Transfers {
    func start(
      _ request: TransferRequest, completion: @escaping @Sendable (Result<TransferReply, TransferFailure>) -> Void
    ) -> @Sendable () -> Void {
      // NB: URLSession does not say to which address it connects.
      guard !request.isElsewhere else {
        DispatchQueue.global().async { completion(.failure(.forbiddenAddress)) }
        return {}
      }
      guard request.isValid, let url = URL(string: request.url) else {
        DispatchQueue.global().async { completion(.failure(.invalidRequest)) }
        return {}
      }
      var body: UploadBody?
      if let upload = request.upload {
        do throws(FileError) { body = try UploadBody(upload) } catch {
          DispatchQueue.global().async { completion(.failure(.file(error.description))) }
          return {}
        }
      }
      let delegate = TransferDelegate(request, body, completion)
      let session = URLSession(configuration: .transfers, delegate: delegate, delegateQueue: nil)
      var urlRequest = URLRequest(request, url)
      if let type = body?.contentType { urlRequest.setValue(type, forHTTPHeaderField: "Content-Type") }
      let task =
        if let body {
          session.uploadTask(with: urlRequest, fromFile: URL(fileURLWithPath: body.file.path))
        } else {
          session.dataTask(with: urlRequest)
        }
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
      if disposition == .cancelAuthenticationChallenge { _ = receiver(.end(.noSecureConnection(nil))) }
      completionHandler(disposition, credential)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      _ = receiver(.end(error.map { TransferFailure($0 as NSError) }))
    }
  }

  /// The body of a request with files, as a file that `URLSession` sends: a copy, so that it is the same to its end.
  private struct UploadBody: Sendable {
    /// Removed with its last reference.
    let file: UnfinishedFile
    /// The type of a form; `nil` for a file as it is, whose type the request has.
    let contentType: String?

    init(_ upload: TransferUpload) throws(FileError) {
      file = try FileFolder(FileManager.default.temporaryDirectory.path + "/tributary-uploads").begin()
      switch upload {
      case .file(let content):
        contentType = nil
        try Self.copy(content, to: file)
      case .form(let parts):
        let boundary = "tributary-" + UUID().uuidString
        contentType = "multipart/form-data; boundary=" + boundary
        for part in parts {
          try file.write(Array(("--\(boundary)\r\n" + Self.head(of: part)).utf8))
          switch part.value {
          case .text(let bytes, _): try file.write(bytes)
          case .file(let content): try Self.copy(content, to: file)
          }
          try file.write(Array("\r\n".utf8))
        }
        try file.write(Array("--\(boundary)--\r\n".utf8))
      }
    }

    private static func head(of part: TransferUpload.FormPart) -> String {
      var head = "Content-Disposition: form-data; name=\"\(escaped(part.name))\""
      var type: String?
      switch part.value {
      case .text(_, let mediaType): type = mediaType
      case .file(let file):
        head += "; filename=\"\(escaped(file.name))\""
        type = file.mediaType ?? "application/octet-stream"
      }
      if let type { head += "\r\nContent-Type: \(type)" }
      return head + "\r\n\r\n"
    }

    /// A name as forms have it (WHATWG's HTML, "multipart/form-data encoding algorithm").
    private static func escaped(_ name: String) -> String {
      name.replacing("\"", with: "%22").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    private static func copy(_ content: FileReference, to file: UnfinishedFile) throws(FileError) {
      var cursor = FileCursor(content)
      while let bytes = try cursor.next(atMost: 1 << 17) { try file.write(bytes) }
    }
  }

  /// Collects the reply to a request.
  private final class TransferDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private struct State {
      var completion: (@Sendable (Result<TransferReply, TransferFailure>) -> Void)?
      var body: [UInt8] = []
      /// The file that the body is written to.
      var file: UnfinishedFile?
      var fileSize = 0
      var sentCount = 0
    }

    private let request: TransferRequest
    private let upload: UploadBody?
    private let maximumBody: Int
    private let trust: ServerTrust
    private let state: LockedValue<State>

    init(
      _ request: TransferRequest, _ upload: UploadBody?,
      _ completion: @escaping @Sendable (Result<TransferReply, TransferFailure>) -> Void
    ) {
      self.request = request
      self.upload = upload
      maximumBody = request.maximumBody
      trust = ServerTrust(certificatesFile: request.certificatesFile)
      state = LockedValue(State(completion: completion))
    }

    /// Ends the transfer with a result, or without one, unless it has ended.
    func end(_ result: Result<TransferReply, TransferFailure>?) {
      let completion = state.withLock { state in
        state.body = []
        state.file = nil
        return state.completion.take()
      }
      if let result { completion?(result) }
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      request.meter?.touch()
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      let download = (200..<300).contains(status) ? request.download : nil
      let isTooLarge = response.expectedContentLength > Int64(download?.limit ?? maximumBody)
      if !isTooLarge, let download {
        do throws(FileError) {
          let file = try download.folder.begin()
          state.withLock { state in if state.completion != nil { state.file = file } }
        } catch {
          end(.failure(.file(error.description)))
          return completionHandler(.cancel)
        }
        request.meter?.beginReceiving(
          response.expectedContentLength < 0 ? nil : Int(response.expectedContentLength))
      }
      if isTooLarge { end(.failure(.tooLarge)) }
      completionHandler(isTooLarge ? .cancel : .allow)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
      totalBytesExpectedToSend: Int64
    ) {
      guard let size = request.upload?.size else { return }
      // A form is a little longer than its files.
      let count = state.withLock { state in
        let sent = min(size, Int(totalBytesSent))
        defer { state.sentCount = max(sent, state.sentCount) }
        return max(0, sent - state.sentCount)
      }
      request.meter?.add(count)
    }

    /// Writes bytes to the file of the reply.
    private func write(_ data: Data, to file: UnfinishedFile, of task: URLSessionTask) {
      let size = state.withLock { state in
        state.fileSize += data.count
        return state.fileSize
      }
      do throws(FileError) {
        if size <= request.download?.limit ?? 0 {
          try file.write(Array(data))
          request.meter?.add(data.count)
          return
        }
        end(.failure(.tooLarge))
      } catch {
        end(.failure(.file(error.description)))
      }
      task.cancel()
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      if let file = state.withLock({ $0.file }) { return write(data, to: file, of: dataTask) }
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
      if disposition == .cancelAuthenticationChallenge { end(.failure(.noSecureConnection(nil))) }
      completionHandler(disposition, credential)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      if let error { return end(.failure(TransferFailure(error as NSError))) }
      guard let response = task.response as? HTTPURLResponse else { return end(.failure(.malformed)) }
      var reply = TransferReply(response)
      (reply.body, reply.file) = state.withLock { ($0.body, $0.file) }
      request.meter?.finish()
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
      // NB: URLSession decodes what is compressed.
      self.init(status: response.statusCode, headers: headers, body: [], isDecoded: true)
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
      case NSURLErrorServerCertificateHasBadDate: self = .noSecureConnection(.expired)
      case NSURLErrorServerCertificateNotYetValid: self = .noSecureConnection(.notYetValid)
      case NSURLErrorServerCertificateHasUnknownRoot: self = .noSecureConnection(.unknownIssuer)
      case NSURLErrorClientCertificateRequired...NSURLErrorSecureConnectionFailed: self = .noSecureConnection(nil)
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
