import ExpectSupport
import Foundation
import ScreenServer
import Testing
import ViewModels

/// Many requests of each method in one piece, in process. `Tests/StdioBench/answered` does the same over pipes, a socket and C.
@MainActor @Suite struct ManyRequestsTests {
  /// Counts the frames that are replies.
  private final class Counter: Output {
    var count = 0

    func write(_ bytes: UnsafeRawBufferPointer, ends: [Int]) -> Int {
      let frames = bytes.split(separator: 0x0A)
      count += frames.count { $0.starts(with: #"{"id":"#.utf8) || $0.starts(with: #"{"error":"#.utf8) }
      return bytes.count
    }
  }

  /// How many requests of a method there are; more in a long run.
  private static let count = ProcessInfo.processInfo.environment["TRIBUTARY_REQUESTS"].flatMap { Int($0) } ?? 50

  @Test(
    arguments: [
      ("ping", "{}"), ("sync", "{}"), ("rpc.discover", "{}"), ("screen/list", "{}"),
      ("screen/get", #"{"instance":"counter-1"}"#),
      ("screen/send", #"{"instance":"counter-1","event":{"type":"nextButtonWasTapped"}}"#),
      ("screen/open", #"{"screen":"counter"}"#), ("screen/close", #"{"instance":"counter-2"}"#),
      ("app/send", #"{"event":{"type":"didBecomeActive"}}"#), ("initialize", "{}"), ("no/such/method", "{}"),
      ("shutdown", "{}"),
    ])
  func `each of many requests is answered`(method: String, params: String) {
    let counter = Counter()
    let server = ScreenServer(output: counter, name: "tests", version: "1") { AppCore(.live(backend: .mock())) }
    server.receive(
      Array(#"{"id":0,"jsonrpc":"2.0","method":"screen/open","params":{"screen":"counter"}}"#.utf8) + [0x0A])
    for start in stride(from: 1, through: Self.count, by: 1_000) {
      let requests = (start...min(start + 999, Self.count)).map {
        #"{"id":\#($0),"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#
      }
      server.receive(Array((requests.joined(separator: "\n") + "\n").utf8))
    }
    expectEqual(counter.count, Self.count + 1)
  }
}
