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
    #expect(accounts.withLock { $0 } == ["", "ada", "ada"])
  }
}
