import AppTesting
import ExpectSupport
import Models
import Testing
import TextUI
import ViewModels

@testable import Console

@MainActor @Suite struct RegistrationViewTests {
  private let world = TestWorld()
  private let app: AppCore

  init() {
    app = AppCore(world.environment, AppDefinition(screens: []))
  }

  @Test(arguments: ["ada", "grace"])
  func `empties the passwords when the account is created`(name: String) throws {
    let view = RegistrationView(try app.attach(.prompt).open(.registration))
    let fields = view.canvas.elements(of: TextField.self)
    let create = try #require(view.canvas.elements(of: Button.self).first { $0.name == "create" })
    var secrets: [String] { fields.filter(\.isSecure).map { Style.plain.text($0.line) } }

    for (field, text) in zip(fields, ["ada", "xyzzy", "xyzzy"]) { try field.type(text) }
    world.scheduler.advance(by: .milliseconds(500))
    world.backend.last(.username).succeed(true)
    world.scheduler.advance()
    try create.tap()
    try fields[0].type(name)
    expectEqual(secrets, ["password: (secret)", "passwordAgain: (secret)"])
    world.backend.last(.account).succeed(Account(username: try Username("ada")))
    world.scheduler.advance()
    expectEqual(secrets, ["password: (empty)", "passwordAgain: (empty)"])
  }
}
