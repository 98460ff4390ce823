/// A publisher that plays back what was recorded: values, and an end.
///
/// - Demand: As many values as are asked for; the completion comes right after the last.
///
/// ```swift
/// Record<Int, Never> { recording in
///   recording.receive(1)
///   recording.receive(completion: .finished)
/// }
/// ```
public struct Record<Output, Failure: Error>: Publisher {
  /// Values and an end.
  public struct Recording {
    public typealias Input = Output

    /// The values.
    public private(set) var output: [Output]
    /// The end.
    public private(set) var completion: Subscribers.Completion<Failure>
    private var isOver = false

    /// Makes a recording that waits for values.
    public init() { self.init(output: []) }

    /// Makes a recording of values and an end.
    public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
      self.output = output
      self.completion = completion
    }

    /// Adds a value; after the end it is a programming error.
    public mutating func receive(_ input: Input) {
      precondition(!isOver, "A recording takes no values after its completion")
      output.append(input)
    }

    /// Adds the end; a second one is a programming error.
    public mutating func receive(completion: Subscribers.Completion<Failure>) {
      precondition(!isOver, "A recording has one completion")
      self.completion = completion
      isOver = true
    }
  }

  /// What is played back.
  public let recording: Recording

  /// Makes a publisher of what a closure records.
  public init(record: (inout Recording) -> Void) {
    var recording = Recording()
    record(&recording)
    self.init(recording: recording)
  }

  /// Makes a publisher of a recording.
  public init(recording: Recording) { self.recording = recording }

  /// Makes a publisher of values and an end.
  public init(output: [Output], completion: Subscribers.Completion<Failure>) {
    self.init(recording: Recording(output: output, completion: completion))
  }

  @inlinable public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    SourceSubscription.play(recording.output, then: recording.completion, label: { "Record" }, to: subscriber)
  }
}

extension Record: Codable where Output: Codable, Failure: Codable {}
extension Record: Sendable where Output: Sendable {}
extension Record.Recording: Sendable where Output: Sendable {}

extension Record.Recording: Codable where Output: Codable, Failure: Codable {
  private enum CodingKeys: String, CodingKey { case output, completion }

  /// Encodes this recording, as `encode(to:)` does.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: What the encoder throws.
  public func encode(into encoder: any Encoder) throws { try encode(to: encoder) }
}
