extension Collection where Element: Publisher {
  /// The newest values of all these publishers, at each value of one of them.
  ///
  /// - Demand: Goes to all of them.
  /// - Completion: When all have finished; at once if there are none. A failure of one ends it and cancels the others.
  ///
  /// ```swift
  /// fields.map(\.isValid).combineLatest().map { !$0.contains(false) }
  /// ```
  public func combineLatest() -> Publishers.CombineLatestMany<Element> {
    Publishers.CombineLatestMany(publishers: Array(self))
  }

  /// The values of all these publishers, by their place.
  ///
  /// - Demand: Goes to all of them. A value that waits for its partners is kept, without bound.
  /// - Completion: As soon as one has finished and nothing of it is waiting; at once if there are none. A failure of one ends
  ///   it and cancels the others.
  ///
  /// ```swift
  /// downloads.zip().map { pages in pages.joined() }
  /// ```
  public func zip() -> Publishers.ZipMany<Element> { Publishers.ZipMany(publishers: Array(self)) }

  /// What all these publishers have to say, as it comes.
  ///
  /// - Demand, completion: As ``Publishers/MergeMany``.
  ///
  /// ```swift
  /// buttons.map(\.taps).merge()
  /// ```
  public func merge() -> Publishers.MergeMany<Element> { Publishers.MergeMany(self) }
}

extension Publishers {
  /// What `combineLatest()` of a collection returns.
  public struct CombineLatestMany<Upstream: Publisher>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    public let publishers: [Upstream]

    /// Combines publishers.
    public init(publishers: [Upstream]) { self.publishers = publishers }

    public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
      let lanes = publishers.map { _ in LatestLane<Upstream.Output>() }
      var missing = lanes.count
      let emit = { lanes.map(\.value) }
      join(publishers, "CombineLatestMany", lanes, to: subscriber, emit: emit) { lane, joiner in
        var isFirst = true
        return lane.port(into: joiner) {
          if isFirst { missing -= 1 }
          isFirst = false
          if missing == 0 { joiner.ready() }
        }
      }
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
      let lanes = publishers.map { _ in QueueLane<Upstream.Output>() }
      // NB: counted, because to look at a thousand lanes for each value would be slow.
      var filled = 0
      let emit = {
        let values = lanes.map { $0.next() }
        filled = lanes.count(where: \.hasValue)
        return values
      }
      join(publishers, "ZipMany", lanes, to: subscriber, emit: emit) { lane, joiner in
        lane.port(into: joiner) {
          if lane.queue.count == 1 { filled += 1 }
          if filled == lanes.count { joiner.ready() }
        }
      }
    }
  }

  /// Subscribes a lane to each publisher.
  private static func join<Upstream: Publisher, L: Lane, S: Subscriber>(
    _ publishers: [Upstream], _ name: StaticString, _ lanes: [L], to subscriber: S,
    emit: @escaping () -> S.Input, port: (L, Joiner) -> Port<Upstream.Output, Upstream.Failure>
  ) where S.Failure == Upstream.Failure {
    guard !publishers.isEmpty else {
      return Empty<S.Input, S.Failure>().receive(subscriber: subscriber)
    }
    let downstream = Port<S.Input, S.Failure>(subscriber)
    let joiner = Joiner(
      downstream.raw, name: name, finish: Upstream.Failure.finish, lanes: lanes,
      emit: { downstream.receive(emit()).raw })
    joiner.start {
      for (publisher, lane) in Swift.zip(publishers, lanes) { publisher.receive(subscriber: port(lane, joiner)) }
    }
  }
}
