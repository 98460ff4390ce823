import Foundation
import Streams
import StreamsExtras

/// Sends the requests of a backend that is a server. No method waits for the network.
struct HTTPTransport: Sendable {
  static let maximumRedirections = 5

  var transfers: any Transfers = PlatformTransfers.shared
  /// Sends the requests with files.
  var fileTransfers: any Transfers = PlatformTransfers.sharedForFiles

  /// Whether what a server leads to may be an address of this machine, as in tests.
  var allowsAllAddresses = false

  /// Sends a request, once for each subscriber, and publishes the reply on any thread. Cancelling stops the transfer.
  ///
  /// Redirections of a GET are followed within the origin. Any other one is a reply like those of other statuses: a key, a
  /// token or a password must not go elsewhere, and a POST must not become a GET. A download whose route says so is had from elsewhere,
  /// without any of them.
  func reply(to request: TransferRequest) -> AnyPublisher<TransferReply, ServiceError> {
    reply(to: request, redirections: Self.maximumRedirections)
  }

  private func reply(
    to request: TransferRequest, redirections: Int
  ) -> AnyPublisher<TransferReply, ServiceError> {
    guard request.method == "GET", redirections > 0 else { return transfer(request) }
    return transfer(request).flatMap { [self] reply in
      if let next = request.redirected(by: reply) ?? request.ledElsewhere(by: reply, toAny: allowsAllAddresses) {
        return self.reply(to: next, redirections: redirections - 1)
      }
      return Just(reply).setFailureType(to: ServiceError.self).eraseToAnyPublisher()
    }
    .eraseToAnyPublisher()
  }

  private func transfer(_ request: TransferRequest) -> AnyPublisher<TransferReply, ServiceError> {
    let transfers = request.meter == nil ? transfers : fileTransfers
    return .create { input in
      if let upload = request.upload {
        if let obstacle = upload.obstacle {
          input.send(completion: .failure(.file(obstacle)))
          return AnyCancellable {}
        }
        request.meter?.beginSending(upload.size)
      }
      let cancel = transfers.start(request) { result in
        switch result {
        case .success(let reply):
          input.send(reply)
          input.send(completion: .finished)
        case .failure(let failure):
          input.send(completion: .failure(ServiceError(transfer: failure)))
        }
      }
      return AnyCancellable(cancel)
    }
  }
}

extension TransferRequest {
  /// The request that a redirection asks for; `nil` if the reply is none, or leads to another origin.
  func redirected(by reply: TransferReply) -> TransferRequest? {
    guard ServiceError.redirections.contains(reply.status), let location = reply.header("Location"),
      let old = URL(string: url), let new = URL(escaping: location, relativeTo: old)?.absoluteURL,
      new.origin == old.origin, new.user() == old.user(), new.password() == old.password()
    else { return nil }
    var request = self
    request.url = new.absoluteString
    return request
  }

  /// The request for a file at another host, to which a server leads; `nil` if the route of the file does not say so, or the reply does
  /// not lead to a secure address.
  func ledElsewhere(by reply: TransferReply, toAny: Bool) -> TransferRequest? {
    guard mayLeadElsewhere, ServiceError.redirections.contains(reply.status), let location = reply.header("Location"),
      let new = URL(escaping: location, relativeTo: URL(string: url))?.absoluteURL, new.scheme?.lowercased() == "https",
      new.user() == nil, new.password() == nil, let host = new.host(), !host.isEmpty
    else { return nil }
    var request = self
    request.url = new.absoluteString
    request.host = new.plainHost
    request.isElsewhere = !toAny
    // NB: also when it leads back: a host between must not decide what gets the token.
    request.headers = headers.filter { ["Accept", "Accept-Encoding"].contains($0.name) }
    return request
  }
}

extension ServiceError {
  /// The error of a transfer without a reply.
  init(transfer failure: TransferFailure) {
    switch failure {
    case .unknownHost: self = .unknownHost
    case .connectionRefused: self = .connectionRefused
    case .unreachableProxy(let name): self = .unreachableProxy(name)
    case .refusedByProxy(let name, let status): self = .proxyRefused(name, status: status)
    case .cannotConnect: self = .transport(code: NSURLErrorCannotConnectToHost)
    case .noSecureConnection(let cause): self = cause.map { .noSecureConnection($0) } ?? .noSecureConnection
    case .timeout: self = .timeout
    case .connectionLost: self = .transport(code: NSURLErrorNetworkConnectionLost)
    case .malformed: self = .decoding
    case .tooLarge: self = .tooLarge
    case .invalidRequest: self = .transport(code: NSURLErrorBadURL)
    case .noLibrary: self = .noNetworkLibrary
    case .file(let sentence): self = .file(sentence)
    case .forbiddenAddress: self = .status(302)
    case .other: self = .transport(code: NSURLErrorUnknown)
    }
  }
}
