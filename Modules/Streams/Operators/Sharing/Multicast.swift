extension Publisher {
  /// Shares one subscription to the upstream among all subscribers through a subject.
  ///
  /// - Demand: Requests from the upstream what the subject requests, and delivers as the subject does.
  /// - Completion, failure: The subject completes with the upstream.
  /// - Cancellation: A subscriber's cancellation concerns that subscriber alone. Cancel the result of `connect()` to cancel the
  ///   upstream.
  ///
  /// ```swift
  /// let shared = request.multicast(subject: PassthroughSubject())
  /// ```
  ///
  /// - Parameter subject: The subject that delivers the elements.
  /// - Returns: A connectable publisher, which subscribes to the upstream when it is connected.
  @inlinable public func multicast<S: Subject<Output, Failure>>(subject: S) -> Publishers.Multicast<Self, S> {
    multicast { subject }
  }

  /// Shares one subscription to the upstream among all subscribers through a subject that a closure creates.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/multicast(subject:)``.
  ///
  /// ```swift
  /// let shared = request.multicast { PassthroughSubject() }
  /// let first = shared.sink(receiveCompletion: { _ in }, receiveValue: { print($0) })
  /// let connection = shared.connect()
  /// ```
  ///
  /// - Parameter createSubject: A closure that creates the subject. It runs once, at the first subscription or connection.
  /// - Returns: A connectable publisher, which subscribes to the upstream when it is connected.
  @inlinable public func multicast<S: Subject>(_ createSubject: @escaping () -> S) -> Publishers.Multicast<Self, S>
  where Failure == S.Failure, Output == S.Output {
    Publishers.Multicast(upstream: self, createSubject: createSubject)
  }

  /// Shares one subscription to the upstream among all subscribers.
  ///
  /// The upstream is subscribed to for the first subscriber. A later subscriber receives the elements from then on.
  ///
  /// - Demand: Requests unlimited from the upstream once a subscriber requests elements. An element without demand is dropped
  ///   for that subscriber.
  /// - Completion, failure: Passed through. A later subscriber receives it at once.
  /// - Cancellation: The last subscriber's cancellation cancels the upstream.
  ///
  /// ```swift
  /// let answer = service.balance().share()
  /// ```
  ///
  /// - Returns: A publisher that shares one subscription.
  @inlinable public func share() -> Publishers.Share<Self> { Publishers.Share(upstream: self) }
}

extension Publishers {
  /// A publisher that shares one subscription to its upstream through a subject.
  public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher, SameOutputPublisher
  where Upstream.Failure == SubjectType.Failure, Upstream.Output == SubjectType.Output {
    public let upstream: Upstream
    public let createSubject: () -> SubjectType
    @usableFromInline package let subject: LazySubject<SubjectType>

    // NB: never inlined: the optimiser could put an object, whose making it sees, on the stack.
    @inlinable @inline(never) public init(upstream: Upstream, createSubject: @escaping () -> SubjectType) {
      self.upstream = upstream
      self.createSubject = createSubject
      subject = LazySubject()
    }

    @inlinable public func receive<S: Subscriber<Upstream.Output, Upstream.Failure>>(subscriber: S) {
      let downstream = ErasedSubscriber<Upstream.Output, Upstream.Failure>(subscriber)
      source.receive(subscriber: MulticastSubscription.makeSubscriber(for: downstream))
    }

    @inlinable package var source: SubjectType { subject.value(orMake: createSubject) }

    @inlinable public func connect() -> any Cancellable {
      var connection = Subscriptions.empty as any Cancellable
      _connect { connection = $0 }
      return connection
    }

    // Inlinable, because the elements of the upstream pass through what it makes.
    @inlinable public func _connect(_ keep: (any Cancellable) -> Void) {
      let source = source
      // NB: without this, a subscriber that attaches after the completion would start the upstream again.
      if source._hasEnded { return keep(Subscriptions.empty) }
      let subscriber = SubjectSubscriber(source)
      keep(AnyCancellable(subscriber))
      upstream.receive(subscriber: subscriber.makeSubscriber(to: source))
    }
  }

  /// A publisher that connects its upstream when it has a subscriber.
  public final class Autoconnect<Upstream: ConnectablePublisher>: SameOutputPublisher {
    public let upstream: Upstream
    @usableFromInline package let connection = RefCount()

    public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable public func receive<S: Subscriber<Upstream.Output, Upstream.Failure>>(subscriber: S) {
      connection.receive(upstream, of: Self.self, ErasedSubscriber(subscriber))
    }
  }

  /// A publisher that shares one subscription to its upstream.
  public final class Share<Upstream: Publisher>: ForwardingPublisher, Equatable {
    public let upstream: Upstream
    @usableFromInline package let source:
      Autoconnect<Multicast<Upstream, PassthroughSubject<Upstream.Output, Upstream.Failure>>>

    // NB: never inlined, as `Multicast.init` is not.
    @inlinable @inline(never) public init(upstream: Upstream) {
      self.upstream = upstream
      source = Multicast(upstream: upstream, createSubject: PassthroughSubject.init).autoconnect()
    }

    public static func == (lhs: Share, rhs: Share) -> Bool { lhs === rhs }
  }
}

extension ConnectablePublisher {
  /// Connects this publisher when the first subscriber attaches.
  ///
  /// - Demand, completion, failure: Passed through.
  /// - Cancellation: The last subscriber's cancellation cancels the connection. A later subscriber connects again.
  ///
  /// ```swift
  /// Timer.publish(every: 1, on: .main, in: .common).autoconnect()
  /// ```
  ///
  /// - Returns: A publisher that needs no call to `connect()`.
  @inlinable public func autoconnect() -> Publishers.Autoconnect<Self> { Publishers.Autoconnect(upstream: self) }
}
