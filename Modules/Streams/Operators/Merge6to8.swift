extension Publishers {
  /// What six publishers have to say, as it comes.
  public struct Merge6<
    A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>,
    D: Publisher<A.Output, A.Failure>, E: Publisher<A.Output, A.Failure>, F: Publisher<A.Output, A.Failure>
  >: MergedPublisher {
    public let a: A
    public let b: B
    public let c: C
    public let d: D
    public let e: E
    public let f: F

    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
      self.f = f
    }

    @inlinable package func fill(_ funnel: Funnel) {
      Merge3(a, b, c).fill(funnel)
      Merge3(d, e, f).fill(funnel)
    }
  }
}

extension Publishers.Merge6: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable {}
extension Publishers.Merge6: Sendable
where A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable {}

extension Publishers {
  /// What seven publishers have to say, as it comes.
  public struct Merge7<
    A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>,
    D: Publisher<A.Output, A.Failure>, E: Publisher<A.Output, A.Failure>, F: Publisher<A.Output, A.Failure>,
    G: Publisher<A.Output, A.Failure>
  >: MergedPublisher {
    public let a: A
    public let b: B
    public let c: C
    public let d: D
    public let e: E
    public let f: F
    public let g: G

    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
      self.f = f
      self.g = g
    }

    @inlinable package func fill(_ funnel: Funnel) {
      Merge4(a, b, c, d).fill(funnel)
      Merge3(e, f, g).fill(funnel)
    }
  }
}

extension Publishers.Merge7: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable {}
extension Publishers.Merge7: Sendable
where A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable, G: Sendable {}

extension Publishers {
  /// What eight publishers have to say, as it comes.
  public struct Merge8<
    A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>,
    D: Publisher<A.Output, A.Failure>, E: Publisher<A.Output, A.Failure>, F: Publisher<A.Output, A.Failure>,
    G: Publisher<A.Output, A.Failure>, H: Publisher<A.Output, A.Failure>
  >: MergedPublisher {
    public let a: A
    public let b: B
    public let c: C
    public let d: D
    public let e: E
    public let f: F
    public let g: G
    public let h: H

    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
      self.f = f
      self.g = g
      self.h = h
    }

    @inlinable package func fill(_ funnel: Funnel) {
      Merge4(a, b, c, d).fill(funnel)
      Merge4(e, f, g, h).fill(funnel)
    }
  }
}

extension Publishers.Merge8: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable, H: Equatable {}
extension Publishers.Merge8: Sendable
where A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable, G: Sendable, H: Sendable {}
