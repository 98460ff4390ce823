import Foundation
import Streams

/// What an operator of this library returns, so that a user sees which one was chosen.
public struct Own<Output, Failure: Error>: Publisher {
  public let operation: String
  public init(_ operation: String) { self.operation = operation }
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    Empty(completeImmediately: true).receive(subscriber: subscriber)
  }
}

extension Publishers {
  public struct Create<Output, Failure: Error>: Publisher {
    public init() {}
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      Empty(completeImmediately: true).receive(subscriber: subscriber)
    }
  }

  public struct Materialize<Upstream: Publisher> {
    public init(upstream: Upstream) {}
  }

  public struct Dematerialize<Upstream: Publisher> {
    public init(upstream: Upstream) {}
  }

  public struct WithLatestFrom<Upstream: Publisher, Other: Publisher> {
    public init(upstream: Upstream, second: Other) {}
  }

  public struct Pairwise<Upstream: Publisher> {
    public init(upstream: Upstream) {}
  }

  public struct RetryLater<Upstream: Publisher> {
    public init(upstream: Upstream) {}
  }

  public struct CombineLatestMany<Upstream: Publisher> {
    public init(upstreams: [Upstream]) {}
  }

  public struct ZipMany<Upstream: Publisher> {
    public init(upstreams: [Upstream]) {}
  }

  public struct AsyncElements<Elements: AsyncSequence> {
    public init(elements: Elements) {}
  }
}

public final class ReplaySubject<Output, Failure: Error>: Subject {
  private let inner = PassthroughSubject<Output, Failure>()
  public init(bufferSize: Int) {}
  public func send(_ value: Output) { inner.send(value) }
  public func send(completion: Subscribers.Completion<Failure>) { inner.send(completion: completion) }
  public func send(subscription: any Subscription) { inner.send(subscription: subscription) }
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    inner.receive(subscriber: subscriber)
  }
}

public protocol Relay<Output>: Publisher where Failure == Never {
  func accept(_ value: Output)
}

public final class PassthroughRelay<Output>: Relay {
  private let inner = PassthroughSubject<Output, Never>()
  public init() {}
  public func accept(_ value: Output) { inner.send(value) }
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    inner.receive(subscriber: subscriber)
  }
}

public final class CurrentValueRelay<Output>: Relay {
  private let inner: CurrentValueSubject<Output, Never>
  public init(_ value: Output) { inner = CurrentValueSubject(value) }
  public func accept(_ value: Output) { inner.send(value) }
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    inner.receive(subscriber: subscriber)
  }
}

public enum StreamEvent<Output, Failure: Error> {
  case value(Output)
  case failure(Failure)
  case finished
}

public enum AsyncBuffering { case all, none }
public enum ObjectOwnership { case strong, weak, unowned }
public struct ClockScheduler { public init() {} }
public struct SchedulerDate { public init() {} }
public struct TimeIntervalStride { public init() {} }
public struct NanosecondStride { public init() {} }

public struct AnyScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  public let now: SchedulerTimeType
  public let minimumTolerance: SchedulerTimeType.Stride
  private let run: (@escaping () -> Void) -> Void

  public init<S: Scheduler>(_ scheduler: S)
  where S.SchedulerTimeType == SchedulerTimeType, S.SchedulerOptions == SchedulerOptions {
    now = scheduler.now
    minimumTolerance = scheduler.minimumTolerance
    run = { scheduler.schedule($0) }
  }

  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) { run(action) }
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) { run(action) }
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    run(action)
    return AnyCancellable {}
  }
}

public typealias AnySchedulerOf<S: Scheduler> = AnyScheduler<S.SchedulerTimeType, S.SchedulerOptions>

extension Scheduler {
  public func eraseToAnyScheduler() -> AnySchedulerOf<Self> { AnyScheduler(self) }
}

// One member for each scheduler's own time: they are types of their own.
extension DispatchQueue.SchedulerTimeType {
  public var scheduler: String { "DispatchQueue" }
}
extension RunLoop.SchedulerTimeType {
  public var scheduler: String { "RunLoop" }
}
extension OperationQueue.SchedulerTimeType {
  public var scheduler: String { "OperationQueue" }
}
extension ImmediateScheduler.SchedulerTimeType {
  public var scheduler: String { "ImmediateScheduler" }
}
extension DispatchQueue.SchedulerTimeType.Stride {
  public var scheduler: String { "DispatchQueue" }
}
extension RunLoop.SchedulerTimeType.Stride {
  public var scheduler: String { "RunLoop" }
}
extension OperationQueue.SchedulerTimeType.Stride {
  public var scheduler: String { "OperationQueue" }
}
extension ImmediateScheduler.SchedulerTimeType.Stride {
  public var scheduler: String { "ImmediateScheduler" }
}
