import Cases

#if PEER
  import OpenCombine
#else
  import Streams
#endif

/// A scheduler whose time is driven by hand.
final class VirtualScheduler: Scheduler {
  typealias SchedulerTimeType = Instant
  typealias SchedulerOptions = Never

  private(set) var now = Instant(ticks: 0)
  let minimumTolerance = Instant.Stride(magnitude: 0)
  private var work: [(date: Int, series: Int, action: () -> Void)] = []
  private var count = 0

  func schedule(options: Never?, _ action: @escaping () -> Void) { add(now, 0, action) }

  func schedule(after date: Instant, tolerance: Instant.Stride, options: Never?, _ action: @escaping () -> Void) {
    add(date, 0, action)
  }

  func schedule(
    after date: Instant, interval: Instant.Stride, tolerance: Instant.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    count += 1
    let series = count
    `repeat`(date, interval, series, action)
    return AnyCancellable { [weak self] in self?.work.removeAll { $0.series == series } }
  }

  private func `repeat`(_ date: Instant, _ interval: Instant.Stride, _ series: Int, _ action: @escaping () -> Void) {
    add(date, series) { [weak self] in
      self?.`repeat`(date.advanced(by: interval), interval, series, action)
      action()
    }
  }

  private func add(_ date: Instant, _ series: Int, _ action: @escaping () -> Void) {
    work.append((max(date.ticks, now.ticks), series, action))
  }

  /// Lets time pass, and runs what falls due, first in, first out.
  func advance(by ticks: Int) {
    let end = now.ticks + ticks
    while let next = work.indices.min(by: { work[$0].date < work[$1].date }), work[next].date <= end {
      let due = work.remove(at: next)
      now = Instant(ticks: due.date)
      due.action()
    }
    now = Instant(ticks: end)
  }
}

/// A point in time. A second is a tick.
struct Instant: Strideable {
  var ticks: Int

  func distance(to other: Instant) -> Stride { Stride(magnitude: other.ticks - ticks) }
  func advanced(by n: Stride) -> Instant { Instant(ticks: ticks + n.magnitude) }

  struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric {
    var magnitude: Int

    init(magnitude: Int) { self.magnitude = magnitude }
    init(integerLiteral value: Int) { magnitude = value }
    init?<T: BinaryInteger>(exactly source: T) { magnitude = Int(source) }

    static func seconds(_ s: Int) -> Self { Self(magnitude: s) }
    static func seconds(_ s: Double) -> Self { Self(magnitude: Int(s)) }
    static func milliseconds(_ ms: Int) -> Self { Self(magnitude: ms / 1_000) }
    static func microseconds(_ us: Int) -> Self { Self(magnitude: us / 1_000_000) }
    static func nanoseconds(_ ns: Int) -> Self { Self(magnitude: ns / 1_000_000_000) }

    static func < (a: Self, b: Self) -> Bool { a.magnitude < b.magnitude }
    static func + (a: Self, b: Self) -> Self { Self(magnitude: a.magnitude + b.magnitude) }
    static func - (a: Self, b: Self) -> Self { Self(magnitude: a.magnitude - b.magnitude) }
    static func * (a: Self, b: Self) -> Self { Self(magnitude: a.magnitude * b.magnitude) }
    static func *= (a: inout Self, b: Self) { a = a * b }
  }
}
