public enum Subscribers {}

extension Subscribers {
  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }

  @frozen public struct Demand: Comparable, Hashable, Codable, CustomStringConvertible, Sendable {
    public static let unlimited = Demand()
    public static let none = Demand()
    public static func max(_ value: Int) -> Demand { fatalError() }
    @inlinable init() {}
    public init(from decoder: any Decoder) throws { fatalError() }
    public func encode(to encoder: any Encoder) throws { fatalError() }
    public func hash(into hasher: inout Hasher) { fatalError() }
    public var max: Int? { fatalError() }
    public var description: String { fatalError() }

    public static func + (lhs: Demand, rhs: Demand) -> Demand { fatalError() }
    public static func += (lhs: inout Demand, rhs: Demand) { fatalError() }
    public static func + (lhs: Demand, rhs: Int) -> Demand { fatalError() }
    public static func += (lhs: inout Demand, rhs: Int) { fatalError() }
    public static func * (lhs: Demand, rhs: Int) -> Demand { fatalError() }
    public static func *= (lhs: inout Demand, rhs: Int) { fatalError() }
    public static func - (lhs: Demand, rhs: Demand) -> Demand { fatalError() }
    public static func -= (lhs: inout Demand, rhs: Demand) { fatalError() }
    public static func - (lhs: Demand, rhs: Int) -> Demand { fatalError() }
    public static func -= (lhs: inout Demand, rhs: Int) { fatalError() }
    public static func > (lhs: Demand, rhs: Int) -> Bool { fatalError() }
    public static func >= (lhs: Demand, rhs: Int) -> Bool { fatalError() }
    public static func > (lhs: Int, rhs: Demand) -> Bool { fatalError() }
    public static func >= (lhs: Int, rhs: Demand) -> Bool { fatalError() }
    public static func < (lhs: Demand, rhs: Int) -> Bool { fatalError() }
    public static func < (lhs: Int, rhs: Demand) -> Bool { fatalError() }
    public static func <= (lhs: Demand, rhs: Int) -> Bool { fatalError() }
    public static func <= (lhs: Int, rhs: Demand) -> Bool { fatalError() }
    public static func < (lhs: Demand, rhs: Demand) -> Bool { fatalError() }
    public static func <= (lhs: Demand, rhs: Demand) -> Bool { fatalError() }
    public static func >= (lhs: Demand, rhs: Demand) -> Bool { fatalError() }
    public static func > (lhs: Demand, rhs: Demand) -> Bool { fatalError() }
    public static func == (lhs: Demand, rhs: Demand) -> Bool { fatalError() }
    public static func == (lhs: Demand, rhs: Int) -> Bool { fatalError() }
    public static func != (lhs: Demand, rhs: Int) -> Bool { fatalError() }
    public static func == (lhs: Int, rhs: Demand) -> Bool { fatalError() }
    public static func != (lhs: Int, rhs: Demand) -> Bool { fatalError() }
  }

  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, CustomStringConvertible, CustomReflectable,
    CustomPlaygroundDisplayConvertible
  {
    public var receiveValue: (Input) -> Void { fatalError() }
    public var receiveCompletion: (Completion<Failure>) -> Void { fatalError() }
    public init(
      receiveCompletion: @escaping ((Completion<Failure>) -> Void), receiveValue: @escaping ((Input) -> Void)
    ) { fatalError() }
    public func receive(subscription: any Subscription) { fatalError() }
    public func receive(_ value: Input) -> Demand { fatalError() }
    public func receive(completion: Completion<Failure>) { fatalError() }
    public func cancel() { fatalError() }
    public var description: String { fatalError() }
    public var customMirror: Mirror { fatalError() }
    public var playgroundDescription: Any { fatalError() }
  }

  public final class Assign<Root, Input>: Subscriber, Cancellable, CustomStringConvertible, CustomReflectable,
    CustomPlaygroundDisplayConvertible
  {
    public typealias Failure = Never
    public var object: Root? { fatalError() }
    public let keyPath: ReferenceWritableKeyPath<Root, Input>
    public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>) { fatalError() }
    public func receive(subscription: any Subscription) { fatalError() }
    public func receive(_ value: Input) -> Demand { fatalError() }
    public func receive(completion: Completion<Never>) { fatalError() }
    public func cancel() { fatalError() }
    public var description: String { fatalError() }
    public var customMirror: Mirror { fatalError() }
    public var playgroundDescription: Any { fatalError() }
  }
}

extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Hashable where Failure: Hashable {}
extension Subscribers.Completion: Encodable where Failure: Encodable {
  public func encode(to encoder: any Encoder) throws { fatalError() }
}
extension Subscribers.Completion: Decodable where Failure: Decodable {
  public init(from decoder: any Decoder) throws { fatalError() }
}
extension Subscribers.Completion: Sendable {}

public struct AnySubscriber<Input, Failure: Error>: Subscriber, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{
  public let combineIdentifier: CombineIdentifier
  public init<S: Subscriber>(_ s: S) where Input == S.Input, Failure == S.Failure { fatalError() }
  public init<S: Subject>(_ s: S) where Input == S.Output, Failure == S.Failure { fatalError() }
  public init(
    receiveSubscription: ((any Subscription) -> Void)? = nil,
    receiveValue: ((Input) -> Subscribers.Demand)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil
  ) { fatalError() }
  public func receive(subscription: any Subscription) { fatalError() }
  public func receive(_ value: Input) -> Subscribers.Demand { fatalError() }
  public func receive(completion: Subscribers.Completion<Failure>) { fatalError() }
  public var description: String { fatalError() }
  public var customMirror: Mirror { fatalError() }
  public var playgroundDescription: Any { fatalError() }
}

extension Publisher {
  public func sink(
    receiveCompletion: @escaping ((Subscribers.Completion<Failure>) -> Void),
    receiveValue: @escaping ((Output) -> Void)
  ) -> AnyCancellable { fatalError() }
}

extension Publisher where Failure == Never {
  public func sink(receiveValue: @escaping ((Output) -> Void)) -> AnyCancellable { fatalError() }
  public func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root) -> AnyCancellable {
    fatalError()
  }
  public func assign(to published: inout Published<Output>.Publisher) { fatalError() }
}
