import ExpectSupport
import Streams
import StreamsExtras
import StreamsSupport
import StreamsTesting
import Testing

/// Helpers that users declare beside their Combine code, with names of this module: the compiler chooses the user's.
@Suite struct OwnHelpersTests {
  private let numbers = PassthroughSubject<Int, Never>()
  private let words = PassthroughSubject<String, Never>()

  @Test func `prefers a user's own operators`() {
    expectEqual(says(numbers.withLatestFrom(words)), "own withLatestFrom")
    expectEqual(says(numbers.withLatestFrom(words) { "\($0)\($1)" }), "own withLatestFrom with a closure")
    expectEqual(says(numbers.flatMapLatest { Just($0) }), "own flatMapLatest")
    expectEqual(says(numbers.pairwise()), "own pairwise")
    expectEqual(says(numbers.materialize()), "own materialize")
    expectEqual(says(Just(StreamEvent<Int, Oops>.finished).dematerialize()), "own dematerialize")
    expectEqual(says(numbers.share(replay: 1)), "own share")
    expectEqual(says(numbers.retry(1, after: { _ in 1 }, scheduler: ImmediateScheduler.shared)), "own retry")
    expectEqual(says(numbers.assign(to: \.number, onWeak: Model())), "own assign")
    expectEqual(says(numbers.values(buffering: .unbounded)), "own values")
  }

  @Test func `prefers a user's own collection and scheduler helpers`() {
    expectEqual(says([numbers].combineLatest()), "own combineLatest")
    expectEqual(says([numbers].zip()), "own zip")
    expectEqual(says([numbers].merge()), "own merge")
    expectEqual(says(AsyncStream<Int> { $0.finish() }.publisher), "own publisher")
    expectEqual(says(AnyPublisher<Int, Never>.create { _ in AnyCancellable {} }), "own create")
    expectEqual(says(ImmediateScheduler.shared.eraseToAnyScheduler()), "own eraseToAnyScheduler")
  }
}

/// The name of the helper that the compiler chose.
private func says<T>(_ result: T) -> String? { (result as? Own)?.says }

private final class Model { var number = 0 }

/// The result of a user's helper, of a type that this module does not use.
private struct Own {
  let says: String
}

extension Publisher {
  fileprivate func withLatestFrom<P: Publisher>(_ other: P) -> Own { Own(says: "own withLatestFrom") }
  fileprivate func withLatestFrom<P: Publisher, Result>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> Result
  ) -> Own where P.Failure == Failure { Own(says: "own withLatestFrom with a closure") }
  fileprivate func flatMapLatest<P: Publisher>(_ transform: @escaping (Output) -> P) -> Own where P.Failure == Failure {
    Own(says: "own flatMapLatest")
  }
  fileprivate func pairwise() -> Own { Own(says: "own pairwise") }
  fileprivate func materialize() -> Own { Own(says: "own materialize") }
  fileprivate func dematerialize() -> Own { Own(says: "own dematerialize") }
  fileprivate func share(replay count: Int) -> Own { Own(says: "own share") }
  fileprivate func retry<S: Scheduler>(
    _ retries: Int, after delay: @escaping (Int) -> S.SchedulerTimeType.Stride, scheduler: S,
    when condition: @escaping (Failure) -> Bool = { _ in true }
  ) -> Own { Own(says: "own retry") }
  fileprivate func assign<Root: AnyObject>(to keyPath: ReferenceWritableKeyPath<Root, Output>, onWeak object: Root)
    -> Own
  { Own(says: "own assign") }
  fileprivate func values(buffering limit: AsyncBuffering) -> Own { Own(says: "own values") }
}

extension Collection where Element: Publisher {
  fileprivate func combineLatest() -> Own { Own(says: "own combineLatest") }
  fileprivate func zip() -> Own { Own(says: "own zip") }
  fileprivate func merge() -> Own { Own(says: "own merge") }
}

extension AsyncSequence {
  fileprivate var publisher: Own { Own(says: "own publisher") }
}

extension AnyPublisher {
  fileprivate static func create(_ body: @escaping (AnySubscriber<Output, Failure>) -> any Cancellable) -> Own {
    Own(says: "own create")
  }
}

extension Scheduler {
  fileprivate func eraseToAnyScheduler() -> Own { Own(says: "own eraseToAnyScheduler") }
}
