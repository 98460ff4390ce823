import Dispatch
import ExpectSupport
import Streams
import StreamsSupport
import Testing

@Suite struct FutureValueTests {
  private struct Broken: Error {}

  @Test func `returns the value of a fulfilled future`() async {
    await expectEqual(Future<Int, Never> { $0(.success(1)) }.value, 1)
  }

  @Test func `waits for a promise of another thread`() async {
    let future = Future<Int, Never> { promise in
      let promise = Shared(promise)
      DispatchQueue.global().async { promise.current(.success(2)) }
    }
    await expectEqual(future.value, 2)
  }

  @Test func `throws the failure`() async {
    await #expect(throws: Broken.self) { try await Future<Int, Broken> { $0(.failure(Broken())) }.value }
  }

  @Test func `waits in a cancelled task when the future cannot fail`() async {
    let box = Shared<Future<Int, Never>.Promise?>(nil)
    let task = Task { await Future<Int, Never> { given in box.withLock { $0 = given } }.value }
    task.cancel()
    while box.current == nil { await Task.yield() }
    box.current?(.success(3))
    await expectEqual(task.value, 3)
  }

  @Test func `throws in a cancelled task`() async {
    let task = Task { try await Future<Int, Broken> { _ in }.value }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test @MainActor func `returns the value to several tasks`() async {
    let promise = Shared<Future<Int, Oops>.Promise?>(nil)
    let future = Future<Int, Oops> { given in promise.withLock { $0 = given } }
    let tasks = (1...3).map { _ in Task { try await future.value } }
    await Task.yield()
    promise.current?(.success(7))
    for task in tasks { #expect(await (try? task.value) == 7) }
  }
}
