extension Publisher {
  /// Calls closures when events pass.
  ///
  /// - Demand, completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// request.handleEvents(receiveSubscription: { _ in isBusy = true }, receiveCompletion: { _ in isBusy = false })
  /// ```
  ///
  /// - Parameters:
  ///   - receiveSubscription: A closure to call with the upstream's subscription, before it is passed on.
  ///   - receiveOutput: A closure to call with each element, before it is passed on.
  ///   - receiveCompletion: A closure to call with the completion, before it is passed on.
  ///   - receiveCancel: A closure to call once if the subscription is cancelled before the completion.
  ///   - receiveRequest: A closure to call with each demand, including the demand that a subscriber returns for an element.
  /// - Returns: A publisher that emits the upstream's elements.
  @inlinable public func handleEvents(
    receiveSubscription: ((any Subscription) -> Void)? = nil,
    receiveOutput: ((Output) -> Void)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
    receiveCancel: (() -> Void)? = nil,
    receiveRequest: ((Subscribers.Demand) -> Void)? = nil
  ) -> Publishers.HandleEvents<Self> {
    Publishers.HandleEvents(
      upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
      receiveCompletion: receiveCompletion, receiveCancel: receiveCancel, receiveRequest: receiveRequest)
  }
}

extension Publishers {
  /// A publisher that calls closures when events pass.
  public struct HandleEvents<Upstream: Publisher>: SameOutputPublisher, OperatorPublisher {
    public let upstream: Upstream
    public var receiveSubscription: ((any Subscription) -> Void)?
    public var receiveOutput: ((Upstream.Output) -> Void)?
    public var receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Void)?
    public var receiveCancel: (() -> Void)?
    public var receiveRequest: ((Subscribers.Demand) -> Void)?

    @inlinable public init(
      upstream: Upstream, receiveSubscription: ((any Subscription) -> Void)? = nil,
      receiveOutput: ((Upstream.Output) -> Void)? = nil,
      receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Void)? = nil,
      receiveCancel: (() -> Void)? = nil, receiveRequest: ((Subscribers.Demand) -> Void)?
    ) {
      self.upstream = upstream
      self.receiveSubscription = receiveSubscription
      self.receiveOutput = receiveOutput
      self.receiveCompletion = receiveCompletion
      self.receiveCancel = receiveCancel
      self.receiveRequest = receiveRequest
    }

    @inlinable package func makeSubscriber(for downstream: UpstreamSubscriber) -> UpstreamSubscriber {
      var handlers = EventHandlers<Upstream.Output, Upstream.Failure>()
      handlers.subscription = receiveSubscription
      handlers.value = receiveOutput
      handlers.completion = receiveCompletion
      handlers.cancel = receiveCancel
      if let receiveRequest { handlers.request = { demand, _ in receiveRequest(demand) } }
      return HandleEventsSubscription(downstream, of: Self.self, handlers: handlers).makeSubscriber()
    }
  }
}
