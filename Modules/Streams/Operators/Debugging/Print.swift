extension Publisher {
  /// Prints each event.
  ///
  /// - Demand, completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// [1].publisher.print("numbers").sink { _ in }
  /// // numbers: receive subscription: ([1])
  /// // numbers: request unlimited
  /// // numbers: receive value: (1)
  /// // numbers: receive finished
  /// ```
  ///
  /// - Parameters:
  ///   - prefix: The text before each line.
  ///   - stream: The stream for the lines, or `nil` for standard output. Lines are written one at a time, so any thread may
  ///     emit.
  /// - Returns: A publisher that emits the upstream's elements.
  @inlinable public func print(
    _ prefix: String = "", to stream: (any TextOutputStream)? = nil
  ) -> Publishers.Print<Self> {
    Publishers.Print(upstream: self, prefix: prefix, to: stream)
  }
}

extension Publishers {
  /// A publisher that prints each event.
  public struct Print<Upstream: Publisher>: SameOutputPublisher, OperatorPublisher {
    public let prefix: String
    public let upstream: Upstream
    public let stream: (any TextOutputStream)?

    @inlinable public init(upstream: Upstream, prefix: String, to stream: (any TextOutputStream)? = nil) {
      self.upstream = upstream
      self.prefix = prefix
      self.stream = stream
    }

    @inlinable package func makeSubscriber(for downstream: UpstreamSubscriber) -> UpstreamSubscriber {
      let write = LineWriter(prefix: prefix, to: stream)
      var handlers = EventHandlers<Upstream.Output, Upstream.Failure>()
      handlers.subscription = { write("receive subscription: (\($0))") }
      handlers.value = { write("receive value: (\($0))") }
      handlers.completion = { completion in
        switch completion {
        case .finished: write("receive finished")
        case .failure(let error): write("receive error: (\(error))")
        }
      }
      handlers.cancel = { write("receive cancel") }
      handlers.request = { demand, isAnswer in
        let count = demand.max.map { "max: (\($0))" } ?? "unlimited"
        write("request \(count)\(isAnswer ? " (synchronous)" : "")")
      }
      return HandleEventsSubscription(downstream, of: Self.self, handlers: handlers).makeSubscriber()
    }
  }
}
