public protocol SchedulerTimeIntervalConvertible {
  static func seconds(_ s: Int) -> Self
  static func seconds(_ s: Double) -> Self
  static func milliseconds(_ ms: Int) -> Self
  static func microseconds(_ us: Int) -> Self
  static func nanoseconds(_ ns: Int) -> Self
}

public protocol Scheduler<SchedulerTimeType> {
  associatedtype SchedulerTimeType: Strideable where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible
  associatedtype SchedulerOptions
  var now: SchedulerTimeType { get }
  var minimumTolerance: SchedulerTimeType.Stride { get }
  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)
  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void)
  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable
}

extension Scheduler {
  public func schedule(_ action: @escaping () -> Void) { fatalError() }
  public func schedule(after date: SchedulerTimeType, _ action: @escaping () -> Void) { fatalError() }
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, _ action: @escaping () -> Void
  ) { fatalError() }
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, _ action: @escaping () -> Void
  ) -> any Cancellable { fatalError() }
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    _ action: @escaping () -> Void
  ) -> any Cancellable { fatalError() }
}

public struct ImmediateScheduler: Scheduler, Sendable {
  public struct SchedulerTimeType: Strideable {
    public func distance(to other: SchedulerTimeType) -> Stride { fatalError() }
    public func advanced(by n: Stride) -> SchedulerTimeType { fatalError() }

    public struct Stride: ExpressibleByFloatLiteral, Comparable, SignedNumeric, Codable,
      SchedulerTimeIntervalConvertible
    {
      public typealias FloatLiteralType = Double
      public typealias IntegerLiteralType = Int
      public typealias Magnitude = Int
      public var magnitude: Int
      public init(_ value: Int) { fatalError() }
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

  public typealias SchedulerOptions = Never
  public static let shared = ImmediateScheduler()
  init() {}
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) { fatalError() }
  public var now: SchedulerTimeType { fatalError() }
  public var minimumTolerance: SchedulerTimeType.Stride { fatalError() }
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) { fatalError() }
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable { fatalError() }
}
