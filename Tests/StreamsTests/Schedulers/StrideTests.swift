import Dispatch
import Foundation
import Streams
import StreamsExtras
import Testing

@Suite struct StrideTests {
  private typealias Dispatch = DispatchQueue.SchedulerTimeType.Stride
  private typealias Immediate = ImmediateScheduler.SchedulerTimeType.Stride
  private typealias Loop = RunLoop.SchedulerTimeType.Stride
  private typealias Queue = OperationQueue.SchedulerTimeType.Stride
  private typealias Clocks = ClockScheduler<ContinuousClock>.SchedulerTimeType.Stride

  @Test func `counts integers as seconds`() {
    let three = Int("3") ?? 0
    #expect(Dispatch(exactly: three) == .seconds(3))
    #expect(Immediate(exactly: three) == .seconds(3))
    #expect(Clocks(exactly: three) == .seconds(3))
    #expect(Loop(exactly: three) == .seconds(3))
    #expect(Queue(exactly: three) == .seconds(3))
    #expect(Immediate(three) == .seconds(3))
    #expect(Dispatch(integerLiteral: three) == .seconds(3))
    #expect(Dispatch(exactly: UInt64.max) == nil)
    #expect(Dispatch(exactly: Int.max) == nil)
    #expect(Dispatch(exactly: -three) == -.seconds(3))
  }

  @Test(arguments: [-2, 0, 3]) func `calculates alike in every scheduler's time`(_ number: Int) throws {
    try check(Dispatch.self, number)
    try check(Immediate.self, number)
    try check(Clocks.self, number)
    try check(Loop.self, number)
    try check(Queue.self, number)
  }

  private func check<S: SchedulerTimeIntervalConvertible & SignedNumeric & Comparable & Codable & Hashable & Sendable>(
    _ type: S.Type, _ number: Int
  ) throws where S: ExpressibleByFloatLiteral {
    let stride = S.seconds(number)
    #expect(stride + .milliseconds(500) - .microseconds(500_000) == stride)
    #expect(-stride == .seconds(-number))
    #expect(stride < stride + .nanoseconds(1))
    #expect(S.seconds(1.5) == 1.5)
    #expect(stride == S(exactly: number))
    var sum = stride
    sum += 1
    sum -= 0.5
    #expect(sum == stride + .milliseconds(500))
    #expect(try JSONDecoder().decode(S.self, from: JSONEncoder().encode(stride)) == stride)
  }

  @Test func `has a type for each scheduler`() {
    let types: [Any.Type] = [
      Dispatch.self, Immediate.self, Loop.self, Queue.self, Clocks.self, RunLoop.SchedulerTimeType.self,
      OperationQueue.SchedulerTimeType.self,
    ]
    #expect(Set(types.map(ObjectIdentifier.init)).count == types.count)
    #expect(Loop.name == "RunLoop" && Queue.name == "OperationQueue")
    #expect(Dispatch.name == "DispatchQueue" && Immediate.name == "ImmediateScheduler")
  }

  @Test func `saturates at the largest number of nanoseconds`() {
    #expect(Dispatch.seconds(.max) == .nanoseconds(.max))
    #expect(Dispatch.nanoseconds(.max) + 1 == .nanoseconds(.max))
    #expect(Dispatch.nanoseconds(.min) - 1 == .nanoseconds(.min))
  }

  @Test func `converts from dispatch intervals and durations`() {
    #expect(Dispatch(DispatchTimeInterval.milliseconds(3)) == .milliseconds(3))
    #expect(Dispatch(DispatchTimeInterval.never) == .nanoseconds(.max))
    #expect(Clocks(Duration.milliseconds(1500)) == 1.5)
    #expect(Clocks(Duration.milliseconds(-1500)) == -1.5)
    #expect(Clocks(Duration.seconds(Int64.max)) == .nanoseconds(.max))
  }

  @Test func `counts in seconds for run loops and operation queues`() throws {
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

  @Test func `converts to a dispatch interval`() {
    let stride: DispatchQueue.SchedulerTimeType.Stride = .milliseconds(250)
    #expect(stride.timeInterval == .nanoseconds(250_000_000))
  }

  /// Dispatch interprets a time beyond its range as a point in the past of another clock.
  @Test func `treats a time beyond dispatch's range as never`() {
    let now = DispatchQueue.main.now
    let never = now.advanced(by: .init(.never))
    #expect(never.dispatchTime == .distantFuture)
    #expect(never.advanced(by: .init(.never)).dispatchTime == .distantFuture)
    #expect(now.advanced(by: .seconds(1)).dispatchTime < .distantFuture)
  }

  /// `DispatchTimeInterval` has cases of the same names as `Duration`; both work.
  @Test func `is made from a dispatch interval`() {
    #expect(DispatchQueue.SchedulerTimeType.Stride(.milliseconds(500)) == .seconds(0.5))
    #expect(DispatchQueue.SchedulerTimeType.Stride(.seconds(2)) == 2)
  }
}

// Each declares the same member, which would be ambiguous if two of the schedulers shared a type.
extension DispatchQueue.SchedulerTimeType.Stride { fileprivate static var name: String { "DispatchQueue" } }
extension ImmediateScheduler.SchedulerTimeType.Stride { fileprivate static var name: String { "ImmediateScheduler" } }
extension RunLoop.SchedulerTimeType.Stride { fileprivate static var name: String { "RunLoop" } }
extension OperationQueue.SchedulerTimeType.Stride { fileprivate static var name: String { "OperationQueue" } }
