extension Publishers {
  /// What any number of publishers of one type have to say, as it comes.
  ///
  /// - Demand: Unlimited goes to all. Otherwise each is asked for one value at a time, which is kept until it is asked for.
  /// - Completion: When all have finished; at once if there are none. A failure of one ends it and cancels the others.
  /// - Cancellation: Cancels all.
  ///
  /// ```swift
  /// Publishers.MergeMany(buttons.map(\.taps))
  /// ```
  public struct MergeMany<Upstream: Publisher>: MergedPublisher {
    @usableFromInline package typealias A = Upstream

    public let publishers: [Upstream]

    /// Merges publishers.
    @inlinable public init(_ upstream: Upstream...) { publishers = upstream }

    /// Merges the publishers of a sequence.
    @inlinable public init<S: Swift.Sequence>(_ upstream: S) where Upstream == S.Element {
      publishers = Array(upstream)
    }

    @inlinable package func fill(_ funnel: Funnel) {
      for publisher in publishers { funnel.subscribe(to: publisher) }
    }

    /// One more publisher merged with these.
    @inlinable public func merge(with other: Upstream) -> Publishers.MergeMany<Upstream> {
      Publishers.MergeMany(publishers + [other])
    }
  }
}

extension Publishers.MergeMany: Equatable where Upstream: Equatable {}
extension Publishers.MergeMany: Sendable where Upstream: Sendable {}
