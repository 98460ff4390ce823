import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct UpstreamSubscriptionTests {
  /// An upstream subscription that closures can share and `#expect` takes, and a probe whose subscriptions it gets.
  private final class Attached: Sendable {
    private let subscription = UpstreamSubscription()
    let probe = ProbePublisher<Int, Never>()

    /// Attaches a new subscription of the probe.
    ///
    /// - Returns: Whether it was kept.
    @discardableResult func attach() -> Bool {
      var isKept = false
      probe.subscribe(AnySubscriber(receiveSubscription: { isKept = self.subscription.attach($0) }))
      return isKept
    }

    var isOpen: Bool { subscription.isOpen }
    var isClosed: Bool { subscription.isClosed }
    var current: (any Subscription)? { subscription.current }
    func request(_ demand: Subscribers.Demand) { subscription.request(demand) }
    @discardableResult func cancel() -> Bool { subscription.cancel() }
    func close() -> UpstreamSubscription.Phase { subscription.close() }
  }

  private let upstream = Attached()

  @Test func `passes requests on, and cancels once`() {
    #expect(!upstream.isOpen && !upstream.isClosed)
    #expect(upstream.attach())
    #expect(upstream.isOpen)
    upstream.request(.max(2))
    #expect(upstream.cancel())
    #expect(!upstream.cancel())
    upstream.request(.max(1))
    #expect(upstream.isClosed)
    expectEqual(upstream.probe.events, [.subscribe, .request(.max(2)), .cancel])
  }

  @Test func `requests early demand when the subscription arrives`() {
    upstream.request(.max(2))
    upstream.request(.max(3))
    #expect(upstream.attach())
    expectEqual(upstream.probe.events, [.subscribe, .request(.max(5))])
  }

  @Test func `cancels a second subscription and keeps the first`() {
    #expect(upstream.attach())
    #expect(!upstream.attach())
    expectEqual(upstream.probe.events, [.subscribe, .subscribe, .cancel])
    #expect(upstream.isOpen)
    upstream.request(.max(1))
    expectEqual(upstream.probe.events.last, .request(.max(1)))
  }

  @Test func `cancels a subscription that arrives after a cancel`() {
    #expect(!upstream.cancel())
    #expect(upstream.isClosed)
    #expect(!upstream.attach())
    expectEqual(upstream.probe.events, [.subscribe, .cancel])
  }

  @Test func `releases the subscription when the upstream completes`() {
    #expect(upstream.attach())
    weak let subscription = upstream.current as AnyObject?
    upstream.probe.send(completion: .finished)
    #expect(subscription != nil)
    expectEqual(upstream.close(), .open)
    #expect(subscription == nil)
    #expect(upstream.close() == .closed && !upstream.cancel())
    expectEqual(upstream.probe.events, [.subscribe])
  }

  @Test func `closes once without a subscription`() {
    expectEqual(upstream.close(), .waiting)
    expectEqual(upstream.close(), .closed)
    #expect(!upstream.attach())
  }

  @Test func `loses no demand of threads that request meanwhile`() {
    for _ in 0..<50 {
      let upstream = Attached()
      let request = { @Sendable in for _ in 0..<20 { upstream.request(.max(1)) } }
      together(request, request, { upstream.attach() })
      expectEqual(upstream.probe.outstanding, .max(40))
    }
  }

  @Test func `cancels once when several threads cancel and attach`() {
    for _ in 0..<100 {
      let upstream = Attached()
      together({ upstream.attach() }, { upstream.cancel() }, { upstream.cancel() })
      expectEqual(upstream.probe.events, [.subscribe, .cancel])
      #expect(upstream.isClosed)
    }
  }
}
