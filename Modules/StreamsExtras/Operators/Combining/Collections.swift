public import Streams

extension Publishers {
  /// What `combineLatest()` of a collection returns.
  public struct CombineLatestMany<Upstream: Publisher>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    public let publishers: [Upstream]

    /// Combines publishers.
    public init(publishers: [Upstream]) { self.publishers = publishers }

    public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
      CombineSubscription.join(publishers.map { LatestInput($0) }, of: Self.self, to: ErasedSubscriber(subscriber))
    }
  }

  /// What `zip()` of a collection returns.
  public struct ZipMany<Upstream: Publisher>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    public let publishers: [Upstream]

    /// Zips publishers.
    public init(publishers: [Upstream]) { self.publishers = publishers }

    public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
      CombineSubscription.join(publishers.map { QueueInput($0) }, of: Self.self, to: ErasedSubscriber(subscriber))
    }
  }
}

extension Publishers.CombineLatestMany: Sendable where Upstream: Sendable {}
extension Publishers.ZipMany: Sendable where Upstream: Sendable {}

extension Collection where Element: Publisher {
  /// The newest values of all these publishers, at each value of one of them.
  ///
  /// - Demand: Goes to all of them.
  /// - Completion: When all have finished; at once if there are none. A failure of one ends it and cancels the others.
  /// - Cancellation: Cancels all of them.
  ///
  /// ```swift
  /// fields.map(\.isValid).combineLatest().map { !$0.contains(false) }
  /// ```
  @_disfavoredOverload
  public func combineLatest() -> Publishers.CombineLatestMany<Element> {
    Publishers.CombineLatestMany(publishers: Array(self))
  }

  /// The values of all these publishers, by their place.
  ///
  /// - Demand: Goes to all of them. A value that waits for its partners is kept, without bound.
  /// - Completion: As soon as one has finished and nothing of it is waiting; at once if there are none. A failure of one ends
  ///   it and cancels the others.
  /// - Cancellation: Cancels all of them.
  ///
  /// ```swift
  /// downloads.zip().map { pages in pages.joined() }
  /// ```
  @_disfavoredOverload
  public func zip() -> Publishers.ZipMany<Element> { Publishers.ZipMany(publishers: Array(self)) }

  /// What all these publishers have to say, as it comes.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publishers/MergeMany``.
  ///
  /// ```swift
  /// buttons.map(\.taps).merge()
  /// ```
  @_disfavoredOverload
  public func merge() -> Publishers.MergeMany<Element> { Publishers.MergeMany(self) }
}
