extension Publisher {
  /// Decodes each value.
  ///
  /// - Demand, completion, cancellation: Passed through.
  /// - Failure: A decoding error cancels this publisher and ends the new one.
  ///
  /// ```swift
  /// session.dataTaskPublisher(for: url).map(\.data).decode(type: Balance.self, decoder: JSONDecoder())
  /// ```
  @inlinable public func decode<Item: Decodable, Coder: TopLevelDecoder>(
    type: Item.Type, decoder: Coder
  ) -> Publishers.Decode<Self, Item, Coder> where Output == Coder.Input {
    Publishers.Decode(upstream: self, decoder: decoder)
  }

  /// Encodes each value.
  ///
  /// - Demand, completion, cancellation: Passed through.
  /// - Failure: An encoding error cancels this publisher and ends the new one.
  ///
  /// ```swift
  /// balances.encode(encoder: JSONEncoder())
  /// ```
  @inlinable public func encode<Coder: TopLevelEncoder>(encoder: Coder) -> Publishers.Encode<Self, Coder>
  where Output: Encodable {
    Publishers.Encode(upstream: self, encoder: encoder)
  }
}

extension Publishers {
  /// What ``Publisher/decode(type:decoder:)`` returns.
  public struct Decode<Upstream: Publisher, Output: Decodable, Coder: TopLevelDecoder>: StagePublisher
  where Upstream.Output == Coder.Input {
    public let upstream: Upstream
    @usableFromInline package let decoder: Coder

    @inlinable public init(upstream: Upstream, decoder: Coder) {
      self.upstream = upstream
      self.decoder = decoder
    }

    @inlinable package var stage: Stages.TryMap<Upstream.Output, Output> {
      .init { [decoder] in try decoder.decode(Output.self, from: $0) }
    }
  }

  /// What ``Publisher/encode(encoder:)`` returns.
  public struct Encode<Upstream: Publisher, Coder: TopLevelEncoder>: StagePublisher where Upstream.Output: Encodable {
    public let upstream: Upstream
    @usableFromInline package let encoder: Coder

    @inlinable public init(upstream: Upstream, encoder: Coder) {
      self.upstream = upstream
      self.encoder = encoder
    }

    @inlinable package var stage: Stages.TryMap<Upstream.Output, Coder.Output> {
      .init { [encoder] in try encoder.encode($0) }
    }
  }
}
