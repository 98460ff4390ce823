import ExpectSupport
import Locking
import Recording
import Screens
import Testing

@MainActor @Suite struct SessionConfigurationTests {
  @Test func `the apps of a program share the account`() {
    let accounts = LockedValue<[String]>([])
    let seen: @Sendable (String) -> Void = { account in accounts.withLock { $0.append(account) } }
    let definition = AppDefinition(
      screens: [],
      prepare: { environment in
        seen(environment.account)
        environment.account = "ada"
      })
    let makeApp = SessionConfiguration(front: "test 1.0").makeApps(definition)
    for _ in 1...2 { _ = makeApp { $0 } }
    expectEqual(accounts.withLock { $0 }, ["", "ada", "ada"])
  }

  @Test(arguments: [(.init(), true), (nil, false)] as [(SessionConfiguration.Mock?, Bool)])
  func `an app knows whether a mock answers`(mock: SessionConfiguration.Mock?, isMock: Bool) {
    let seen = LockedValue<[Bool]>([])
    let definition = AppDefinition(
      screens: [], prepare: { environment in seen.withLock { $0.append(environment.isMock) } })
    _ = SessionConfiguration(front: "test 1.0", mock: mock).makeApp(definition)
    #expect(seen.withLock { $0 }.allSatisfy { $0 == isMock } && !seen.withLock { $0 }.isEmpty)
  }
}
