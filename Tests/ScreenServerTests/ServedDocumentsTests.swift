import ExpectSupport
import Screens
import ScreensSupport
import Testing
import Words

@testable import ScreenServer
@testable import ServerSupport

@MainActor @Suite struct ServedDocumentsTests {
  private let app = AppCore(AppEnvironment(), AppDefinition(screens: [AnyScreen(.vault)]))
  private let documents = ServedDocuments()

  private func server() -> ScreenServer {
    let server = ScreenServer(output: Transcript()) { [app] in app }
    server.documents = documents
    return server
  }

  private func address(_ document: JSONText) -> UnsafePointer<UInt8>? {
    document.bytes.withUnsafeBufferPointer(\.baseAddress)
  }

  @Test(arguments: ["en", "de"]) func `a document is made once for all calls of all servers`(language: String) {
    app.environment.localize(AppLocalization(Language(language) ?? .english))
    let (one, other) = (server(), server())
    expectEqual(Set([one, one, other].map { address($0.screenList) }).count, 1)
    expectEqual(Set([one, one, other].map { address($0.openRPC) }).count, 1)
    #expect(address(one.screenList) != address(one.openRPC))
  }

  @Test func `a language has documents of its own, and few are kept`() {
    var count = 0
    func make() {
      _ = documents.document("list", of: app) {
        count += 1
        return ["about": "x"]
      }
    }
    for language in ["en", "de", "en", "de"] {
      app.environment.localize(AppLocalization(Language(language) ?? .english))
      make()
    }
    expectEqual(count, 2)
    // A client may name any language: after 16 of them the first ones are made again.
    for letter in "abcdefghijklmnop" {
      app.environment.localize(AppLocalization(Language("q\(letter)") ?? .english))
      make()
    }
    expectEqual(count, 18)
    app.environment.localize(.english)
    make()
    expectEqual(count, 19)
  }
}
