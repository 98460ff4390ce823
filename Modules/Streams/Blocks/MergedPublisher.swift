/// A publisher that sends what several publishers of one type send.
@usableFromInline package protocol MergedPublisher: Publisher where Output == A.Output, Failure == A.Failure {
  associatedtype A: Publisher

  /// Subscribes the funnel to each of them.
  func fill(_ funnel: Funnel)
}

extension MergedPublisher {
  @inlinable public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
    let funnel = Funnel(Port<Output, Failure>(subscriber), of: Self.self)
    funnel.start()
    fill(funnel)
    funnel.close()
  }
}
