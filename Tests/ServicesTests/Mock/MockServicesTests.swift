import Dispatch
import Foundation
import Locking
import Models
import Services
import Streams
import StreamsExtras
import StreamsTesting
import Testing

@Suite("Mock services")
struct MockServicesTests {
  @Test("answer at once, on the thread that subscribes, when they have no latency")
  func immediate() throws {
    let services = MockServices(world: MockWorld())
    let recording = Recording(services.balance())
    #expect(recording.soFar.isComplete)
    #expect(recording.soFar.outcome.value?.value == (try Money("1234.56")))
  }

  @Test("answer when the latency has passed, and not before")
  func latency() throws {
    let scheduler = TestScheduler()
    let services = MockServices(world: MockWorld(), latency: 300, scheduler: .test(scheduler))
    let recording = Recording(services.balance())
    scheduler.advance(by: .milliseconds(299))
    #expect(recording.soFar.outcome.values.isEmpty)
    scheduler.advance(by: .milliseconds(1))
    #expect(recording.soFar.outcome.values.count == 1)
    #expect(recording.soFar.isComplete)
  }

  @Test("fail after the latency as well")
  func lateFailure() {
    let scheduler = TestScheduler()
    let services = MockServices(world: MockWorld(), latency: 300, failures: [.balance], scheduler: .test(scheduler))
    let recording = Recording(services.balance())
    #expect(!recording.soFar.isComplete)
    scheduler.advance(by: .milliseconds(300))
    #expect(recording.soFar.outcome == Outcome(error: .problem(status: 503, detail: "Something went wrong!")))
  }

  @Test("answer on a real queue as well", .timeLimit(.minutes(10)))
  func realQueue() async {
    let services = MockServices(
      world: MockWorld(), latency: 1, scheduler: DispatchQueue(label: "mock").eraseToAnyScheduler())
    #expect(await outcome(of: services.product(id: "wand")).value?.title == "Wand")
  }

  @Test("leave the world as it is when they are cancelled in time")
  func cancelled() throws {
    let scheduler = TestScheduler()
    let world = MockWorld()
    let services = MockServices(world: world, latency: 300, scheduler: .test(scheduler))
    let recording = Recording(try services.purchaseProduct(id: "wand", idempotencyKey: key("a")))
    recording.cancel()
    scheduler.advance(by: .milliseconds(1_000))
    #expect(recording.soFar.outcome == Outcome())
    #expect(world.balance().value == (try Money("1234.56")))
  }

  @Test("fail only where they were asked to")
  func someFailures() throws {
    let services = MockServices(world: MockWorld(), failures: [.purchase])
    let failed = Recording(try services.purchaseProduct(id: "wand", idempotencyKey: key("a")))
    #expect(failed.soFar.outcome.error == .problem(status: 503, detail: "Something went wrong!"))
    #expect(Recording(services.balance()).soFar.outcome.value?.value == (try Money("1234.56")))
    #expect(Recording(services.product(id: "wand")).soFar.outcome.value?.title == "Wand")
  }

  @Test("a backend may be put together from several")
  func mixed() throws {
    let (sound, broken) = (MockServices(world: MockWorld()), MockServices(world: MockWorld(), failures: .all))
    let backend = Backend(balance: broken, products: sound, accounts: sound)
    #expect(Recording(backend.balance.balance()).soFar.outcome.error != nil)
    #expect(Recording(backend.products.product(id: "wand")).soFar.outcome.value != nil)
  }
}

@Suite("Mock world")
struct MockWorldTests {
  @Test("has a bound on its accounts")
  func full() throws {
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

  @Test("asks its clock each time")
  func clock() {
    let seconds = LockedValue(0.0)
    let world = MockWorld(now: { Date(timeIntervalSince1970: seconds.withLock { $0 }) })
    #expect(world.balance().date == Date(timeIntervalSince1970: 0))
    seconds.withLock { $0 = 7 }
    #expect(world.balance().date == Date(timeIntervalSince1970: 7))
  }
}
