/// A publisher that sends values of its upstream and fails as its upstream does.
@usableFromInline package protocol PassingPublisher: Publisher
where Output == Upstream.Output, Failure == Upstream.Failure {
  associatedtype Upstream: Publisher
}
