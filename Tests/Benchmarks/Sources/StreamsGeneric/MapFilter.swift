import Scenario
import Streams

/// A pipeline behind a function that knows its publisher as a type parameter only, as a client's own modules have them.
@inline(never)
public func mapFilter<Upstream: Publisher>(_ upstream: Upstream, into total: Total) -> AnyCancellable
where Upstream.Output == Int, Upstream.Failure == Never {
  upstream
    .map { $0 &+ 1 }
    .filter { $0 & 1023 != 0 }
    .sink { total.add($0) }
}
