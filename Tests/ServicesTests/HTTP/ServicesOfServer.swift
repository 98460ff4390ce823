import Foundation
import Services
import Support
import Testing

extension HTTPServices {
  /// The services below a URL, with a time limit that even a busy machine does not reach.
  init(of url: String) throws {
    self.init(baseURL: try #require(URL(string: url)), timeout: 3_600_000)
  }

  /// The services of a server.
  init(of server: LoopbackServer, path: String = "") throws {
    try self.init(of: server.url + path)
  }
}

// NB: the module is named because Streams has a `Gate` that is visible in this package.
typealias Gate = Support.Gate
