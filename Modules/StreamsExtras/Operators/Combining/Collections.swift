public import Streams

extension Publishers {
  /// A publisher that emits the latest elements of publishers of one type, in an array.
  public struct CombineLatestMany<Upstream: Publisher>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    public let publishers: [Upstream]

    /// Creates a publisher that combines publishers.
    ///
    /// - Parameter publishers: The publishers to combine.
    @inlinable public init(publishers: [Upstream]) { self.publishers = publishers }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
      CombineSubscription.subscribe(publishers.map { LatestInput($0) }, of: Self.self, to: ErasedSubscriber(subscriber))
    }
  }

  /// A publisher that emits the elements of publishers of one type in arrays, in order.
  public struct ZipMany<Upstream: Publisher>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    public let publishers: [Upstream]

    /// Creates a publisher that zips publishers.
    ///
    /// - Parameter publishers: The publishers to zip.
    @inlinable public init(publishers: [Upstream]) { self.publishers = publishers }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
      CombineSubscription.subscribe(publishers.map { QueueInput($0) }, of: Self.self, to: ErasedSubscriber(subscriber))
    }
  }
}

extension Collection where Element: Publisher {
  /// Emits the latest elements of all these publishers in an array, at each element of any.
  ///
  /// - Demand: Passed to all publishers. An array without demand is replaced by the latest one.
  /// - Completion: Finishes when all publishers have finished, or at once if there are none.
  /// - Failure: A failure of one publisher cancels the others.
  /// - Cancellation: Cancels all publishers.
  ///
  /// ```swift
  /// fields.map(\.isValid).combineLatest().map { !$0.contains(false) }
  /// ```
  ///
  /// - Returns: A publisher that emits arrays in the order of the collection.
  @_disfavoredOverload
  @inlinable public func combineLatest() -> Publishers.CombineLatestMany<Element> { .init(publishers: Array(self)) }

  /// Emits the elements of all these publishers in arrays, in order.
  ///
  /// - Demand: Passed to all publishers. An element waits for its partners in a queue without bound.
  /// - Completion: Finishes when a publisher has finished and none of its elements is waiting, or at once if the collection is
  ///   empty.
  /// - Failure: A failure of one publisher cancels the others.
  /// - Cancellation: Cancels all publishers.
  ///
  /// ```swift
  /// downloads.zip().map { pages in pages.joined() }
  /// ```
  ///
  /// - Returns: A publisher that emits arrays in the order of the collection.
  @_disfavoredOverload @inlinable public func zip() -> Publishers.ZipMany<Element> {
    Publishers.ZipMany(publishers: Array(self))
  }

  /// Emits the elements of all these publishers as they arrive.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publishers/MergeMany``.
  ///
  /// ```swift
  /// buttons.map(\.taps).merge()
  /// ```
  ///
  /// - Returns: A publisher that emits the elements of all publishers.
  @_disfavoredOverload @inlinable public func merge() -> Publishers.MergeMany<Element> { Publishers.MergeMany(self) }
}

extension Publishers.CombineLatestMany: Sendable where Upstream: Sendable {}
extension Publishers.ZipMany: Sendable where Upstream: Sendable {}
