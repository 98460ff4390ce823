import Dispatch
import ExpectSupport
import Models
import Requests
import RequestsSupport
import Services
import Streams
import StreamsExtras
import StreamsTesting
import Testing

@Suite struct MockBackendTests {
  @Test func `answer synchronously without a latency`() throws {
    let services = AllServices.mock(world: MockWorld())
    let recording = Recording(services.balance())
    #expect(recording.soFar.isComplete)
    #expect(recording.soFar.outcome.value?.value == (try Money("1234.56")))
  }

  @Test func `answer after the latency`() throws {
    let scheduler = TestScheduler()
    let services = AllServices.mock(world: MockWorld(), latency: .milliseconds(300), scheduler: .test(scheduler))
    let recording = Recording(services.balance())
    scheduler.advance(by: .milliseconds(299))
    #expect(recording.soFar.outcome.values.isEmpty)
    scheduler.advance(by: .milliseconds(1))
    expectEqual(recording.soFar.outcome.values.count, 1)
    #expect(recording.soFar.isComplete)
  }

  @Test func `fail after the latency`() {
    let scheduler = TestScheduler()
    let services = AllServices.mock(
      world: MockWorld(), latency: .milliseconds(300), failures: ["balance"], scheduler: .test(scheduler))
    let recording = Recording(services.balance())
    #expect(!recording.soFar.isComplete)
    scheduler.advance(by: .milliseconds(300))
    expectEqual(recording.soFar.outcome, Outcome(error: .problem(status: 503, detail: "Something went wrong!")))
  }

  @Test(.timeLimit(.minutes(30)))
  func `answer on a dispatch queue`() async {
    let services = AllServices.mock(
      world: MockWorld(), latency: .milliseconds(1), scheduler: DispatchQueue(label: "mock").eraseToAnyScheduler())
    await expectEqual(outcome(of: services.product(id: "wand")).value?.title, "Wand")
  }

  @Test func `do not change the world if they are cancelled in time`() throws {
    let scheduler = TestScheduler()
    let world = MockWorld()
    let services = AllServices.mock(world: world, latency: .milliseconds(300), scheduler: .test(scheduler))
    let recording = Recording(try services.purchaseProduct(id: "wand", idempotencyKey: key("a")))
    recording.cancel()
    scheduler.advance(by: .milliseconds(1_000))
    expectEqual(recording.soFar.outcome, Outcome())
    #expect(world.balance().value == (try Money("1234.56")))
  }

  @Test func `fail in the given operations only`() throws {
    let services = AllServices.mock(world: MockWorld(), failures: ["purchase"])
    let failed = Recording(try services.purchaseProduct(id: "wand", idempotencyKey: key("a")))
    expectEqual(failed.soFar.outcome.error, .problem(status: 503, detail: "Something went wrong!"))
    #expect(Recording(services.balance()).soFar.outcome.value?.value == (try Money("1234.56")))
    expectEqual(Recording(services.product(id: "wand")).soFar.outcome.value?.title, "Wand")
  }

  @Test func `answers what another table does not`() throws {
    let broken = Backend.handlers(
      [ServiceHandler(.balance) { throw ServiceError.timeout }], otherwise: Backend.mock(world: MockWorld()))
    expectEqual(Recording(broken.balance.balance()).soFar.outcome.error, .timeout)
    expectEqual(Recording(broken.products.product(id: "wand")).soFar.outcome.value?.title, "Wand")
  }
}
