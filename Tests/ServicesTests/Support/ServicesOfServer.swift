import Foundation
import Services
import Support
import Testing

extension HTTPServices {
  /// The services below a URL, with a time limit that a busy machine does not reach.
  init(of url: String) throws {
    self.init(baseURL: try #require(URL(string: url)), timeout: 3_600_000)
  }

  /// The services of a server.
  init(of server: LoopbackServer, path: String = "") throws {
    try self.init(of: server.url + path)
  }
}

extension LoopbackServer {
  /// The next request that arrives.
  func nextRequest() async -> HTTPRequest? {
    for await event in events {
      if case .received(let request) = event { return request }
    }
    return nil
  }

  /// The next request whose client leaves before the answer.
  func nextDeparture() async -> HTTPRequest? {
    for await event in events {
      if case .clientLeft(let request) = event { return request }
    }
    return nil
  }
}
