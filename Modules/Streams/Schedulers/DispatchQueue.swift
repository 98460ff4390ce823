import Dispatch

extension DispatchQueue: Scheduler {
  /// A point in dispatch time.
  public struct SchedulerTimeType: Strideable, Codable, Hashable, Sendable {
    /// An interval in nanoseconds. Its arithmetic saturates instead of trapping.
    public struct Stride: NanosecondStride {
      /// The interval in nanoseconds.
      public var magnitude: Int

      // Combine's key.
      private enum CodingKeys: String, CodingKey { case magnitude = "_nanoseconds" }

      @usableFromInline package init(nanoseconds: Int) { magnitude = nanoseconds }

      /// Creates a stride. `.never` becomes the longest one.
      public init(_ timeInterval: DispatchTimeInterval) {
        switch timeInterval {
        case .seconds(let count): self = .seconds(count)
        case .milliseconds(let count): self = .milliseconds(count)
        case .microseconds(let count): self = .microseconds(count)
        case .nanoseconds(let count): self = .nanoseconds(count)
        case .never: self = .nanoseconds(.max)
        @unknown default: self = .nanoseconds(.max)
        }
      }

      /// The interval as a dispatch time interval.
      public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }
    }

    /// The time as a dispatch time.
    public var dispatchTime: DispatchTime {
      // NB: dispatch reads larger numbers as times of another clock, which may be in the past.
      nanoseconds > Int64.max ? .distantFuture : DispatchTime(uptimeNanoseconds: nanoseconds)
    }
    private let nanoseconds: UInt64

    /// Creates a point in time.
    public init(_ time: DispatchTime) { self.init(nanoseconds: time.uptimeNanoseconds) }

    private init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    /// Decodes a time from a number of nanoseconds, as Combine writes it.
    public init(from decoder: any Decoder) throws {
      nanoseconds = try decoder.singleValueContainer().decode(UInt64.self)
    }

    /// Encodes this time as a number of nanoseconds.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(nanoseconds)
    }

    public func distance(to other: SchedulerTimeType) -> Stride {
      let isLater = other.nanoseconds >= nanoseconds
      let distance = Int(clamping: isLater ? other.nanoseconds - nanoseconds : nanoseconds - other.nanoseconds)
      return Stride(nanoseconds: isLater ? distance : -distance)
    }

    public func advanced(by n: Stride) -> SchedulerTimeType {
      let (sum, overflow) =
        n.magnitude >= 0
        ? nanoseconds.addingReportingOverflow(UInt64(n.magnitude))
        : nanoseconds.subtractingReportingOverflow(UInt64(n.magnitude.magnitude))
      return SchedulerTimeType(nanoseconds: !overflow ? sum : n.magnitude >= 0 ? .max - 1 : 0)
    }
  }

  /// Options for how work runs on the queue.
  public struct SchedulerOptions {
    /// The quality of service.
    public var qos: DispatchQoS
    /// The flags of the work item.
    public var flags: DispatchWorkItemFlags
    /// The group that the work joins; repeated work joins none.
    public var group: DispatchGroup?

    /// Creates options. The defaults are the queue's.
    public init(qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], group: DispatchGroup? = nil) {
      self.qos = qos
      self.flags = flags
      self.group = group
    }
  }

  public var now: SchedulerTimeType { SchedulerTimeType(.now()) }
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    let action = UnsafeTransfer(action)
    async(group: options?.group, qos: options?.qos ?? .unspecified, flags: options?.flags ?? []) { action.value() }
  }

  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    let action = UnsafeTransfer(action)
    let group = options?.group
    group?.enter()
    asyncAfter(deadline: date.dispatchTime, qos: options?.qos ?? .unspecified, flags: options?.flags ?? []) {
      action.value()
      group?.leave()
    }
  }

  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let action = UnsafeTransfer(action)
    let timer = DispatchSource.makeTimerSource(queue: self)
    timer.schedule(
      deadline: date.dispatchTime, repeating: .nanoseconds(max(1, interval.magnitude)),
      leeway: .nanoseconds(max(0, tolerance.magnitude)))
    timer.setEventHandler(qos: options?.qos ?? .unspecified, flags: options?.flags ?? []) { action.value() }
    timer.resume()
    let source = UnsafeTransfer(timer)
    return AnyCancellable { source.value.cancel() }
  }
}

extension Scheduler {
  /// Prepares a job that is scheduled again and again: one block for all, so that scheduling it allocates none.
  ///
  /// - Returns: Schedules the job once; `nil` if this is no dispatch queue or there are options.
  @usableFromInline package func recurring(options: SchedulerOptions?, _ action: @escaping () -> Void) -> (() -> Void)?
  {
    guard options == nil, let queue = self as? DispatchQueue else { return nil }
    let action = UnsafeTransfer(action)
    let block: @Sendable @convention(block) () -> Void = { action.value() }
    return { queue.async(execute: block) }
  }
}
