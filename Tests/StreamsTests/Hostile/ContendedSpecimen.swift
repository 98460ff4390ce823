import Streams
import StreamsSupport
import Testing

/// An operator, subject or buffer that several threads send to at the same time.
struct ContendedSpecimen: Sendable, CustomTestStringConvertible {
  let name: String
  let delivery: Delivery
  /// How many elements it keeps for longer than a delivery.
  let kept: Int
  /// How many it keeps for each thread besides.
  let keptPerThread: Int
  let build: @Sendable (_ threads: Int, _ counter: PayloadCounter) -> Contention

  /// What arrives of what the threads send.
  enum Delivery {
    /// Every element, each thread's in its order.
    case everything
    /// Every element together with the latest of the other threads.
    case latest
    /// The first elements of all threads, the second ones, and so on.
    case pairs
    /// Some of the elements, each at most once, each thread's in its order.
    case some
  }

  var testDescription: String { name }

  static func of(
    _ name: String, _ delivery: Delivery, kept: Int = 0, keptPerThread: Int = 0,
    build: @escaping @Sendable (_ threads: Int, _ counter: PayloadCounter) -> Contention
  ) -> ContendedSpecimen {
    ContendedSpecimen(name: name, delivery: delivery, kept: kept, keptPerThread: keptPerThread, build: build)
  }
}

/// A publisher, and what each thread calls to send an element to it.
struct Contention: @unchecked Sendable {
  // Sendable because these publishers may be subscribed to on any thread: that is tested.
  let senders: [@Sendable (Payload) -> Void]
  let publisher: AnyPublisher<[Payload], Never>
}

extension Contention {
  typealias Subjects = [PassthroughSubject<Payload, Never>]

  /// A subject for each thread, and a publisher made of all of them.
  static func ofSubjects(_ threads: Int, _ build: (Subjects) -> AnyPublisher<[Payload], Never>) -> Contention {
    let subjects: Subjects = (0..<threads).map { _ in PassthroughSubject() }
    return Contention(senders: subjects.map { subject in { subject.send($0) } }, publisher: build(subjects))
  }

  /// One function that all threads call.
  static func shared(
    _ threads: Int, _ send: @escaping @Sendable (Payload) -> Void, _ publisher: some Publisher<Payload, Never>
  ) -> Contention {
    Contention(senders: Array(repeating: send, count: threads), publisher: publisher.singly)
  }
}

extension Publisher<Payload, Never> {
  /// Each element in an array of its own.
  var singly: AnyPublisher<[Payload], Never> { map { [$0] }.eraseToAnyPublisher() }
}
