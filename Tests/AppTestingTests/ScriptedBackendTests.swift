import AppTesting
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
    backend.answer(.length, text).subscribe(recorder)
    return recorder
  }

  @Test func `records calls in the order of their subscriptions`() {
    let (first, second) = (backend.answer(.length, "first"), backend.answer(.length, "second"))
    let word = backend.answer(.word)
    #expect(backend.calls.isEmpty)
    var cancellables = [second, first].map { $0.sink(receiveCompletion: { _ in }, receiveValue: { _ in }) }
    cancellables.append(word.sink(receiveCompletion: { _ in }, receiveValue: { _ in }))
    #expect(backend.calls.map(\.name) == ["length", "length", "word"])
    #expect(backend.calls(.length).map(\.input) == ["second", "first"])
    #expect(backend.last(.length).input == "first")
    #expect(backend.pendingCount(.length) == 2)
    for cancellable in cancellables { cancellable.cancel() }
    #expect(backend.pendingCount(.length) == 0)
    #expect(backend.calls.map(\.isCancelled) == [true, true, true])
  }

  @Test func `answers calls in any order`() {
    let recorders = ["first", "second"].map(ask)
    backend.calls(.length)[1].succeed(2)
    #expect(backend.calls(.length).map(\.isPending) == [true, false])
    backend.calls(.length)[0].fail(.timeout)
    #expect(backend.calls.map(\.isCancelled) == [false, false])
    #expect(recorders[0].values == [])
    #expect(recorders[0].completion == .failure(.timeout))
    #expect(recorders[1].values == [2])
    #expect(recorders[1].completion == .finished)
  }

  @Test func `fails with the words of a backend by default`() {
    let recorder = ask("any")
    backend.last(.length).fail()
    #expect(recorder.completion == .failure(.problem(status: 503, detail: "Something went wrong!")))
  }

  @Test func `completes without an answer`() {
    let recorder = ask("any")
    backend.last(.length).complete()
    #expect(recorder.values == [])
    #expect(recorder.completion == .finished)
    #expect(!backend.last(.length).isPending)
  }

  @Test func `answers an operation without an answer`() {
    var isDone = false
    let cancellable = backend.answer(.forget, "all")
      .sink(receiveCompletion: { _ in }, receiveValue: { isDone = true })
    backend.last(.forget).succeed()
    #expect(isDone)
    cancellable.cancel()
  }

  @Test func `gives prepared answers to the next calls of an operation`() {
    backend.prepare(.length, .success(1), .failure(.timeout))
    backend.prepare(.word, .success("hello"))
    let recorders = (1...3).map { _ in ask("any") }
    #expect(recorders.map(\.values) == [[1], [], []])
    #expect(recorders.map(\.completion) == [.finished, .failure(.timeout), nil])
    #expect(backend.pendingCount(.length) == 1)
    let word = RecordingSubscriber<String, ServiceError>()
    backend.answer(.word).subscribe(word)
    #expect(word.values == ["hello"])
  }

  @Test func `publishes the changes of the test`() {
    var count = 0
    let cancellable = backend.changes.publisher(for: .word).sink { count += 1 }
    backend.changes.publish(.word)
    #expect(count == 1)
    cancellable.cancel()
  }

  @Test func `stops the program where a call is missing`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ScriptedBackend().last(.length)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("The backend was not asked for \"length\"."))
  }
}
