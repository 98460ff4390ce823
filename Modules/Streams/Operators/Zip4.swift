extension Publisher {
  /// Joins each value of this publisher with those at the same place of three others.
  ///
  /// - Demand, completion, failure: As ``Publisher/zip(_:)``.
  ///
  /// ```swift
  /// red.zip(green, blue, alpha)
  /// ```
  @inlinable public func zip<P: Publisher, Q: Publisher, R: Publisher>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R
  ) -> Publishers.Zip4<Self, P, Q, R> where Failure == P.Failure, P.Failure == Q.Failure, Q.Failure == R.Failure {
    Publishers.Zip4(self, publisher1, publisher2, publisher3)
  }

  /// Sends what a closure makes of the values at the same place of four publishers.
  ///
  /// ```swift
  /// red.zip(green, blue, alpha) { Color($0, $1, $2, $3) }
  /// ```
  @_disfavoredOverload
  @inlinable public func zip<P: Publisher, Q: Publisher, R: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R,
    _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Map<Publishers.Zip4<Self, P, Q, R>, T>
  where Failure == P.Failure, P.Failure == Q.Failure, Q.Failure == R.Failure {
    zip(publisher1, publisher2, publisher3).map { transform($0.0, $0.1, $0.2, $0.3) }
  }
}

extension Publishers {
  /// The values of four publishers, by their place.
  public struct Zip4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
  where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
    public typealias Output = (A.Output, B.Output, C.Output, D.Output)
    public typealias Failure = A.Failure

    public let a: A
    public let b: B
    public let c: C
    public let d: D

    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
    }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, D.Failure == S.Failure {
      let downstream = Port<Output, Failure>(subscriber)
      let first = QueueLane<A.Output>()
      let second = QueueLane<B.Output>()
      let third = QueueLane<C.Output>()
      let fourth = QueueLane<D.Output>()
      let joiner = Joiner(downstream, of: Self.self, [first, second, third, fourth], isConsuming: true) {
        downstream.receive((first.next(in: $0), second.next(in: $0), third.next(in: $0), fourth.next(in: $0))).raw
      }
      joiner.start {
        a.receive(subscriber: first.port(into: joiner))
        b.receive(subscriber: second.port(into: joiner))
        c.receive(subscriber: third.port(into: joiner))
        d.receive(subscriber: fourth.port(into: joiner))
      }
    }
  }
}

extension Publishers.Zip4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
extension Publishers.Zip4: Sendable where A: Sendable, B: Sendable, C: Sendable, D: Sendable {}
