/// A publisher that replays recorded elements and a completion.
///
/// - Demand: Emits as many elements as requested. The completion follows the last element at once.
///
/// ```swift
/// Record<Int, Never> { recording in
///   recording.receive(1)
///   recording.receive(completion: .finished)
/// }
/// ```
public struct Record<Output, Failure: Error>: Publisher {
  /// Elements and a completion.
  public struct Recording {
    public typealias Input = Output

    /// The elements.
    public private(set) var output: [Output]
    /// The completion.
    public private(set) var completion: Subscribers.Completion<Failure>
    private var isClosed = false

    /// Creates an empty recording.
    public init() { self.init(output: []) }

    /// Creates a recording.
    ///
    /// - Parameters:
    ///   - output: The elements.
    ///   - completion: The completion.
    public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
      self.output = output
      self.completion = completion
    }

    /// Adds an element. After the completion, this is a programming error.
    public mutating func receive(_ input: Input) {
      precondition(!isClosed, "A recording takes no values after its completion")
      output.append(input)
    }

    /// Sets the completion. A second one is a programming error.
    public mutating func receive(completion: Subscribers.Completion<Failure>) {
      precondition(!isClosed, "A recording has one completion")
      self.completion = completion
      isClosed = true
    }
  }

  /// The recording to replay.
  public let recording: Recording

  /// Creates a publisher that replays what a closure records.
  ///
  /// - Parameter record: A closure that adds elements and a completion to a recording.
  public init(record: (inout Recording) -> Void) {
    var recording = Recording()
    record(&recording)
    self.init(recording: recording)
  }

  /// Creates a publisher that replays a recording.
  public init(recording: Recording) { self.recording = recording }

  /// Creates a publisher that replays elements and a completion.
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
  /// - Throws: An error of the encoder.
  public func encode(into encoder: any Encoder) throws { try encode(to: encoder) }
}
