import Dispatch
import Streams
import Testing

@Suite struct FutureValueTests {
  @Test func theValueOfAFulfilledFuture() async {
    #expect(await Future<Int, Never> { $0(.success(1)) }.value == 1)
  }

  @Test func theValueOfAFutureThatTakesItsTime() async {
    let future = Future<Int, Never> { promise in
      let promise = Handed(promise)
      DispatchQueue.global().async { promise.value(.success(2)) }
    }
    #expect(await future.value == 2)
  }

  @Test func aFailureIsThrown() async {
    await #expect(throws: Broken.self) { try await Future<Int, Broken> { $0(.failure(Broken())) }.value }
  }

  @Test func whatCannotFailIsWaitedForAlsoByACancelledTask() async {
    let box = Handed(CurrentValueSubject<Future<Int, Never>.Promise?, Never>(nil))
    let task = Task { await Future<Int, Never> { box.value.value = $0 }.value }
    task.cancel()
    while box.value.value == nil { await Task.yield() }
    box.value.value?(.success(3))
    #expect(await task.value == 3)
  }

  @Test func aCancelledTaskThrows() async {
    let task = Task { try await Future<Int, Broken> { _ in }.value }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

private struct Broken: Error {}

/// Carries a promise, which may be called from any thread, to one.
private struct Handed<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
