import ExpectSupport
import Foundation
import Streams
import StreamsSupport
import Testing

/// What a scheduler runs, runs on that scheduler: every element and completion is delivered inside one of its jobs, whichever
/// thread subscribes, sends or requests.
@Suite(.timeLimit(.minutes(30))) struct SchedulerJobTests {
  /// How many pipelines each case subscribes.
  private static let rounds = 25

  enum Origin: CaseIterable {
    case sequence, just, subject, currentValue, future, deferred

    /// A publisher of numbers from 1, all of which come during the subscription or from another thread soon after it.
    func publisher() -> AnyPublisher<Int, Never> {
      switch self {
      case .sequence: return (1...5).publisher.eraseToAnyPublisher()
      case .just: return Just(1).eraseToAnyPublisher()
      case .deferred: return Deferred { (1...5).publisher }.eraseToAnyPublisher()
      case .future:
        return Future<Int, Never> { promise in
          let promise = Promise(fulfill: promise)
          Thread.detachNewThread { promise.fulfill(.success(1)) }
        }.eraseToAnyPublisher()
      case .subject:
        let subject = PassthroughSubject<Int, Never>()
        return subject.handleEvents(receiveRequest: { _ in Self.send(to: subject, 1...5) }).eraseToAnyPublisher()
      case .currentValue:
        let subject = CurrentValueSubject<Int, Never>(1)
        return subject.map { $0 }.handleEvents(receiveRequest: { _ in Self.send(to: subject, 2...5) })
          .eraseToAnyPublisher()
      }
    }

    private struct Promise: @unchecked Sendable {
      // Sendable because a future's promise may be called on any thread.
      let fulfill: (Result<Int, Never>) -> Void
    }

    private static func send(to subject: some Subject<Int, Never> & Sendable, _ numbers: ClosedRange<Int>) {
      Thread.detachNewThread {
        for number in numbers { subject.send(number) }
        subject.send(completion: .finished)
      }
    }
  }

  enum Operator: CaseIterable {
    case receiveOn, delay, throttle, debounce, timeout, collectByTime, collectByTimeOrCount

    func apply<S: Scheduler>(_ upstream: AnyPublisher<Int, Never>, _ scheduler: S) -> AnyPublisher<Int, Never> {
      switch self {
      case .receiveOn: upstream.receive(on: scheduler).eraseToAnyPublisher()
      case .delay: upstream.delay(for: .seconds(0), scheduler: scheduler).eraseToAnyPublisher()
      case .throttle:
        upstream.throttle(for: .seconds(0), scheduler: scheduler, latest: true).eraseToAnyPublisher()
      case .debounce: upstream.debounce(for: .seconds(0), scheduler: scheduler).eraseToAnyPublisher()
      case .timeout: upstream.timeout(.seconds(3_600), scheduler: scheduler).eraseToAnyPublisher()
      case .collectByTime:
        upstream.collect(.byTime(scheduler, .nanoseconds(1))).compactMap(\.last).eraseToAnyPublisher()
      case .collectByTimeOrCount:
        upstream.collect(.byTimeOrCount(scheduler, .seconds(3_600), 2)).compactMap(\.last).eraseToAnyPublisher()
      }
    }
  }

  /// A scheduler, and whether this thread runs one of its jobs.
  struct Place: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Applies an operator. The closure tells whether the caller is inside a job.
    let apply: @Sendable (Operator, AnyPublisher<Int, Never>) -> (AnyPublisher<Int, Never>, @Sendable () -> Bool)

    init<S: Scheduler & SendableMetatype>(_ name: String, _ make: @escaping @Sendable () -> S) {
      testDescription = name
      apply = { operation, upstream in
        let scheduler = MarkingScheduler(make())
        let transferred = Shared(scheduler)
        return (operation.apply(upstream, scheduler), { transferred.current.isInJob })
      }
    }

    /// A queue without a wrapper, which the engine may serve in its own way.
    init(queue name: String, _ queue: DispatchQueue) {
      testDescription = name
      let key = DispatchSpecificKey<Bool>()
      queue.setSpecific(key: key, value: true)
      apply = { operation, upstream in
        (operation.apply(upstream, queue), { DispatchQueue.getSpecific(key: key) == true })
      }
    }

    static let runLoopThread = RunLoopThread()

    /// NB: not in release builds, where the address sanitizer would report what Foundation's timers leak on Linux.
    #if DEBUG
      static let all = common + [Place("run loop") { runLoopThread.runLoop }]
    #else
      static let all = common
    #endif

    private static let common = [
      Place(queue: "main queue", .main),
      Place(queue: "serial queue", DispatchQueue(label: "serial")),
      Place(queue: "concurrent queue", DispatchQueue(label: "concurrent", attributes: .concurrent)),
      Place("marked main queue") { DispatchQueue.main },
      Place("marked concurrent queue") { DispatchQueue.global() },
      Place("operation queue") { OperationQueue() },
      Place("main operation queue") { OperationQueue.main },
      Place("immediate scheduler") { ImmediateScheduler.shared },
      Place("inline scheduler") { InlineScheduler() },
    ]
  }

  /// Runs each job at once, on the thread that schedules it, as a scheduler of a user's may.
  struct InlineScheduler: Scheduler {
    typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
    typealias SchedulerOptions = Never

    var now: SchedulerTimeType { DispatchQueue.main.now }
    var minimumTolerance: SchedulerTimeType.Stride { 0 }
    func schedule(options: Never?, _ action: @escaping () -> Void) { action() }
    func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
      _ action: @escaping () -> Void
    ) { DispatchQueue.main.schedule(after: date, tolerance: tolerance, options: nil, action) }
    func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
      options: Never?, _ action: @escaping () -> Void
    ) -> any Cancellable {
      DispatchQueue.main.schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
    }
  }

  /// Counts what is delivered, and waits for completions.
  private final class Deliveries: @unchecked Sendable {
    // Sendable because everything is behind the condition's lock.
    private let condition = NSCondition()
    private var completions = 0
    private(set) var outsideJobs = 0
    private(set) var disorders = 0
    private var cancellables: [AnyCancellable] = []

    func subscribe(to publisher: AnyPublisher<Int, Never>, _ isInJob: @escaping @Sendable () -> Bool) {
      let last = Shared(0)
      let cancellable = publisher.sink { [self] _ in
        let isInJob = isInJob()
        condition.withLock {
          if !isInJob { outsideJobs += 1 }
          completions += 1
          condition.broadcast()
        }
      } receiveValue: { [self] number in
        let isInJob = isInJob()
        let isInOrder = last.withLock { last in
          defer { last = number }
          return last < number
        }
        condition.withLock {
          if !isInJob { outsideJobs += 1 }
          if !isInOrder { disorders += 1 }
        }
      }
      condition.withLock { cancellables.append(cancellable) }
    }

    func waitForCompletions(_ count: Int) {
      condition.withLock { while completions < count { condition.wait() } }
    }
  }

  @Test(arguments: Operator.allCases, Place.all)
  func `delivers only inside of jobs`(_ operation: Operator, _ place: Place) {
    let deliveries = Deliveries()
    for origin in Origin.allCases {
      // A thread of its own subscribes, while the jobs run elsewhere.
      together([
        { @Sendable in
          for _ in 0..<Self.rounds {
            let (publisher, isInJob) = place.apply(operation, origin.publisher())
            deliveries.subscribe(to: publisher, isInJob)
          }
        }
      ])
    }
    deliveries.waitForCompletions(Origin.allCases.count * Self.rounds)
    expectEqual(deliveries.outsideJobs, 0)
    expectEqual(deliveries.disorders, 0)
  }

  @Test(arguments: [1, 3]) func `no thread but the scheduler's runs the closures of the main actor`(threads: Int) async
  {
    let cancellables = Shared<[AnyCancellable]>([])
    await withCheckedContinuation { continuation in
      let remaining = Shared(threads * 200)
      for _ in 0..<threads {
        Thread.detachNewThread {
          for _ in 0..<200 {
            let cancellable = (1...50).publisher.receive(on: DispatchQueue.main)
              .sink(
                receiveCompletion: { _ in
                  let count = remaining.withLock { count in
                    count -= 1
                    return count
                  }
                  if count == 0 { continuation.resume() }
                }, receiveValue: { @MainActor _ in MainActor.assertIsolated() })
            cancellables.withLock { $0.append(cancellable) }
          }
        }
      }
    }
    expectEqual(cancellables.current.count, threads * 200)
  }

  /// The subscription, each request and the cancel of `subscribe(on:)`.
  @Test(arguments: [DispatchQueue(label: "serial"), DispatchQueue(label: "concurrent", attributes: .concurrent)])
  func `subscribes, requests and cancels only inside of jobs`(_ queue: DispatchQueue) {
    let calls = Shared<[Bool]>([])
    let (requested, cancelled) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    for _ in 0..<200 {
      let scheduler = MarkingScheduler(queue)
      let note: @Sendable () -> Void = { [transferred = Shared(scheduler)] in
        calls.withLock { $0.append(transferred.current.isInJob) }
      }
      let upstream = PassthroughSubject<Int, Never>().handleEvents(
        receiveSubscription: { _ in note() },
        receiveCancel: {
          note()
          cancelled.signal()
        },
        receiveRequest: { _ in
          note()
          requested.signal()
        })
      let cancellable = upstream.subscribe(on: scheduler).sink { _ in }
      requested.wait()
      cancellable.cancel()
      cancelled.wait()
    }
    expectEqual(calls.current.count, 600)
    #expect(!calls.current.contains(false))
  }

  @Test func `a job that was missed runs again at the same time`() {
    let scheduler = MarkingScheduler(ImmediateScheduler.shared)
    var log: [String] = []
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = subject.receive(on: scheduler).sink { number in
      log.append("begin \(number) \(scheduler.isInJob)")
      if number < 3 { subject.send(number + 1) }
      log.append("end \(number)")
    }
    subject.send(1)
    expectEqual(log, ["begin 1 true", "end 1", "begin 2 true", "end 2", "begin 3 true", "end 3"])
    cancellable.cancel()
  }
}
