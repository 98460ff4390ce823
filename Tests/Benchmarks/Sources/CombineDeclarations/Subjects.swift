public final class PassthroughSubject<Output, Failure: Error>: Subject {
  public init() { fatalError() }
  public func send(subscription: any Subscription) { fatalError() }
  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure { fatalError() }
  public func send(_ input: Output) { fatalError() }
  public func send(completion: Subscribers.Completion<Failure>) { fatalError() }
}

public final class CurrentValueSubject<Output, Failure: Error>: Subject {
  public var value: Output {
    get { fatalError() }
    set { fatalError() }
  }
  public init(_ value: Output) { fatalError() }
  public func send(subscription: any Subscription) { fatalError() }
  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure { fatalError() }
  public func send(_ input: Output) { fatalError() }
  public func send(completion: Subscribers.Completion<Failure>) { fatalError() }
}

public struct AnyPublisher<Output, Failure: Error>: Publisher, CustomStringConvertible,
  CustomPlaygroundDisplayConvertible
{
  public var description: String { fatalError() }
  public var playgroundDescription: Any { fatalError() }
  @inlinable public init<P: Publisher>(_ publisher: P) where Output == P.Output, Failure == P.Failure { fatalError() }
  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure { fatalError() }
}

extension Publisher {
  @inlinable public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { fatalError() }
}

public final class Future<Output, Failure: Error>: Publisher {
  public typealias Promise = (Result<Output, Failure>) -> Void
  public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) { fatalError() }
  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure { fatalError() }
}

public struct Deferred<DeferredPublisher: Publisher>: Publisher {
  public typealias Output = DeferredPublisher.Output
  public typealias Failure = DeferredPublisher.Failure
  public let createPublisher: () -> DeferredPublisher
  public init(createPublisher: @escaping () -> DeferredPublisher) { fatalError() }
  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure { fatalError() }
}

public struct Empty<Output, Failure: Error>: Publisher, Equatable {
  public let completeImmediately: Bool
  public init(completeImmediately: Bool = true) { fatalError() }
  public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) { fatalError() }
  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure { fatalError() }
  public static func == (lhs: Empty, rhs: Empty) -> Bool { fatalError() }
}

public struct Fail<Output, Failure: Error>: Publisher {
  public let error: Failure
  public init(error: Failure) { fatalError() }
  public init(outputType: Output.Type, failure: Failure) { fatalError() }
  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure { fatalError() }
}

extension Fail: Equatable where Failure: Equatable {
  public static func == (lhs: Fail, rhs: Fail) -> Bool { fatalError() }
}

public struct Record<Output, Failure: Error>: Publisher {
  public let recording: Recording
  public init(record: (inout Recording) -> Void) { fatalError() }
  public init(recording: Recording) { fatalError() }
  public init(output: [Output], completion: Subscribers.Completion<Failure>) { fatalError() }
  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure { fatalError() }

  public struct Recording {
    public typealias Input = Output
    public var output: [Output] { fatalError() }
    public var completion: Subscribers.Completion<Failure> { fatalError() }
    public init() { fatalError() }
    public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) { fatalError() }
    public mutating func receive(_ input: Input) { fatalError() }
    public mutating func receive(completion: Subscribers.Completion<Failure>) { fatalError() }
  }
}

extension Record: Codable where Output: Codable, Failure: Codable {
  public init(from decoder: any Decoder) throws { fatalError() }
  public func encode(to encoder: any Encoder) throws { fatalError() }
}

extension Record.Recording: Codable where Output: Codable, Failure: Codable {
  public init(from decoder: any Decoder) throws { fatalError() }
  public func encode(into encoder: any Encoder) throws { fatalError() }
  public func encode(to encoder: any Encoder) throws { fatalError() }
}
