import Foundation
import Synchronization

/// Measures one contended pipeline: in a process of its own, so that the peak of memory is the pipeline's.
///
/// The first part measures the throughput, the second one the duration of each call, whose clock would slow down the first.
public struct ContentionTrial {
  private let pipeline: ContendedPipeline
  private let workers: [Worker]
  private let seconds: Double
  /// How long a part may go on after its threads were told to stop.
  private let limit: Double
  private let memoryBefore: Int

  /// More resident memory than this ends the trial.
  private static let memoryLimit = 3 << 30

  public init(seconds: Double, limit: Double, threads: Int, make: (Int) -> ContendedPipeline) {
    memoryBefore = Memory.peak
    let pipeline = make(threads)
    self.pipeline = pipeline
    workers = pipeline.senders.indices.map { Worker($0, pipeline) }
    self.seconds = seconds
    self.limit = limit
  }

  public func run() -> ContentionMeasurement {
    let throughput = part(isTimed: false)
    if !throughput.isStuck {
      _ = part(isTimed: true)
    }
    let sent = workers.map { $0.sent.load(ordering: .acquiring) }
    let arrived = pipeline.arrivals.total.load(ordering: .acquiring)
    let isStuck = workers.contains { !$0.isDone.load(ordering: .acquiring) } || throughput.isStuck
    let counted = workers[pipeline.counted]
    return ContentionMeasurement(
      eventsPerSecond: throughput.eventsPerSecond,
      longestCall: max(counted.map(\.longestCall).max() ?? 0, throughput.leastWait),
      peakBytes: Memory.peak - memoryBefore,
      isStuck: isStuck,
      lost: isStuck ? 0 : pipeline.expected(sent).map { $0 - arrived } ?? 0,
      outOfOrder: pipeline.arrivals.outOfOrder.load(ordering: .acquiring))
  }

  private struct Part {
    var eventsPerSecond: Double
    var isStuck: Bool
    /// What a call took at least that has not returned.
    var leastWait: Double
  }

  private func part(isTimed: Bool) -> Part {
    let before = countedCalls
    let stop = StopSignal()
    for worker in workers { worker.start(isTimed: isTimed, until: stop) }
    let start = ContinuousClock.now
    while (ContinuousClock.now - start).seconds < seconds, Memory.resident < Self.memoryLimit {
      Thread.sleep(forTimeInterval: 0.002)
    }
    stop.isSet.store(true, ordering: .releasing)
    let stopped = ContinuousClock.now
    while !isOver, (ContinuousClock.now - stopped).seconds < limit, Memory.resident < Self.memoryLimit {
      Thread.sleep(forTimeInterval: 0.0005)
    }
    let end = ContinuousClock.now
    let isStuck = !isOver
    return Part(
      eventsPerSecond: Double(countedCalls - before) / (end - start).seconds,
      isStuck: isStuck,
      leastWait: isStuck ? (end - stopped).seconds : 0)
  }

  private var countedCalls: Int {
    workers[pipeline.counted].reduce(0) { $0 + $1.sent.load(ordering: .acquiring) }
  }

  /// Whether every thread has returned and every element has arrived.
  private var isOver: Bool {
    guard workers.allSatisfy({ $0.isDone.load(ordering: .acquiring) }) else { return false }
    guard pipeline.lead != nil, let expected = pipeline.expected(workers.map { $0.sent.load(ordering: .acquiring) })
    else { return true }
    return pipeline.arrivals.total.load(ordering: .acquiring) >= expected
  }
}

/// Tells threads to stop.
private final class StopSignal: Sendable {
  let isSet = Atomic<Bool>(false)
}

/// One thread that feeds a pipeline.
private final class Worker: Sendable {
  let sent = Atomic<Int>(0)
  let isDone = Atomic<Bool>(true)
  private let longest = Atomic<UInt64>(0)
  /// When the call began that is under way; 0 between two parts, and where calls are not timed.
  private let began = Atomic<UInt64>(0)
  private let thread: Int
  private let pipeline: ContendedPipeline

  init(_ thread: Int, _ pipeline: ContendedPipeline) {
    self.thread = thread
    self.pipeline = pipeline
  }

  /// The longest call, in seconds; one that has not returned counts, too.
  var longestCall: Double {
    let began = began.load(ordering: .relaxed)
    let underWay = began == 0 || isDone.load(ordering: .acquiring) ? 0 : Worker.now - began
    return Double(max(longest.load(ordering: .relaxed), underWay)) / 1e9
  }

  func start(isTimed: Bool, until stop: StopSignal) {
    isDone.store(false, ordering: .releasing)
    Thread.detachNewThread { [self] in
      if isTimed { sendTimed(until: stop) } else { send(until: stop) }
      isDone.store(true, ordering: .releasing)
    }
  }

  private func send(until stop: StopSignal) {
    let send = pipeline.senders[thread]
    var number = sent.load(ordering: .relaxed)
    while !stop.isSet.load(ordering: .relaxed) {
      send(NumberedElement.make(thread: thread, number: number))
      number += 1
      sent.store(number, ordering: .releasing)
      waitForLead(number, until: stop)
    }
  }

  private func sendTimed(until stop: StopSignal) {
    let send = pipeline.senders[thread]
    var number = sent.load(ordering: .relaxed)
    var worst: UInt64 = 0
    while !stop.isSet.load(ordering: .relaxed) {
      let start = Worker.now
      began.store(start, ordering: .relaxed)
      send(NumberedElement.make(thread: thread, number: number))
      worst = max(worst, Worker.now - start)
      longest.store(worst, ordering: .relaxed)
      number += 1
      sent.store(number, ordering: .releasing)
      waitForLead(number, until: stop)
    }
    began.store(0, ordering: .relaxed)
  }

  /// Sleeps while this thread is too far ahead of what has arrived.
  @inline(__always)
  private func waitForLead(_ number: Int, until stop: StopSignal) {
    guard let lead = pipeline.lead else { return }
    while number - pipeline.arrivals.newestNumber(of: thread) > lead, !stop.isSet.load(ordering: .relaxed) {
      // NB: sleeps, because a loop that gives up the processor takes it from the thread that it waits for.
      usleep(50)
    }
  }

  private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }
}

extension Duration {
  fileprivate var seconds: Double { nanoseconds / 1e9 }
}
