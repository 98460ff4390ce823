import Streams

extension Publisher {
  public func withLatestFrom<P: Publisher>(_ other: P) -> Own<P.Output, Failure> { Own("withLatestFrom") }
  public func withLatestFrom<P: Publisher, Result>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> Result
  ) -> Own<Result, Failure> { Own("withLatestFrom") }
  public func flatMapLatest<P: Publisher>(_ transform: @escaping (Output) -> P) -> Own<P.Output, Failure> {
    Own("flatMapLatest")
  }
  public func pairwise() -> Own<(Output, Output), Failure> { Own("pairwise") }
  public func materialize() -> Own<StreamEvent<Output, Failure>, Never> { Own("materialize") }
  public func dematerialize<Value, Cause: Error>() -> Own<Value, Cause> where Output == StreamEvent<Value, Cause> {
    Own("dematerialize")
  }
  public func share(replay count: Int) -> Own<Output, Failure> { Own("share") }
  public func retry<S: Scheduler>(
    _ retries: Int, delay: S.SchedulerTimeType.Stride, scheduler: S
  ) -> Own<Output, Failure> { Own("retry") }
  public func retry<S: Scheduler>(
    _ retries: Int, after delay: @escaping (Int) -> S.SchedulerTimeType.Stride, scheduler: S,
    when condition: @escaping (Failure) -> Bool = { _ in true }
  ) -> Own<Output, Failure> { Own("retry") }
  public func values(buffering limit: AsyncBuffering) -> [Output] { [] }
}

extension Publisher where Failure == Never {
  // NB: what Combine has without `ownership` is chosen where nothing is said of it.
  public func assign<Root: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root, ownership: ObjectOwnership = .strong
  ) -> Own<Output, Never> { Own("assign") }
  public func assign<Root: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, onWeak object: Root
  ) -> Own<Output, Never> { Own("assign") }
  public func sink<Target: AnyObject>(
    onWeak object: Target, receiveValue: @escaping (Target, Output) -> Void
  ) -> Own<Output, Never> { Own("sink") }
  public func subscribe<R: Relay>(_ relay: R) -> AnyCancellable where R.Output == Output {
    sink { relay.accept($0) }
  }
}

extension Collection where Element: Publisher {
  public func combineLatest() -> Own<[Element.Output], Element.Failure> { Own("combineLatest") }
  public func merge() -> Own<Element.Output, Element.Failure> { Own("merge") }
  public func zip() -> Own<[Element.Output], Element.Failure> { Own("zip") }
}

extension AsyncSequence {
  public var publisher: Own<Element, any Error> { Own("publisher") }
}

extension AnyPublisher {
  public static func create(
    _ factory: @escaping (AnySubscriber<Output, Failure>) -> any Cancellable
  ) -> Own<Output, Failure> { Own("create") }
}

/// A requirement that every publisher without failure meets.
public protocol Observing<V> {
  associatedtype V
  func sink(receiveValue: @escaping (V) -> Void) -> AnyCancellable
}

/// The same with both closures.
public protocol Ending<V, Cause> {
  associatedtype V
  associatedtype Cause: Error
  func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Cause>) -> Void, receiveValue: @escaping (V) -> Void
  ) -> AnyCancellable
}

/// The same with a key path.
public protocol Assigning<V> {
  associatedtype V
  func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, V>, on object: Root) -> AnyCancellable
}

extension CurrentValueSubject: Observing where Failure == Never {
  public typealias V = Output
}
extension AnyPublisher: Observing, Assigning where Failure == Never {}
extension AnyPublisher: Ending {
  public typealias V = Output
  public typealias Cause = Failure
}
