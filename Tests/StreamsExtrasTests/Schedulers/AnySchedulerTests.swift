import Dispatch
import ExpectSupport
import Streams
import StreamsExtras
import StreamsTesting
import Testing

@Suite struct AnySchedulerTests {
  private let virtual = TestScheduler()

  @Test func `does what the scheduler that it erases does`() {
    virtual.advance(by: 3)
    let scheduler = virtual.eraseToAnyScheduler()
    expectEqual(scheduler.now.sinceStart, 3)
    expectEqual(scheduler.minimumTolerance, 0)
    var seen: [Int] = []
    scheduler.schedule { seen.append(1) }
    scheduler.schedule(after: scheduler.now.advanced(by: 2)) { seen.append(2) }
    let repeated = scheduler.schedule(after: scheduler.now.advanced(by: 1), interval: 2) { seen.append(3) }
    virtual.advance(by: 3)
    repeated.cancel()
    expectEqual(seen, [1, 3, 2, 3])
    #expect(virtual.isIdle)
  }

  @Test func `is the main queue by name`() async {
    let main: AnySchedulerOf<DispatchQueue> = .main
    await withCheckedContinuation { continuation in
      main.schedule {
        dispatchPrecondition(condition: .onQueue(.main))
        continuation.resume()
      }
    }
  }

  @Test(arguments: [DispatchQoS.QoSClass.default, .utility])
  func `is a global queue by its quality of service`(qos: DispatchQoS.QoSClass) async {
    let global = AnySchedulerOf<DispatchQueue>.global(qos: qos)
    await withCheckedContinuation { continuation in
      global.schedule {
        dispatchPrecondition(condition: .onQueue(.global(qos: qos)))
        continuation.resume()
      }
    }
  }

  @Test func `stands in for a dispatch queue`() {
    let origin = DispatchQueue.SchedulerTimeType(.init(uptimeNanoseconds: 7_000_000_000))
    let scheduler = AnySchedulerOf<DispatchQueue>(virtual, startingAt: origin)
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.debounce(for: .seconds(2), scheduler: scheduler).record(on: virtual)
    virtual.advance(by: 1)
    expectEqual(origin.distance(to: scheduler.now), 1)
    subject.send(1)
    virtual.run()
    expectEqual(recorder.entries.map(\.description).last, "3.0 s: value: 1")
    var count = 0
    let repeated = scheduler.schedule(after: scheduler.now.advanced(by: 1), interval: 1) { count += 1 }
    virtual.advance(by: 2)
    repeated.cancel()
    expectEqual(count, 2)
  }
}
