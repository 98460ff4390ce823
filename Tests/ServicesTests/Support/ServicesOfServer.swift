import Foundation
import Services
import Support
import Testing

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
