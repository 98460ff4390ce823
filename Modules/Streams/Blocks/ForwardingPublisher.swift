/// A publisher that has another one do its work.
@usableFromInline package protocol ForwardingPublisher: Publisher
where Output == Source.Output, Failure == Source.Failure {
  associatedtype Source: Publisher

  /// Who gets the subscribers.
  var source: Source { get }
}

extension ForwardingPublisher {
  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    source.receive(subscriber: subscriber)
  }
}
