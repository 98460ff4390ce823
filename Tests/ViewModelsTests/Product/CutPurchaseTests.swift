import ExpectSupport
import Foundation
import HTTP
import HTTPSupport
import Locking
import Services
import Support
import Testing
import ViewModels

/// Servers that book a purchase and close the connection after any byte of the answer.
@MainActor @Suite(.timeLimit(.minutes(30))) struct CutPurchaseTests {
  /// Buys the wand, a second time if the first answer was lost.
  ///
  /// - Parameters:
  ///   - count: how many bytes of the first answer arrive; `nil` for all of them.
  ///   - isReset: whether the connection ends with a reset in place of a regular close.
  /// - Returns: the length of the answer, and whether the first one was lost.
  private func buyWand(cutAfter count: Int?, isReset: Bool) async throws -> (length: Int, isLost: Bool) {
    let world = MockWorld()
    let endpoints = HTTPEndpoints(Backend.mock(world: world), routes: HTTPRoute.services)
    let cut = LockedValue(count)
    let length = LockedValue(0)
    let server = try RawServer { connection in
      guard let request = connection.request() else { return }
      let reply = endpoints.reply(to: request)
      let head =
        "HTTP/1.1 \(reply.status) OK\r\nContent-Type: \(reply.contentType)\r\nContent-Length: \(reply.body.count)\r\n"
      let answer = Array((head + "Connection: close\r\n\r\n").utf8) + reply.body
      guard request.method == "POST" else {
        connection.send(answer)
        return
      }
      length.withLock { $0 = answer.count }
      if let count = cut.withLock({ $0.take() }) {
        if isReset { connection.resetAtEnd() }
        connection.send(answer.prefix(count))
      } else {
        connection.send(answer)
      }
    }
    defer { server.close() }
    let app = AppCore(.live(backend: .http(try #require(URL(string: server.url)))))
    let product = app.open(.product, ProductParameters(id: "wand"))
    product.viewDidAppear()
    _ = await firstState(of: product) { $0.buttonEnabled }
    product.model.eventSubject.send(.purchase)
    let first = await firstState(of: product) { !$0.isBusy }
    let isLost = first.errorText != nil
    if isLost {
      product.model.eventSubject.send(.purchase)
      let second = await firstState(of: product) { !$0.isBusy }
      guard case .purchased = second.phase else { throw NoPurchase(reason: second.errorText) }
    }
    expectEqual(world.balance().value, Money(amount: Decimal(103_556) / 100), "after \(count ?? -1) bytes")
    product.close()
    return (length.withLock { $0 }, isLost)
  }

  private struct NoPurchase: Error {
    let reason: String?
  }

  @Test(arguments: [false, true])
  func `a purchase whose answer is cut off anywhere is booked once`(isReset: Bool) async throws {
    let whole = try await buyWand(cutAfter: nil, isReset: isReset)
    #expect(!whole.isLost)
    // Each byte in CI.
    for count in stride(from: 0, to: whole.length, by: max(1, 12 / Seeds.factor)) {
      // The receipt's identifier is drawn, so one answer may be shorter than another.
      let (length, isLost) = try await buyWand(cutAfter: count, isReset: isReset)
      #expect(isLost == (count < length), "after \(count) of \(length) bytes")
    }
  }
}
