import Testing

@testable import Console

@MainActor @Suite struct BalanceTranscriptTests {
  @Test func `the balance is loaded, refreshed, hidden and shown again`() async {
    let session = await Session("open balance\ntap refresh\nbackground\nforeground\nquit\n")
    #expect(
      session.output == """
        balance
          value: --
          [refresh]
          info: Loading...
          activity: running
          [refresh] (hidden)
          value: $1,234.56
          info: Last update: Today at 3:04:05 PM.
          activity: stopped
          [refresh]
          info: Loading... Last update: Today at 3:04:05 PM.
          activity: running
          [refresh] (hidden)
          info: Last update: Today at 3:04:05 PM.
          activity: stopped
          [refresh]
          value: ••••••
          value: $1,234.56

        """)
    #expect(!session.hasFailed)
  }
}
