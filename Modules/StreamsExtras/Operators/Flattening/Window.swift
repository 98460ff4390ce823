public import Streams

extension Publisher {
  /// Emits the elements in windows: publishers that emit the elements between two elements of another publisher.
  ///
  /// The first window opens with the subscription. An element of `boundary` finishes the window that is open and opens the next one.
  ///
  ///     upstream:  -1-2---3-4-|
  ///     boundary:  ------x-----
  ///     window:    A-----B----|
  ///     A:         -1-2--|
  ///     B:               -3-4-|
  ///
  /// - Demand: With limited demand the boundary is asked for one element at a time. Requests what it needs from the upstream. A
  ///   window does not wait: what it emits without a subscriber, or without demand, is dropped.
  /// - Completion: Finishes the open window, and then finishes, when the upstream does. When the boundary finishes, the last window
  ///   stays open.
  /// - Failure: A failure of either publisher fails the open window, and cancels the other publisher.
  /// - Cancellation: Cancels both publishers. The open window emits nothing more.
  ///
  /// ```swift
  /// button.taps.window(Timer.publish(every: 60, on: .main, in: .common).autoconnect()).flatMap { $0.count() }
  /// ```
  ///
  /// - Parameter boundary: The publisher whose elements separate two windows.
  /// - Returns: A publisher that emits publishers.
  @_disfavoredOverload @inlinable public func window<P: Publisher>(
    _ boundary: P
  ) -> Publishers.Window<Self, P> where P.Failure == Failure {
    Publishers.Window(upstream: self, boundary: boundary)
  }
}

extension Publishers {
  /// A publisher that emits the elements in windows.
  public struct Window<Upstream: Publisher, Boundary: Publisher>: Publisher where Upstream.Failure == Boundary.Failure {
    public typealias Output = AnyPublisher<Upstream.Output, Upstream.Failure>
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let boundary: Boundary

    @inlinable public init(upstream: Upstream, boundary: Boundary) {
      self.upstream = upstream
      self.boundary = boundary
    }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
      let merge = MergeSubscription(ErasedSubscriber<Output, Failure>(subscriber), of: Self.self)
      var open = PassthroughSubject<Upstream.Output, Failure>()
      merge.start()
      merge.subscribe(
        to: boundary.map { _ in true }.prepend(false),
        completion: {
          if case .failure = $0 { open.send(completion: $0) }
          return true
        },
        decide: { isBoundary -> Decision<Output> in
          if copy isBoundary {
            open.send(completion: .finished)
            open = PassthroughSubject()
          }
          return .emit(open.eraseToAnyPublisher())
        })
      merge.subscribe(
        to: upstream,
        completion: {
          open.send(completion: $0)
          if case .finished = $0 { merge.complete(with: $0) }
          return true
        },
        decide: { element -> Decision<Output> in
          open.send(copy element)
          return .drop
        })
      merge.finishAdding()
    }
  }
}

extension Publishers.Window: Equatable where Upstream: Equatable, Boundary: Equatable {}
extension Publishers.Window: Sendable where Upstream: Sendable, Boundary: Sendable {}
