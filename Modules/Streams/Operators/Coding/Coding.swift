extension Publisher {
  /// Decodes each element.
  ///
  /// - Demand, completion, cancellation: Passed through.
  /// - Failure: A decoding error cancels the upstream and fails the publisher. An upstream failure passes through.
  ///
  /// ```swift
  /// session.dataTaskPublisher(for: url).map(\.data).decode(type: Balance.self, decoder: JSONDecoder())
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - decoder: The decoder.
  /// - Returns: A publisher that emits the decoded values.
  @inlinable public func decode<Item: Decodable, Coder: TopLevelDecoder>(
    type: Item.Type, decoder: Coder
  ) -> Publishers.Decode<Self, Item, Coder> where Output == Coder.Input {
    Publishers.Decode(upstream: self, decoder: decoder)
  }

  /// Encodes each element.
  ///
  /// - Demand, completion, cancellation: Passed through.
  /// - Failure: An encoding error cancels the upstream and fails the publisher. An upstream failure passes through.
  ///
  /// ```swift
  /// balances.encode(encoder: JSONEncoder())
  /// ```
  ///
  /// - Parameter encoder: The encoder.
  /// - Returns: A publisher that emits the encoded elements.
  @inlinable public func encode<Coder: TopLevelEncoder>(encoder: Coder) -> Publishers.Encode<Self, Coder>
  where Output: Encodable {
    Publishers.Encode(upstream: self, encoder: encoder)
  }
}

extension Publishers {
  /// A publisher that decodes each element.
  public struct Decode<Upstream: Publisher, Output: Decodable, Coder: TopLevelDecoder>: StagePublisher
  where Upstream.Output == Coder.Input {
    public let upstream: Upstream
    @usableFromInline package let decoder: Coder

    @inlinable public init(upstream: Upstream, decoder: Coder) {
      self.upstream = upstream
      self.decoder = decoder
    }

    @inlinable package var stage: Stages.TryMap<Upstream.Output, Output> {
      .init(unsubscribedEvents: .all) { [decoder] in try decoder.decode(Output.self, from: $0) }
    }
  }

  /// A publisher that encodes each element.
  public struct Encode<Upstream: Publisher, Coder: TopLevelEncoder>: StagePublisher where Upstream.Output: Encodable {
    public let upstream: Upstream
    @usableFromInline package let encoder: Coder

    @inlinable public init(upstream: Upstream, encoder: Coder) {
      self.upstream = upstream
      self.encoder = encoder
    }

    @inlinable package var stage: Stages.TryMap<Upstream.Output, Coder.Output> {
      .init(unsubscribedEvents: .all) { [encoder] in try encoder.encode($0) }
    }
  }
}
