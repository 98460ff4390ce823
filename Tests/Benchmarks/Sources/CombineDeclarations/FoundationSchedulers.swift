import Dispatch
import Foundation

extension DispatchQueue: Scheduler {
  public struct SchedulerTimeType: Strideable, Codable, Hashable {
    public var dispatchTime: DispatchTime
    public init(_ time: DispatchTime) { fatalError() }
    public init(from decoder: any Decoder) throws { fatalError() }
    public func encode(to encoder: any Encoder) throws { fatalError() }
    public func distance(to other: SchedulerTimeType) -> Stride { fatalError() }
    public func advanced(by n: Stride) -> SchedulerTimeType { fatalError() }
    public func hash(into hasher: inout Hasher) { fatalError() }

    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
      Hashable, Codable
    {
      public typealias FloatLiteralType = Double
      public typealias IntegerLiteralType = Int
      public typealias Magnitude = Int
      public var magnitude: Int
      public var timeInterval: DispatchTimeInterval { fatalError() }
      public init(_ timeInterval: DispatchTimeInterval) { fatalError() }
      public init(integerLiteral value: Int) { fatalError() }
      public init(floatLiteral value: Double) { fatalError() }
      public init?<T: BinaryInteger>(exactly source: T) { fatalError() }
      public init(from decoder: any Decoder) throws { fatalError() }
      public func encode(to encoder: any Encoder) throws { fatalError() }
      public static func < (lhs: Stride, rhs: Stride) -> Bool { fatalError() }
      public static func * (lhs: Stride, rhs: Stride) -> Stride { fatalError() }
      public static func + (lhs: Stride, rhs: Stride) -> Stride { fatalError() }
      public static func - (lhs: Stride, rhs: Stride) -> Stride { fatalError() }
      public static func -= (lhs: inout Stride, rhs: Stride) { fatalError() }
      public static func *= (lhs: inout Stride, rhs: Stride) { fatalError() }
      public static func += (lhs: inout Stride, rhs: Stride) { fatalError() }
      public static func == (lhs: Stride, rhs: Stride) -> Bool { fatalError() }
      public static func seconds(_ s: Int) -> Stride { fatalError() }
      public static func seconds(_ s: Double) -> Stride { fatalError() }
      public static func milliseconds(_ ms: Int) -> Stride { fatalError() }
      public static func microseconds(_ us: Int) -> Stride { fatalError() }
      public static func nanoseconds(_ ns: Int) -> Stride { fatalError() }
    }
  }

  public struct SchedulerOptions {
    public var qos: DispatchQoS
    public var flags: DispatchWorkItemFlags
    public var group: DispatchGroup?
    public init(qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], group: DispatchGroup? = nil) {
      fatalError()
    }
  }

  public var now: SchedulerTimeType { fatalError() }
  public var minimumTolerance: SchedulerTimeType.Stride { fatalError() }
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) { fatalError() }
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) { fatalError() }
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable { fatalError() }
}

extension RunLoop: Scheduler {
  public struct SchedulerTimeType: Strideable, Codable, Hashable {
    public var date: Date
    public init(_ date: Date) { fatalError() }
    public init(from decoder: any Decoder) throws { fatalError() }
    public func encode(to encoder: any Encoder) throws { fatalError() }
    public func distance(to other: SchedulerTimeType) -> Stride { fatalError() }
    public func advanced(by n: Stride) -> SchedulerTimeType { fatalError() }
    public func hash(into hasher: inout Hasher) { fatalError() }

    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
      Hashable, Codable
    {
      public typealias FloatLiteralType = TimeInterval
      public typealias IntegerLiteralType = TimeInterval
      public typealias Magnitude = TimeInterval
      public var magnitude: TimeInterval
      public var timeInterval: TimeInterval
      public init(_ timeInterval: TimeInterval) { fatalError() }
      public init(integerLiteral value: TimeInterval) { fatalError() }
      public init(floatLiteral value: TimeInterval) { fatalError() }
      public init?<T: BinaryInteger>(exactly source: T) { fatalError() }
      public init(from decoder: any Decoder) throws { fatalError() }
      public func encode(to encoder: any Encoder) throws { fatalError() }
      public static func < (lhs: Stride, rhs: Stride) -> Bool { fatalError() }
      public static func * (lhs: Stride, rhs: Stride) -> Stride { fatalError() }
      public static func + (lhs: Stride, rhs: Stride) -> Stride { fatalError() }
      public static func - (lhs: Stride, rhs: Stride) -> Stride { fatalError() }
      public static func -= (lhs: inout Stride, rhs: Stride) { fatalError() }
      public static func *= (lhs: inout Stride, rhs: Stride) { fatalError() }
      public static func += (lhs: inout Stride, rhs: Stride) { fatalError() }
      public static func == (lhs: Stride, rhs: Stride) -> Bool { fatalError() }
      public static func seconds(_ s: Int) -> Stride { fatalError() }
      public static func seconds(_ s: Double) -> Stride { fatalError() }
      public static func milliseconds(_ ms: Int) -> Stride { fatalError() }
      public static func microseconds(_ us: Int) -> Stride { fatalError() }
      public static func nanoseconds(_ ns: Int) -> Stride { fatalError() }
    }
  }

  public struct SchedulerOptions {}

  public var now: SchedulerTimeType { fatalError() }
  public var minimumTolerance: SchedulerTimeType.Stride { fatalError() }
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) { fatalError() }
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) { fatalError() }
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable { fatalError() }
}

extension OperationQueue: Scheduler {
  public struct SchedulerTimeType: Strideable, Codable, Hashable {
    public var date: Date
    public init(_ date: Date) { fatalError() }
    public init(from decoder: any Decoder) throws { fatalError() }
    public func encode(to encoder: any Encoder) throws { fatalError() }
    public func distance(to other: SchedulerTimeType) -> Stride { fatalError() }
    public func advanced(by n: Stride) -> SchedulerTimeType { fatalError() }
    public func hash(into hasher: inout Hasher) { fatalError() }

    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
      Hashable, Codable
    {
      public typealias FloatLiteralType = TimeInterval
      public typealias IntegerLiteralType = TimeInterval
      public typealias Magnitude = TimeInterval
      public var magnitude: TimeInterval
      public var timeInterval: TimeInterval
      public init(_ timeInterval: TimeInterval) { fatalError() }
      public init(integerLiteral value: TimeInterval) { fatalError() }
      public init(floatLiteral value: TimeInterval) { fatalError() }
      public init?<T: BinaryInteger>(exactly source: T) { fatalError() }
      public init(from decoder: any Decoder) throws { fatalError() }
      public func encode(to encoder: any Encoder) throws { fatalError() }
      public static func < (lhs: Stride, rhs: Stride) -> Bool { fatalError() }
      public static func * (lhs: Stride, rhs: Stride) -> Stride { fatalError() }
      public static func + (lhs: Stride, rhs: Stride) -> Stride { fatalError() }
      public static func - (lhs: Stride, rhs: Stride) -> Stride { fatalError() }
      public static func -= (lhs: inout Stride, rhs: Stride) { fatalError() }
      public static func *= (lhs: inout Stride, rhs: Stride) { fatalError() }
      public static func += (lhs: inout Stride, rhs: Stride) { fatalError() }
      public static func == (lhs: Stride, rhs: Stride) -> Bool { fatalError() }
      public static func seconds(_ s: Int) -> Stride { fatalError() }
      public static func seconds(_ s: Double) -> Stride { fatalError() }
      public static func milliseconds(_ ms: Int) -> Stride { fatalError() }
      public static func microseconds(_ us: Int) -> Stride { fatalError() }
      public static func nanoseconds(_ ns: Int) -> Stride { fatalError() }
    }
  }

  public struct SchedulerOptions {}

  public var now: SchedulerTimeType { fatalError() }
  public var minimumTolerance: SchedulerTimeType.Stride { fatalError() }
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) { fatalError() }
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) { fatalError() }
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable { fatalError() }
}
