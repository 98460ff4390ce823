/// A publisher that puts an inlet before what is downstream, and subscribes to its upstream with that.
@usableFromInline package protocol InletPublisher: Publisher {
  associatedtype Upstream: Publisher

  var upstream: Upstream { get }

  /// Where the upstream's values go in.
  func inlet(before downstream: Port<Output, Failure>) -> UpstreamPort
}

extension InletPublisher {
  @usableFromInline package typealias UpstreamPort = Port<Upstream.Output, Upstream.Failure>

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    upstream.receive(subscriber: makeInlet(of: self, before: subscriber))
  }
}

// NB: a call of its own, so that a chain takes little of an unoptimised build's stack for each stage. Not a method,
// because then the optimiser makes less of long chains.
@inlinable @inline(__always)
package func makeInlet<P: InletPublisher, S: Subscriber>(of publisher: P, before subscriber: S) -> P.UpstreamPort
where P.Output == S.Input, P.Failure == S.Failure {
  publisher.inlet(before: Port(subscriber))
}
