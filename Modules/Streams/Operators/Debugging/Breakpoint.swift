extension Publisher {
  /// Stops in the debugger when a closure returns `true`.
  ///
  /// - Demand, completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// balances.breakpoint(receiveOutput: { $0.isNegative })
  /// ```
  ///
  /// - Parameters:
  ///   - receiveSubscription: A closure that returns whether to stop at the subscription.
  ///   - receiveOutput: A closure that returns whether to stop at an element.
  ///   - receiveCompletion: A closure that returns whether to stop at the completion.
  /// - Returns: A publisher that emits the upstream's elements.
  @inlinable public func breakpoint(
    receiveSubscription: ((any Subscription) -> Bool)? = nil,
    receiveOutput: ((Output) -> Bool)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
  ) -> Publishers.Breakpoint<Self> {
    Publishers.Breakpoint(
      upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
      receiveCompletion: receiveCompletion)
  }

  /// Stops in the debugger when the upstream fails.
  ///
  /// - Demand, completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// service.balance().breakpointOnError()
  /// ```
  ///
  /// - Returns: A publisher that emits the upstream's elements.
  @inlinable public func breakpointOnError() -> Publishers.Breakpoint<Self> {
    breakpoint(receiveCompletion: { completion in
      if case .failure = completion { true } else { false }
    })
  }
}

extension Publishers {
  /// A publisher that stops in the debugger when a closure returns `true`.
  public struct Breakpoint<Upstream: Publisher>: SameOutputPublisher, OperatorPublisher {
    public let upstream: Upstream
    public let receiveSubscription: ((any Subscription) -> Bool)?
    public let receiveOutput: ((Upstream.Output) -> Bool)?
    public let receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Bool)?

    @inlinable public init(
      upstream: Upstream, receiveSubscription: ((any Subscription) -> Bool)? = nil,
      receiveOutput: ((Upstream.Output) -> Bool)? = nil,
      receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Bool)? = nil
    ) {
      self.upstream = upstream
      self.receiveSubscription = receiveSubscription
      self.receiveOutput = receiveOutput
      self.receiveCompletion = receiveCompletion
    }

    @inlinable package func makeSubscriber(for downstream: UpstreamSubscriber) -> UpstreamSubscriber {
      let state = TransparentState((), of: Self.self)
      let next = downstream.unretained
      return state.makeSubscriber(
        for: downstream,
        subscription: { [receiveSubscription] in
          if receiveSubscription?($0) == true { stopInDebugger() }
          next.receive(subscription: $0)
        },
        value: { [receiveOutput] address in
          state.receive {
            if receiveOutput?(address.input()) == true { stopInDebugger() }
            // The closure can have caused the completion.
            return state.hasEnded ? 0 : next.raw.onValue(address)
          }
        },
        completion: { [receiveCompletion] in if receiveCompletion?($0) == true { stopInDebugger() } })
    }
  }
}
