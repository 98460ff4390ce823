import Foundation
import Services
import Support
import Testing

extension HTTPServices {
  /// The services of a server, without a time limit: a busy machine may take longer than any.
  init(of server: LoopbackServer, path: String = "") throws {
    self.init(baseURL: try #require(URL(string: server.url + path)), scheduler: ManualScheduler())
  }
}

// NB: says which one, because Streams has a `Gate` that the modules of this package see too.
typealias Gate = Support.Gate
