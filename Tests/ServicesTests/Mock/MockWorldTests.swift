import ExpectSupport
import Foundation
import Locking
import Models
import Requests
import RequestsSupport
import Services
import Testing

@Suite struct MockWorldTests {
  @Test func `has a maximum of accounts`() throws {
    let world = MockWorld(usernames: [])
    let password = Password("x")
    for number in 0..<MockWorld.maximumAccounts {
      _ = try world.create(
        NewAccount(username: Username("wizard \(number)"), password: password), idempotencyKey: key("\(number)"))
    }
    #expect(throws: ServiceError.problem(status: 503, detail: "The school is full.")) {
      try world.create(NewAccount(username: Username("one more"), password: password), idempotencyKey: key("next"))
    }
  }

  @Test func `reads its clock for each balance`() {
    let seconds = LockedValue(0.0)
    let world = MockWorld(now: { Date(timeIntervalSince1970: seconds.withLock { $0 }) })
    expectEqual(world.balance().date, Date(timeIntervalSince1970: 0))
    seconds.withLock { $0 = 7 }
    expectEqual(world.balance().date, Date(timeIntervalSince1970: 7))
  }
}
