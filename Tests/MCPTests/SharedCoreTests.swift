import AppTesting
import ExpectSupport
import MCP
import ScreensSupport
import StreamsTesting
import Testing

/// An assistant beside a person at one app.
@MainActor @Suite struct SharedCoreTests {
  private let scheduler = TestScheduler()
  private let app: AppCore
  private let conversation: Conversation

  init() {
    let app = AppCore(.test(scheduler: scheduler), AppDefinition(screens: [AnyScreen(.vault)]))
    self.app = app
    conversation = Conversation(showsPrivateFields: false) { _ in app }
    conversation.initialize()
  }

  /// The text of the answer to a call.
  private func call(_ tool: String, _ arguments: String) throws -> String {
    try #require(conversation.result(tool, arguments)).text
  }

  @Test func `fills in what the person has opened, and the person goes on`() throws {
    let person = app.attach(.page)
    let vault = try person.open(.vault)
    #expect(try call("vault_counted", #"{"instance":"vault-1","number":7}"#).contains(#""number":7"#))
    expectEqual(vault.state.number, 7)
    expectEqual(vault.changer, FrontID(.assistant, 1))
    conversation.server.detach()
    #expect(vault.isOpen)
    expectEqual(app.fronts.map(\.kind), [.page])
  }

  @Test func `reads nothing private unless a person is active`() throws {
    let person = app.attach(.page)
    let vault = try person.open(.vault)
    try vault.send(.noted("gold"))
    #expect(try call("read_screen", #"{"instance":"vault-1"}"#).contains("gold"))
    person.send(.willResignActive)
    #expect(try !call("read_screen", #"{"instance":"vault-1"}"#).contains("gold"))
    person.leave()
    _ = try call("open_screen", #"{"screen":"vault"}"#)
    let noted = try call("vault_noted", #"{"instance":"vault-2","text":"silver"}"#)
    #expect(noted.contains(#""hidden":["#) && !noted.contains("silver"))
  }

  @Test func `closes what it has opened alone`() throws {
    _ = try app.attach(.page).open(.vault)
    let answer = try call("close_screen", #"{"instance":"vault-1"}"#)
    #expect(answer.contains(#""isError":true"#) && answer.contains("You have not opened this screen"))
    _ = try call("open_screen", #"{"screen":"vault"}"#)
    #expect(try call("close_screen", #"{"instance":"vault-2"}"#).contains(#""closed":["vault-2"]"#))
    expectEqual(app.instances.map(\.id), ["vault-1"])
  }

  @Test func `what it has opened closes when it leaves, unless the person has taken it over`() throws {
    let person = app.attach(.page, isShared: true)
    _ = try call("open_screen", #"{"screen":"vault"}"#)
    _ = try call("open_screen", #"{"screen":"vault"}"#)
    try person.perform(.show("vault-2"))
    conversation.server.detach()
    expectEqual(app.instances.map(\.id), ["vault-2"])
  }

  @Test func `is told of what others open`() throws {
    let before = conversation.newLines()
    _ = try app.attach(.page).open(.vault)
    let lines = conversation.newLines()
    #expect(before.isEmpty)
    #expect(lines.count == 1 && lines[0].contains("notifications/resources/list_changed"))
  }
}
