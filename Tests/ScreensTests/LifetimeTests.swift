import ExpectSupport
import Streams
import Testing

@testable import Requests
@testable import Screens

/// How long a screen lasts, and with which account it ends.
@Suite struct LifetimeTests {
  private let session = AccountSession()

  private func endAccount() {
    session.end(.signedOut)
    session.didSwitchValues()
    session.didEnd()
  }

  @Test func `what has ended with an account is refused from then on`() {
    let (open, early, closed) = (Lifetime(session), Lifetime(session), Lifetime(session))
    early.finish()
    #expect(!early.isOfEndedAccount)
    session.end(.otherAccount)
    expectEqual(session.refusal(for: open), .otherAccount)
    closed.finish()
    session.didSwitchValues()
    session.didEnd()
    #expect(early.isOfEndedAccount && closed.isOfEndedAccount && !open.isOfEndedAccount)
    #expect(session.refusal(for: closed) == .signedOut && session.refusal(for: open) == nil)
    // It has ended after the account, and so with the next one.
    open.finish()
    #expect(!open.isOfEndedAccount)
    endAccount()
    #expect(open.isOfEndedAccount && session.refusal(for: nil) == nil)
  }

  @Test func `a part that follows the account does so for its screen`() {
    let screen = Lifetime(session)
    let part = Lifetime(session, owner: screen)
    #expect(!screen.followsAccount)
    part.willFollowAccount()
    #expect(screen.followsAccount && part.followsAccount)
  }

  @Test func `ends once`() {
    let lifetime = Lifetime()
    var count = 0
    let end = lifetime.end.sink(receiveCompletion: { _ in count += 1 }, receiveValue: {})
    lifetime.finish()
    lifetime.finish()
    #expect(lifetime.isOver && !lifetime.isOfEndedAccount && count == 1)
    end.cancel()
  }
}
