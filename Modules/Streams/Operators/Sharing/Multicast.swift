extension Publisher {
  /// Sends what this publisher has to say to a subject, once it is connected; subscribers are the subject's.
  ///
  /// - Demand: The subject's.
  /// - Completion, failure: The subject ends with this publisher.
  /// - Cancellation: What `connect()` returns cancels this publisher.
  ///
  /// ```swift
  /// let shared = request.multicast(subject: PassthroughSubject())
  /// ```
  @inlinable public func multicast<S: Subject>(subject: S) -> Publishers.Multicast<Self, S>
  where Failure == S.Failure, Output == S.Output {
    multicast { subject }
  }

  /// Sends what this publisher has to say to a subject, which is made at the first subscription.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/multicast(subject:)``.
  ///
  /// ```swift
  /// let shared = request.multicast { PassthroughSubject() }
  /// let first = shared.sink(receiveCompletion: { _ in }, receiveValue: { print($0) })
  /// let connection = shared.connect()
  /// ```
  @inlinable public func multicast<S: Subject>(_ createSubject: @escaping () -> S) -> Publishers.Multicast<Self, S>
  where Failure == S.Failure, Output == S.Output {
    Publishers.Multicast(upstream: self, createSubject: createSubject)
  }

  /// Shares one subscription to this publisher among all subscribers.
  ///
  /// - Demand: All is asked for once one subscriber asks.
  /// - Cancellation: When the last subscriber has cancelled.
  /// - Completion, failure: Passed through; a later subscriber is told of the end at once.
  ///
  /// ```swift
  /// let answer = service.balance().share()
  /// ```
  @inlinable public func share() -> Publishers.Share<Self> { Publishers.Share(upstream: self) }
}

extension Publishers {
  /// What ``Publisher/multicast(_:)`` returns.
  public final class Multicast<Upstream: Publisher, SubjectType: Subject>: EarlyConnectable, SameOutputPublisher
  where Upstream.Failure == SubjectType.Failure, Upstream.Output == SubjectType.Output {
    public let upstream: Upstream
    public let createSubject: () -> SubjectType
    private let made = SharedValue<SubjectType>()

    public init(upstream: Upstream, createSubject: @escaping () -> SubjectType) {
      self.upstream = upstream
      self.createSubject = createSubject
    }

    @inlinable public func receive<S: Subscriber>(subscriber: S)
    where Upstream.Output == S.Input, Upstream.Failure == S.Failure {
      let port = ErasedSubscriber<Upstream.Output, Upstream.Failure>(subscriber)
      source.receive(
        subscriber: ErasedSubscriber<Upstream.Output, Upstream.Failure>(forwardingTo: port.raw) {
          MulticastSubscription($0)
        })
    }

    @usableFromInline package var source: SubjectType { made.value(orMake: createSubject) }

    @usableFromInline package func connect(_ keep: (any Cancellable) -> Void) {
      let source = source
      // NB: who comes after the end, and has not asked for anything yet, must not start the upstream's work again.
      if let ended = source as? any ListedSubject, ended.subscribers.isOver { return keep(Subscriptions.empty) }
      let inlet = SubjectSubscriber(source)
      keep(AnyCancellable(inlet))
      upstream.receive(subscriber: inlet.makeSubscriber(to: source))
    }
  }

  /// What ``ConnectablePublisher/autoconnect()`` returns.
  public final class Autoconnect<Upstream: ConnectablePublisher>: SameOutputPublisher {
    public let upstream: Upstream
    @usableFromInline package let connection = RefCount()

    public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable public func receive<S: Subscriber<Upstream.Output, Upstream.Failure>>(subscriber: S) {
      connection.receive(upstream, of: Self.self, ErasedSubscriber(subscriber))
    }
  }

  /// What ``Publisher/share()`` returns.
  public final class Share<Upstream: Publisher>: ForwardingPublisher, Equatable {
    public let upstream: Upstream
    @usableFromInline package let source:
      Autoconnect<Multicast<Upstream, PassthroughSubject<Upstream.Output, Upstream.Failure>>>

    public init(upstream: Upstream) {
      self.upstream = upstream
      source = Multicast(upstream: upstream, createSubject: PassthroughSubject.init).autoconnect()
    }

    public static func == (lhs: Share, rhs: Share) -> Bool { lhs === rhs }
  }
}

extension ConnectablePublisher {
  /// Connects when the first subscriber comes, and disconnects when the last has cancelled.
  ///
  /// - Demand, completion, failure: Passed through.
  /// - Cancellation: That of the last subscriber cancels the connection; who comes after it connects again.
  ///
  /// ```swift
  /// Timer.publish(every: 1, on: .main, in: .common).autoconnect()
  /// ```
  @inlinable public func autoconnect() -> Publishers.Autoconnect<Self> { Publishers.Autoconnect(upstream: self) }
}
