import Dispatch
import Foundation
import Streams
import StreamsExtras
import Testing

@Suite struct StrideTests {
  @Test func isMadeOfOtherLengths() {
    #expect(NanosecondStride(DispatchTimeInterval.milliseconds(3)) == .milliseconds(3))
    #expect(NanosecondStride(DispatchTimeInterval.never) == .nanoseconds(.max))
    #expect(NanosecondStride(Duration.milliseconds(1500)) == 1.5)
    #expect(NanosecondStride(Duration.milliseconds(-1500)) == -1.5)
    #expect(NanosecondStride(Duration.seconds(Int64.max)) == .nanoseconds(.max))
  }

  @Test func runLoopsAndOperationQueuesCountInSeconds() throws {
    let stride: RunLoop.SchedulerTimeType.Stride = .milliseconds(250) + 1 - .seconds(0.5) * 2
    #expect(stride.magnitude == 0.25)
    #expect(stride.timeInterval == 0.25)
    #expect(OperationQueue.SchedulerTimeType.Stride(1.5) == .seconds(1) + .microseconds(500_000))
    #expect(RunLoop.SchedulerTimeType.Stride(exactly: 3) == 3)
    #expect(-stride < .nanoseconds(1))
    let start = RunLoop.SchedulerTimeType(Date(timeIntervalSince1970: 10))
    #expect(start.advanced(by: .milliseconds(1500)).date == Date(timeIntervalSince1970: 11.5))
    #expect(start.distance(to: RunLoop.SchedulerTimeType(Date(timeIntervalSince1970: 8))) == -2)
    let coded = try JSONDecoder().decode(type(of: stride), from: JSONEncoder().encode(stride))
    #expect(coded == stride)
  }

  @Test func isToldInOtherLengths() {
    let stride: DispatchQueue.SchedulerTimeType.Stride = .milliseconds(250)
    #expect(stride.timeInterval == .nanoseconds(250_000_000))
  }

  /// Beyond that, dispatch would take it for a point in the past of another clock.
  @Test func whatIsTooFarForDispatchNeverComes() {
    let now = DispatchQueue.main.now
    let never = now.advanced(by: .init(.never))
    #expect(never.dispatchTime == .distantFuture)
    #expect(never.advanced(by: .init(.never)).dispatchTime == .distantFuture)
    #expect(now.advanced(by: .seconds(1)).dispatchTime < .distantFuture)
  }

  /// A stretch of dispatch time is made of what dispatch calls one, and its cases are those that a duration has too.
  @Test func aStretchIsMadeOfDispatchsOwn() {
    #expect(DispatchQueue.SchedulerTimeType.Stride(.milliseconds(500)) == .seconds(0.5))
    #expect(DispatchQueue.SchedulerTimeType.Stride(.seconds(2)) == 2)
  }
}
