import Dispatch
import Foundation
import Streams
import Testing

@Suite struct StrideTests {
  @Test func isMadeOfOtherLengths() {
    #expect(NanosecondStride(DispatchTimeInterval.milliseconds(3)) == .milliseconds(3))
    #expect(NanosecondStride(DispatchTimeInterval.never) == .nanoseconds(.max))
    #expect(NanosecondStride(0.25 as TimeInterval) == .milliseconds(250))
    #expect(NanosecondStride(Duration.milliseconds(1500)) == 1.5)
    #expect(NanosecondStride(Duration.milliseconds(-1500)) == -1.5)
    #expect(NanosecondStride(Duration.seconds(Int64.max)) == .nanoseconds(.max))
  }

  @Test func isToldInOtherLengths() {
    let stride: DispatchQueue.SchedulerTimeType.Stride = .milliseconds(250)
    #expect(stride.timeInterval == .nanoseconds(250_000_000))
    #expect(stride.seconds == 0.25)
  }
}
