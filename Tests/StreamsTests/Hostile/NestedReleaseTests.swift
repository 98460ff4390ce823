import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

/// Nested type-erased publishers are released one after another, however many there are. In an optimised build the compiler may
/// move a release, so these tests run there, too.
@Suite struct NestedReleaseTests {
  /// Nested type-erased publishers, made by an operator around each.
  private func nest(_ wrap: (AnyPublisher<Int, Never>) -> AnyPublisher<Int, Never>) -> AnyPublisher<Int, Never> {
    (0..<100_000).reduce(Just(0).eraseToAnyPublisher()) { nested, _ in wrap(nested) }
  }

  @Test func `releasing a hundred thousand nested publishers`() {
    _ = nest { $0.prepend(1).eraseToAnyPublisher() }
    _ = nest { $0.append(1).eraseToAnyPublisher() }
    _ = nest { $0.map { $0 + 1 }.eraseToAnyPublisher() }
    _ = nest { $0.removeDuplicates().eraseToAnyPublisher() }
    _ = nest { $0.retry(1).eraseToAnyPublisher() }
    _ = nest { nested in Deferred { nested }.eraseToAnyPublisher() }
    _ = nest { nested in Just(1).flatMap { _ in nested }.eraseToAnyPublisher() }
    _ = nest { nested in
      PassthroughSubject<Int, Oops>().catch { _ in nested }.eraseToAnyPublisher()
    }
    _ = nest { $0.merge(with: Just(1)).eraseToAnyPublisher() }
    _ = nest { $0.share().eraseToAnyPublisher() }
    _ = nest { Publishers.MergeMany([$0]).eraseToAnyPublisher() }
  }

  @Test func `cancelling a hundred thousand prepended publishers`() {
    let recorder = nest { $0.prepend(1).eraseToAnyPublisher() }.record(demand: .max(1))
    expectEqual(recorder.values, [1])
    recorder.cancel()
  }

  @Test func `a hundred thousand prepended publishers deliver and are released`() {
    let recorder = nest { $0.prepend(1).eraseToAnyPublisher() }.record()
    expectEqual(recorder.values.count, 100_001)
    expectEqual(recorder.completion, .finished)
  }
}
