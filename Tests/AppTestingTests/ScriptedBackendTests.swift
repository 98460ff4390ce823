import AppTesting
import ExpectSupport
import Requests
import Testing

extension ServiceOperation<String, Int> {
  static var length: Self { Self("length") }
}

extension ServiceOperation<Void, String> {
  static var word: Self { Self("word") }
}

extension ServiceOperation<String, Void> {
  static var forget: Self { Self("forget") }
}

@Suite struct ScriptedBackendTests {
  let backend = ScriptedBackend()

  private func ask(_ text: String) -> RecordingSubscriber<Int, ServiceError> {
    let recorder = RecordingSubscriber<Int, ServiceError>()
    backend.backend.answer(.length, text).subscribe(recorder)
    return recorder
  }

  @Test func `records calls in the order of their subscriptions`() {
    let (first, second) = (backend.backend.answer(.length, "first"), backend.backend.answer(.length, "second"))
    let word = backend.backend.answer(.word)
    #expect(backend.calls.isEmpty)
    var cancellables = [second, first].map { $0.sink(receiveCompletion: { _ in }, receiveValue: { _ in }) }
    cancellables.append(word.sink(receiveCompletion: { _ in }, receiveValue: { _ in }))
    expectEqual(backend.calls.map(\.name), ["length", "length", "word"])
    expectEqual(backend.calls(.length).map(\.input), ["second", "first"])
    expectEqual(backend.last(.length).input, "first")
    expectEqual(backend.pendingCount(.length), 2)
    for cancellable in cancellables { cancellable.cancel() }
    expectEqual(backend.pendingCount(.length), 0)
    expectEqual(backend.calls.map(\.isCancelled), [true, true, true])
  }

  @Test func `answers calls in any order`() {
    let recorders = ["first", "second"].map(ask)
    backend.calls(.length)[1].succeed(2)
    expectEqual(backend.calls(.length).map(\.isPending), [true, false])
    backend.calls(.length)[0].fail(.timeout)
    expectEqual(backend.calls.map(\.isCancelled), [false, false])
    expectEqual(recorders[0].values, [])
    expectEqual(recorders[0].completion, .failure(.timeout))
    expectEqual(recorders[1].values, [2])
    expectEqual(recorders[1].completion, .finished)
  }

  @Test func `fails with the words of a backend by default`() {
    let recorder = ask("any")
    backend.last(.length).fail()
    expectEqual(recorder.completion, .failure(.problem(status: 503, detail: "Something went wrong!")))
  }

  @Test func `completes without an answer`() {
    let recorder = ask("any")
    backend.last(.length).complete()
    expectEqual(recorder.values, [])
    expectEqual(recorder.completion, .finished)
    #expect(!backend.last(.length).isPending)
  }

  @Test func `answers an operation without an answer`() {
    var isDone = false
    let cancellable = backend.backend.answer(.forget, "all")
      .sink(receiveCompletion: { _ in }, receiveValue: { isDone = true })
    backend.last(.forget).succeed()
    #expect(isDone)
    cancellable.cancel()
  }

  @Test func `gives prepared answers to the next calls of an operation`() {
    backend.prepare(.length, .success(1), .failure(.timeout))
    backend.prepare(.word, .success("hello"))
    let recorders = (1...3).map { _ in ask("any") }
    expectEqual(recorders.map(\.values), [[1], [], []])
    expectEqual(recorders.map(\.completion), [.finished, .failure(.timeout), nil])
    expectEqual(backend.pendingCount(.length), 1)
    let word = RecordingSubscriber<String, ServiceError>()
    backend.backend.answer(.word).subscribe(word)
    expectEqual(word.values, ["hello"])
  }

  @Test func `publishes the changes of the test`() {
    var count = 0
    let cancellable = backend.changes.publisher(for: .word).sink { count += 1 }
    backend.changes.publish(.word)
    expectEqual(count, 1)
    cancellable.cancel()
  }

  @Test(.exitTest) func `stops the program where a call is missing`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ScriptedBackend().last(.length)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("The backend was not asked for \"length\"."))
  }
}
