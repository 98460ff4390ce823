public import Descriptions
public import Streams

/// A request to a ``Backend`` as a value, whatever it asks for: an operation, a transfer of files or a feed.
///
/// What wraps a backend sees each of them, with the means to read and write what it asks with and what comes back:
///
/// ```swift
/// let logged = base.wrapped { request, next in
///   next(request).handleEvents(receiveOutput: { update in
///     print(request.name, update.value.map { String(decoding: request.outputCodec.json($0), as: UTF8.self) } ?? "-")
///   })
///   .eraseToAnyPublisher()
/// }
/// ```
public struct ServiceRequest: Sendable {
  /// What a request asks for.
  public enum Kind: Sendable {
    /// One answer of an operation.
    case answer
    /// One answer of an operation, and before it how far the files are.
    case transfer
    /// The elements of a feed.
    case feed
  }

  @usableFromInline package enum Definition {
    case operation(AnyServiceOperation)
    case feed(AnyServiceFeed)
  }

  /// The name of the operation or the feed.
  public let name: String
  /// What is asked for.
  public let kind: Kind
  /// What is asked with: a value of the operation's or the feed's type.
  public let input: any Sendable
  // NB: a closure, because nothing reads or writes most requests, and so needs no codec.
  private let define: @Sendable () -> Definition

  /// A request for an answer.
  @inlinable public init<Input, Answer>(_ operation: ServiceOperation<Input, Answer>, _ input: Input) {
    self.init(.answer, operation.name, input) { .operation(operation.erased) }
  }

  /// A request for an answer, and for how far the files are.
  public init<Input, Answer>(transferring operation: ServiceOperation<Input, Answer>, _ input: Input) {
    self.init(.transfer, operation.name, input) { .operation(operation.erased) }
  }

  /// A request for the elements of a feed.
  public init<Input, Element>(_ feed: ServiceFeed<Input, Element>, _ input: Input) {
    self.init(.feed, feed.name, input) { .feed(feed.erased) }
  }

  @usableFromInline init(
    _ kind: Kind, _ name: String, _ input: any Sendable, _ define: @escaping @Sendable () -> Definition
  ) {
    self.kind = kind
    self.name = name
    self.input = input
    self.define = define
  }

  /// The operation or the feed.
  package var definition: Definition { define() }

  /// The operation; `nil` for a feed.
  package var operation: AnyServiceOperation? {
    if case .operation(let operation) = definition { operation } else { nil }
  }

  /// The feed; `nil` for an operation.
  package var feed: AnyServiceFeed? { if case .feed(let feed) = definition { feed } else { nil } }

  /// How the input is read, written and described.
  public var inputCodec: Codec<any Sendable> {
    switch definition {
    case .operation(let operation): operation.input
    case .feed(let feed): feed.input
    }
  }

  /// How an answer or an element is read, written and described.
  public var outputCodec: Codec<any Sendable> {
    switch definition {
    case .operation(let operation): operation.answer
    case .feed(let feed): feed.element
    }
  }

  /// Whether a request that is answered with 401 waits while the session is renewed, and is sent again.
  public var waitsForRenewal: Bool { operation?.waitsForRenewal ?? true }

  /// Whether the request has an idempotency key.
  public var isKeyed: Bool { operation?.isKeyed ?? false }

  /// The input, of the type that the operation or the feed says.
  package func input<Input>(as _: Input.Type = Input.self) -> Input { typed(input) }

  /// A value of the request, of the type that its operation or feed says. Another one stops the program: two definitions have the name.
  @inlinable package func typed<Value>(_ value: any Sendable) -> Value {
    guard let value = value as? Value else {
      let things = kind == .feed ? "feeds" : "operations"
      preconditionFailure("Two \(things) of different types have the name \"\(name)\".")
    }
    return value
  }

  /// The error where nothing answers the request.
  package var unknown: ServiceError { kind == .feed ? .noSuchFeed(name) : .noSuchOperation(name) }

  /// The error of the request: whether it may have been carried out, if the answer was lost.
  @usableFromInline func lost(_ error: ServiceError) -> ServiceError { operation.map { error.lost(in: $0) } ?? error }
}

@usableFromInline package typealias AnyServiceOperation = ServiceOperation<any Sendable, any Sendable>
@usableFromInline package typealias AnyServiceFeed = ServiceFeed<any Sendable, any Sendable>

/// What comes back of a ``ServiceRequest``. A value has the type that its operation or feed says.
public enum ServiceUpdate: Sendable {
  /// The one answer of an operation or a transfer.
  case answer(any Sendable)
  /// How far a transfer is.
  case progress(TransferProgress)
  /// The next element of a feed.
  case element(any Sendable)
  /// How a feed is from here on.
  case condition(FeedCondition)
  /// An element of a feed that cannot be read, in its place.
  case unreadable(ServiceError)

  /// The answer or the element; `nil` for another update.
  public var value: (any Sendable)? {
    switch self {
    case .answer(let value), .element(let value): value
    case .progress, .condition, .unreadable: nil
    }
  }

  /// The answer; `nil` for another update.
  @inlinable package var answer: (any Sendable)? { if case .answer(let value) = self { value } else { nil } }

  /// An event of a feed.
  package init<Element>(_ event: FeedEvent<Element>) {
    self =
      switch event {
      case .element(let element): .element(element)
      case .condition(let condition): .condition(condition)
      case .unreadable(let error): .unreadable(error)
      }
  }

  /// An update of a transfer.
  package init<Answer>(_ update: TransferUpdate<Answer>) {
    self =
      switch update {
      case .progress(let progress): .progress(progress)
      case .answer(let answer): .answer(answer)
      }
  }
}

extension FeedEvent {
  /// An event of a feed; `nil` for an update of an operation.
  package init?(_ update: ServiceUpdate, _ typed: (any Sendable) -> Element) {
    switch update {
    case .element(let element): self = .element(typed(element))
    case .condition(let condition): self = .condition(condition)
    case .unreadable(let error): self = .unreadable(error)
    case .answer, .progress: return nil
    }
  }
}

extension TransferUpdate {
  /// An update of a transfer; `nil` for an event of a feed.
  package init?(_ update: ServiceUpdate, _ typed: (any Sendable) -> Answer) {
    switch update {
    case .answer(let answer): self = .answer(typed(answer))
    case .progress(let progress): self = .progress(progress)
    case .element, .condition, .unreadable: return nil
    }
  }
}

/// Publishes what comes back of a request. It starts its work when it is subscribed to, once for each subscriber, and publishes
/// on any thread. Cancelling stops it.
public typealias ServiceUpdates = AnyPublisher<ServiceUpdate, ServiceError>

extension ServiceUpdates {
  /// A publisher that fails at once.
  package static func failing(_ error: ServiceError) -> ServiceUpdates { Fail(error: error).eraseToAnyPublisher() }
}
