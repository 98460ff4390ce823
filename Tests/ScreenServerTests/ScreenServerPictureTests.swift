import ExpectSupport
import ScreenServer
import StreamsTesting
import Testing
import ViewModels

@testable import ServerSupport

/// The pictures and links of an app over the wire.
@MainActor @Suite struct ScreenServerPictureTests {
  private let scheduler = TestScheduler()
  private let transcript = Transcript()

  private func server(_ change: (inout AppEnvironment) -> Void) -> ScreenServer {
    var environment = AppEnvironment(main: scheduler.mainQueue)
    change(&environment)
    return ScreenServer(output: transcript, name: "core", version: "1.0") { [environment] in AppCore(environment) }
  }

  private func say(_ line: String, to server: ScreenServer) -> [String] {
    server.receive(Array((line + "\n").utf8))
    scheduler.advance()
    return transcript.take()
  }

  @Test func `answers the bytes of a picture with the type that they have`() {
    let server = server { $0.pictures = PictureSource { $0 == Link("app:red") ? Array("GIF89a".utf8) : nil } }
    expectEqual(
      say(request(1, "picture/get", #"{"address":"app:red"}"#), to: server),
      [
        #"{"id":1,"jsonrpc":"2.0","result":{"data":"R0lGODlh","type":"image/gif"}}"#
      ])
    expectEqual(
      say(request(2, "picture/get", #"{"address":"app:blue"}"#), to: server),
      [
        #"{"error":{"code":1005,"data":{"reason":"notAllowed"},"message":"Picture unavailable"},"id":2,"jsonrpc":"2.0"}"#
      ])
    #expect(say(request(3, "picture/get", #"{"address":1}"#), to: server)[0].contains("wrongType"))
  }

  @Test func `allows no picture unless the app does`() {
    #expect(
      say(request(1, "picture/get", #"{"address":"https://covers.example/emma.png"}"#), to: server { _ in })[0]
        .contains("notAllowed"))
  }

  @Test func `lists the schemes of links if the app has others than the usual ones`() throws {
    let usual = say(request(1, "screen/list"), to: server { _ in })[0]
    #expect(!usual.contains("linkSchemes"))
    let own = say(request(1, "screen/list"), to: server { $0.linkSchemes.insert("tel") })[0]
    #expect(own.contains(#""linkSchemes":["http","https","mailto","tel"]"#))
  }
}
