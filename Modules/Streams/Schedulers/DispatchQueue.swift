import Dispatch

extension DispatchQueue: Scheduler {
  /// A point in dispatch time.
  public struct SchedulerTimeType: Strideable, Codable, Hashable, Sendable {
    /// A length of time in nanoseconds. Its arithmetic stops at the largest number instead of trapping.
    public struct Stride: NanosecondStride {
      /// The length in nanoseconds.
      public var magnitude: Int

      @usableFromInline package init(nanoseconds: Int) { magnitude = nanoseconds }

      /// Makes a stride; `.never` is the longest there is.
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

      /// The length as dispatch has it.
      public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }
    }

    /// The time as dispatch has it.
    public var dispatchTime: DispatchTime {
      // NB: dispatch reads what is beyond as another clock's time, which may be long past.
      nanoseconds > Int64.max ? .distantFuture : DispatchTime(uptimeNanoseconds: nanoseconds)
    }
    private let nanoseconds: UInt64

    /// Makes a point in time.
    public init(_ time: DispatchTime) { nanoseconds = time.uptimeNanoseconds }

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
      return SchedulerTimeType(DispatchTime(uptimeNanoseconds: !overflow ? sum : n.magnitude >= 0 ? .max - 1 : 0))
    }
  }

  /// How work runs on the queue.
  public struct SchedulerOptions {
    /// How urgent the work is.
    public var qos: DispatchQoS
    /// How the work runs beside other work of the queue.
    public var flags: DispatchWorkItemFlags
    /// What the work belongs to until it is done; repeated work belongs to none.
    public var group: DispatchGroup?

    /// Makes options; unless told otherwise, those of the queue.
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

  public func _recurring(options: SchedulerOptions?, _ action: @escaping () -> Void) -> (() -> Void)? {
    if options != nil { return nil }
    let action = UnsafeTransfer(action)
    // NB: a block that stands already is not allocated once more for each job.
    let block: @Sendable @convention(block) () -> Void = { action.value() }
    return { self.async(execute: block) }
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
