import Dispatch
import ExpectSupport
import Foundation
import Streams
import StreamsSupport
import StreamsTesting
import Testing

extension DivergencesTests {
  /// Combine uses a repeating timer, which it cancels.
  @Test func `debounce and timeout use single jobs`() {
    let scheduler = TestScheduler()
    let subject = PassthroughSubject<Int, Never>()
    let cancellables = [
      subject.debounce(for: 10, scheduler: scheduler).sink { _ in },
      subject.timeout(10, scheduler: scheduler).sink { _ in },
    ]
    subject.send(1)
    for cancellable in cancellables { cancellable.cancel() }
    #expect(scheduler.pendingCount >= 1)
    scheduler.run()
    #expect(scheduler.isIdle)
  }

  /// Combine schedules it without them.
  @Test func `debounce schedules its completion with the options`() {
    let scheduler = OptionsScheduler()
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.debounce(for: 10, scheduler: scheduler, options: "options").record()
    subject.send(completion: .finished)
    expectEqual(recorder.completion, .finished)
    expectEqual(scheduler.options, ["options"])
  }

  /// Combine adds an operation of its own type, and another number of them.
  @Test func `a job of an operation queue is one block operation`() {
    let queue = OperationQueue()
    queue.isSuspended = true
    queue.schedule {}
    queue.schedule(after: queue.now.advanced(by: 1e6)) {}
    let repeated = queue.schedule(after: queue.now.advanced(by: 1e6), interval: 1) {}
    expectEqual(queue.operations.map { "\(type(of: $0))" }, Array(repeating: "BlockOperation", count: 3))
    repeated.cancel()
    queue.cancelAllOperations()
  }

  /// Combine asks for another number.
  @Test func `collect by time asks for unlimited, by count for what the arrays hold`() {
    let scheduler = TestScheduler()
    let (byTime, byCount) = (ProbePublisher<Int, Never>(), ProbePublisher<Int, Never>())
    let recorders = [
      byTime.collect(.byTime(scheduler, 1)).record(demand: .max(2)),
      byCount.collect(.byTimeOrCount(scheduler, 1, 3)).record(demand: .max(2)),
    ]
    expectEqual(byTime.events, [.subscribe, .request(.unlimited)])
    expectEqual(byCount.events, [.subscribe, .request(.max(6))])
    for recorder in recorders { recorder.cancel() }
  }

  /// Combine runs it in the default mode alone.
  @Test func `a run loop runs work in its common modes`() async throws {
    let ran = Shared(0)
    let addCommonMode = try #require(dlsym(nil, "CFRunLoopAddCommonMode"))
    let getCurrent = try #require(dlsym(nil, "CFRunLoopGetCurrent"))
    let functions = Shared((addCommonMode, getCurrent))
    together {
      let (addCommonMode, getCurrent) = functions.current
      let add = unsafeBitCast(
        addCommonMode, to: (@convention(c) (UnsafeRawPointer?, UnsafeRawPointer?) -> Void).self)
      let current = unsafeBitCast(getCurrent, to: (@convention(c) () -> UnsafeRawPointer?).self)
      let tracking = "tracking" as NSString
      add(current(), UnsafeRawPointer(Unmanaged.passUnretained(tracking).toOpaque()))
      RunLoop.current.schedule { ran.withLock { $0 += 1 } }
      RunLoop.current.schedule(after: RunLoop.current.now) { ran.withLock { $0 += 1 } }
      while ran.current < 2, RunLoop.current.run(mode: RunLoop.Mode("tracking"), before: .distantFuture) {}
      withExtendedLifetime(tracking) {}
    }
    expectEqual(ran.current, 2)
  }

  /// Combine's strides do not multiply, its distances have no sign, and its immediate time stands still.
  @Test func `schedulers calculate with times as with numbers`() {
    let queue = DispatchQueue.main
    typealias Stride = DispatchQueue.SchedulerTimeType.Stride
    expectEqual(Stride.nanoseconds(6) * .nanoseconds(7), .nanoseconds(42))
    // A literal counts seconds, and a product is one of nanoseconds.
    expectEqual(Stride.seconds(1) * 2, .nanoseconds(2_000_000_000_000_000_000))
    let now = queue.now
    expectEqual(now.advanced(by: .seconds(1)).distance(to: now), .seconds(-1))
    let immediate = ImmediateScheduler.shared.now
    expectEqual(immediate.distance(to: immediate.advanced(by: .seconds(1))), .seconds(1))
  }

  /// Combine drops it.
  @Test func `a timer keeps its tolerance`() {
    expectEqual(Timer.publish(every: 1, tolerance: 0.5, on: .main, in: .common).tolerance, 0.5)
  }

  /// In Combine the first one does, and the others receive `nil`.
  @Test @MainActor func `all tasks that wait in one iterator receive the failure`() async {
    let probe = ProbePublisher<Int, Oops>()
    let iterator = probe.values.makeAsyncIterator()
    var tasks: [Task<Int?, any Error>] = []
    for number in 1...2 {
      tasks.append(
        Task {
          var copy = iterator
          return try await copy.next(isolation: #isolation)
        })
      while probe.events.count(where: { $0 == .request(.max(1)) }) < number { await Task.yield() }
    }
    probe.send(completion: .failure(Oops()))
    for task in tasks { await #expect(throws: Oops.self) { _ = try await task.value } }
  }
}

/// A scheduler that runs work at once and records the options.
private final class OptionsScheduler: Scheduler {
  typealias SchedulerTimeType = TestScheduler.SchedulerTimeType
  typealias SchedulerOptions = String

  let now = SchedulerTimeType(sinceStart: 0)
  let minimumTolerance: SchedulerTimeType.Stride = 0
  private(set) var options: [String?] = []

  func schedule(options: String?, _ action: @escaping () -> Void) {
    self.options.append(options)
    action()
  }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: String?, _ action: @escaping () -> Void
  ) { schedule(options: options, action) }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: String?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    schedule(options: options, action)
    return Subscriptions.empty
  }

  /// Combine's nested loop delivers the second element inside the delivery of the first.
  @Test func `a nested run loop delivers nothing until the sink returns`() async {
    let thread = RunLoopThread()
    let events = Shared<[String]>([])
    let subject = PassthroughSubject<Int, Never>()
    var cancellable: AnyCancellable?
    await withCheckedContinuation { done in
      cancellable = subject.receive(on: thread.runLoop).sink(
        receiveCompletion: { _ in done.resume() },
        receiveValue: { number in
          events.withLock { $0.append("begin \(number)") }
          if number == 1 {
            subject.send(2)
            subject.send(completion: .finished)
            for _ in 1...3 { _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.005)) }
          }
          events.withLock { $0.append("end \(number)") }
        })
      subject.send(1)
    }
    expectEqual(events.current, ["begin 1", "end 1", "begin 2", "end 2"])
    cancellable?.cancel()
  }
}
