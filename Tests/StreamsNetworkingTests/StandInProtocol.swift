import Foundation
import StreamsSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Answers requests in place of the network, as a test configures it. No request leaves the process.
final class StandInProtocol: URLProtocol {
  /// What happens to a request: it is answered, it fails, or it hangs until it is cancelled.
  enum Fate: Sendable {
    case answer(status: Int, Data)
    case failure(any Error)
    case silence
  }

  private static let fates = Shared<[String: Fate]>([:])
  private static let log = Shared<[String: [String]]>([:])
  private static let listeners = Shared<[String: @Sendable (String) -> Void]>([:])

  /// A session, and a URL of a host whose requests get an answer, a failure or no response.
  ///
  /// - Parameter heard: Called with "start" and "stop".
  static func session(
    _ host: String, _ fate: Fate, heard: @escaping @Sendable (String) -> Void = { _ in }
  ) -> (session: URLSession, url: URL) {
    fates.withLock { $0[host] = fate }
    log.withLock { $0[host] = nil }
    listeners.withLock { $0[host] = heard }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [StandInProtocol.self]
    guard let url = URL(string: "https://\(host)/") else { preconditionFailure("\(host) is no host") }
    return (URLSession(configuration: configuration), url)
  }

  /// The events of the requests to a host: "start" and "stop".
  static func events(_ host: String) -> [String] { log.current[host] ?? [] }

  private func note(_ event: String) {
    let host = request.url?.host ?? ""
    Self.log.withLock { $0[host, default: []].append(event) }
    Self.listeners.current[host]?(event)
  }

  override class func canInit(with request: URLRequest) -> Bool { fates.current[request.url?.host ?? ""] != nil }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    note("start")
    guard let url = request.url, let fate = Self.fates.current[url.host ?? ""] else { return }
    switch fate {
    case .answer(let status, let data):
      guard let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil) else {
        return
      }
      client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      client?.urlProtocol(self, didLoad: data)
      client?.urlProtocolDidFinishLoading(self)
    case .failure(let error): client?.urlProtocol(self, didFailWithError: error)
    case .silence: break
    }
  }

  override func stopLoading() { note("stop") }
}
