import AppTesting
import Testing

@Suite struct StubCallsTests {
  let calls = StubCalls<String, Int>()

  @Test func `records calls in the order of their subscriptions`() {
    let (first, second) = (calls.call("first"), calls.call("second"))
    #expect(calls.all.isEmpty)
    let cancellables = [second, first].map { $0.sink(receiveCompletion: { _ in }, receiveValue: { _ in }) }
    #expect(calls.all.map(\.request) == ["second", "first"])
    #expect(calls.last.request == "first")
    #expect(calls.pendingCount == 2)
    for cancellable in cancellables { cancellable.cancel() }
    #expect(calls.pendingCount == 0)
  }

  @Test func `answers calls in any order`() {
    let recorders = ["first", "second"].map { request in
      let recorder = RecordingSubscriber<Int, ServiceError>()
      calls.call(request).subscribe(recorder)
      return recorder
    }
    calls.all[1].succeed(2)
    #expect(calls.all.map(\.isPending) == [true, false])
    calls.all[0].fail(.timeout)
    #expect(recorders[0].values == [])
    #expect(recorders[0].completion == .failure(.timeout))
    #expect(recorders[1].values == [2])
    #expect(recorders[1].completion == .finished)
  }

  @Test func `fails with the words of a backend by default`() {
    let recorder = RecordingSubscriber<Int, ServiceError>()
    calls.call("any").subscribe(recorder)
    calls.last.fail()
    #expect(recorder.completion == .failure(.problem(status: 503, detail: "Something went wrong!")))
  }

  @Test func `completes without an answer`() {
    let recorder = RecordingSubscriber<Int, ServiceError>()
    calls.call("any").subscribe(recorder)
    calls.last.complete()
    #expect(recorder.values == [])
    #expect(recorder.completion == .finished)
    #expect(!calls.last.isPending)
  }

  @Test func `gives prepared answers to the next calls`() {
    calls.prepare(.success(1), .failure(.timeout))
    let recorders = (1...3).map { _ in
      let recorder = RecordingSubscriber<Int, ServiceError>()
      calls.call("any").subscribe(recorder)
      return recorder
    }
    #expect(recorders.map(\.values) == [[1], [], []])
    #expect(recorders.map(\.completion) == [.finished, .failure(.timeout), nil])
    #expect(calls.pendingCount == 1)
  }

  @Test func `stops the program where a call is missing`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = StubCalls<String, Int>().last
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("The service was not called."))
  }
}
