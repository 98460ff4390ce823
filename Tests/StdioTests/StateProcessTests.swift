import ExpectSupport
import Foundation
import HTTP
import HTTPSupport
import Locking
import Models
import Services
import Support
import Testing

@testable import ServerSupport

/// The built program with `--state`.
@Suite(.ownThreads) struct StateProcessTests {
  /// What the server does when the first purchase has arrived. In each case it kills the program.
  enum Moment: String, CaseIterable {
    case beforeItIsBooked, afterItIsBooked, afterTheHead, inTheAnswer
  }

  private let folder = TemporaryFolder()

  /// Opens the product screen, and taps the button when the product is there.
  private func buy(_ child: Child) {
    child.say(open(1, "product"))
    while let line = child.line(), !line.contains(#""buttonEnabled":true"#) {}
    child.say(send(2, "product-1", "purchase"))
  }

  @Test(arguments: Moment.allCases)
  func `a purchase that was killed and is repeated is booked once`(moment: Moment) async throws {
    let world = MockWorld()
    let endpoints = HTTPEndpoints(Backend.mock(world: world), routes: HTTPRoute.services)
    let victim = LockedValue<Child?>(nil)
    let server = try LoopbackServer { request in
      guard request.method == "POST", let child = victim.withLock({ $0.take() }) else {
        return Answer(of: endpoints, to: request)
      }
      let answer = moment == .beforeItIsBooked ? Answer.hangUp : Answer(of: endpoints, to: request)
      guard case .response(let response) = answer, moment != .afterItIsBooked else {
        child.send(signal: SIGKILL)
        return .hangUp
      }
      return .cutOff(response, after: moment == .afterTheHead ? 0 : response.body.count / 2)
    }
    let first = try Child("--backend", server.url, "--state", folder.path)
    victim.withLock { $0 = first }
    buy(first)
    if moment == .afterTheHead || moment == .inTheAnswer {
      for await event in server.events {
        if case .answered(let request) = event, request.method == "POST" { break }
      }
      first.send(signal: SIGKILL)
    }
    #expect(first.end().bySignal)
    let second = try Child("--backend", server.url, "--state", folder.path)
    buy(second)
    while let line = second.line(), !line.contains(#""type":"purchasedEarlier"}"#) {}
    second.closeInput()
    expectEqual(second.end().code, 0)
    expectEqual(world.balance().value, Money(amount: Decimal(103_556) / 100))
    let keys = server.requests.compactMap { $0.header("Idempotency-Key") }
    #expect(keys.count == 2 && Set(keys).count == 1)
    expectEqual(folder.files, ["lock"])
  }

  @Test func `one process at a time uses the folder`() throws {
    let first = try Child("--state", folder.path)
    first.say(request(1, "ping"))
    expectEqual(first.line(), result(1))
    let second = try Child("--state", folder.path).end()
    expectEqual(second.code, 2)
    expectEqual(second.errors, "tributary-stdio: --state: Another process uses the folder \(folder.path).\n")
    expectEqual(second.output, "")
    first.closeInput()
    expectEqual(first.end().code, 0)
  }

  @Test func `asks first after the keys were damaged`() throws {
    folder.write("idempotency-keys.json", "damage")
    let child = try Child("--state", folder.path)
    expectEqual(
      child.errorLine(),
      """
      tributary-stdio: --state: The stored value "idempotency-keys" was damaged. \
      Its file is kept as idempotency-keys.json.damaged-1.
      """)
    buy(child)
    while let line = child.line(), !line.contains(#""type":"confirming"}"#) {}
    child.say(send(3, "product-1", "confirmButtonWasTapped"))
    while let line = child.line(), !line.contains(#""type":"purchased"}"#) {}
    child.closeInput()
    expectEqual(child.end().code, 0)
  }
}
