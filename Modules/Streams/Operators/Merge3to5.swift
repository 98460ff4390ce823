extension Publishers {
  /// What three publishers have to say, as it comes.
  public struct Merge3<
    A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>
  >: MergedPublisher {
    public let a: A
    public let b: B
    public let c: C

    @inlinable public init(_ a: A, _ b: B, _ c: C) {
      self.a = a
      self.b = b
      self.c = c
    }

    @inlinable package func fill(_ funnel: Funnel) {
      funnel.subscribe(to: a)
      funnel.subscribe(to: b)
      funnel.subscribe(to: c)
    }
  }
}

extension Publishers.Merge3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.Merge3: Sendable where A: Sendable, B: Sendable, C: Sendable {}

extension Publishers {
  /// What four publishers have to say, as it comes.
  public struct Merge4<
    A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>,
    D: Publisher<A.Output, A.Failure>
  >: MergedPublisher {
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

    @inlinable package func fill(_ funnel: Funnel) {
      Merge(a, b).fill(funnel)
      Merge(c, d).fill(funnel)
    }
  }
}

extension Publishers.Merge4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
extension Publishers.Merge4: Sendable where A: Sendable, B: Sendable, C: Sendable, D: Sendable {}

extension Publishers {
  /// What five publishers have to say, as it comes.
  public struct Merge5<
    A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>,
    D: Publisher<A.Output, A.Failure>, E: Publisher<A.Output, A.Failure>
  >: MergedPublisher {
    public let a: A
    public let b: B
    public let c: C
    public let d: D
    public let e: E

    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
    }

    @inlinable package func fill(_ funnel: Funnel) {
      Merge3(a, b, c).fill(funnel)
      Merge(d, e).fill(funnel)
    }
  }
}

extension Publishers.Merge5: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable {}
extension Publishers.Merge5: Sendable where A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable {}
