import Streams
import StreamsTesting

// NB: a build with the standard library linked statically has no module of this name, and builds this target too.
#if canImport(Testing)
  import Testing

  /// Plays a marble diagram and expects what it draws.
  ///
  /// - Parameters:
  ///   - text: The diagram.
  ///   - sourceLocation: Where a difference is reported.
  ///   - make: Makes the publisher that is tested from the publishers of the diagram.
  public func expectMarbles<P: Publisher>(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation, _ make: (MarbleInputs, TestScheduler) -> P
  ) throws {
    let drawn = try MarbleDiagram(text)
    #expect(drawn.played(make) == drawn, sourceLocation: sourceLocation)
  }
#endif
