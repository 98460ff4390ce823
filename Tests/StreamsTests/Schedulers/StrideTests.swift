import Dispatch
import ExpectSupport
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
    expectEqual(Dispatch(exactly: three), .seconds(3))
    expectEqual(Immediate(exactly: three), .seconds(3))
    expectEqual(Clocks(exactly: three), .seconds(3))
    expectEqual(Loop(exactly: three), .seconds(3))
    expectEqual(Queue(exactly: three), .seconds(3))
    expectEqual(Immediate(three), .seconds(3))
    expectEqual(Dispatch(integerLiteral: three), .seconds(3))
    #expect(Dispatch(exactly: UInt64.max) == nil)
    #expect(Dispatch(exactly: Int.max) == nil)
    expectEqual(Dispatch(exactly: -three), -.seconds(3))
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
    expectEqual(stride + .milliseconds(500) - .microseconds(500_000), stride)
    expectEqual(-stride, .seconds(-number))
    #expect(stride < stride + .nanoseconds(1))
    expectEqual(S.seconds(1.5), 1.5)
    expectEqual(stride, S(exactly: number))
    var sum = stride
    sum += 1
    sum -= 0.5
    expectEqual(sum, stride + .milliseconds(500))
    try expectEqual(JSONDecoder().decode(S.self, from: JSONEncoder().encode(stride)), stride)
  }

  @Test func `has a type for each scheduler`() {
    let types: [Any.Type] = [
      Dispatch.self, Immediate.self, Loop.self, Queue.self, Clocks.self, RunLoop.SchedulerTimeType.self,
      OperationQueue.SchedulerTimeType.self,
    ]
    expectEqual(Set(types.map(ObjectIdentifier.init)).count, types.count)
    #expect(Loop.name == "RunLoop" && Queue.name == "OperationQueue")
    #expect(Dispatch.name == "DispatchQueue" && Immediate.name == "ImmediateScheduler")
  }

  @Test func `saturates at the largest number of nanoseconds`() {
    expectEqual(Dispatch.seconds(.max), .nanoseconds(.max))
    expectEqual(Dispatch.nanoseconds(.max) + 1, .nanoseconds(.max))
    expectEqual(Dispatch.nanoseconds(.min) - 1, .nanoseconds(.min))
  }

  @Test func `converts from dispatch intervals and durations`() {
    expectEqual(Dispatch(DispatchTimeInterval.milliseconds(3)), .milliseconds(3))
    expectEqual(Dispatch(DispatchTimeInterval.never), .nanoseconds(.max))
    expectEqual(Clocks(Duration.milliseconds(1500)), 1.5)
    expectEqual(Clocks(Duration.milliseconds(-1500)), -1.5)
    expectEqual(Clocks(Duration.seconds(Int64.max)), .nanoseconds(.max))
  }

  @Test func `counts in seconds for run loops and operation queues`() throws {
    let stride: RunLoop.SchedulerTimeType.Stride = .milliseconds(250) + 1 - .seconds(0.5) * 2
    expectEqual(stride.magnitude, 0.25)
    expectEqual(stride.timeInterval, 0.25)
    expectEqual(OperationQueue.SchedulerTimeType.Stride(1.5), .seconds(1) + .microseconds(500_000))
    expectEqual(RunLoop.SchedulerTimeType.Stride(exactly: 3), 3)
    #expect(-stride < .nanoseconds(1))
    let start = RunLoop.SchedulerTimeType(Date(timeIntervalSince1970: 10))
    expectEqual(start.advanced(by: .milliseconds(1500)).date, Date(timeIntervalSince1970: 11.5))
    expectEqual(start.distance(to: RunLoop.SchedulerTimeType(Date(timeIntervalSince1970: 8))), -2)
    let coded = try JSONDecoder().decode(type(of: stride), from: JSONEncoder().encode(stride))
    expectEqual(coded, stride)
  }

  @Test func `converts to a dispatch interval`() {
    let stride: DispatchQueue.SchedulerTimeType.Stride = .milliseconds(250)
    expectEqual(stride.timeInterval, .nanoseconds(250_000_000))
  }

  /// Dispatch interprets a time beyond its range as a point in the past of another clock.
  @Test func `treats a time beyond dispatch's range as never`() {
    let now = DispatchQueue.main.now
    let never = now.advanced(by: .init(.never))
    expectEqual(never.dispatchTime, .distantFuture)
    expectEqual(never.advanced(by: .init(.never)).dispatchTime, .distantFuture)
    #expect(now.advanced(by: .seconds(1)).dispatchTime < .distantFuture)
  }

  /// `DispatchTimeInterval` has cases of the same names as `Duration`; both work.
  @Test func `is made from a dispatch interval`() {
    expectEqual(DispatchQueue.SchedulerTimeType.Stride(.milliseconds(500)), .seconds(0.5))
    expectEqual(DispatchQueue.SchedulerTimeType.Stride(.seconds(2)), 2)
  }
}

// Each declares the same member, which would be ambiguous if two of the schedulers shared a type.
extension DispatchQueue.SchedulerTimeType.Stride { fileprivate static var name: String { "DispatchQueue" } }
extension ImmediateScheduler.SchedulerTimeType.Stride { fileprivate static var name: String { "ImmediateScheduler" } }
extension RunLoop.SchedulerTimeType.Stride { fileprivate static var name: String { "RunLoop" } }
extension OperationQueue.SchedulerTimeType.Stride { fileprivate static var name: String { "OperationQueue" } }
