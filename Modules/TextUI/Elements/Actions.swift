import Streams

/// What runs when the user changes a control: closures in the order in which they were added, and then a publisher.
@MainActor struct Actions<Value> {
  private var closures: [(Value) throws -> Void] = []
  private let subject = PassthroughSubject<Value, Never>()

  /// Publishes the values. It never completes.
  var publisher: AnyPublisher<Value, Never> { subject.eraseToAnyPublisher() }

  mutating func add(_ closure: @escaping (Value) throws -> Void) { closures.append(closure) }

  /// Runs the closures until one throws, and publishes the value if none does.
  func run(_ value: Value) throws(CommandError) {
    for closure in closures {
      do { try closure(value) } catch { throw CommandError(error) }
    }
    subject.send(value)
  }
}
