import ExpectSupport
import Streams
import StreamsExtras
import StreamsSupport
import Testing

@Suite struct BufferedValuesTests {
  @Test(arguments: [(AsyncBuffering.unbounded, [1, 2, 3]), (.newest(2), [2, 3]), (.oldest(2), [1, 2])])
  func `keeps the values that its limit allows`(_ limit: AsyncBuffering, _ expected: [Int]) async {
    let subject = PassthroughSubject<Int, Never>()
    var iterator = subject.prepend(0).values(buffering: limit).makeAsyncIterator()
    await expectEqual(iterator.next(), 0)
    for value in 1...3 { subject.send(value) }
    subject.send(completion: .finished)
    var values: [Int] = []
    while let value = await iterator.next() { values.append(value) }
    expectEqual(values, expected)
  }

  @Test func `throws the failure after the buffered values`() async {
    let subject = PassthroughSubject<Int, Oops>()
    var iterator = subject.prepend(0).values(buffering: .unbounded).makeAsyncIterator()
    _ = try? await iterator.next()
    subject.send(1)
    subject.send(completion: .failure(Oops()))
    #expect(await (try? iterator.next()) == 1)
    await #expect(throws: Oops()) { try await iterator.next() }
  }

  @Test func `keeps a burst of several threads`() async {
    let subject = PassthroughSubject<Int, Never>()
    let isReady = Shared(false)
    let reader = Task {
      var values: [Int] = []
      let sequence = subject.handleEvents(receiveSubscription: { _ in isReady.withLock { $0 = true } })
        .values(buffering: .unbounded)
      for await value in sequence { values.append(value) }
      return values
    }
    while !isReady.current { await Task.yield() }
    Stress.send { subject.send($0) }
    subject.send(completion: .finished)
    #expect(Stress.isComplete(await reader.value))
  }

  @Test func `stops when it is cancelled during deliveries`() async {
    for _ in 0..<50 {
      let subject = CurrentValueSubject<Int, Never>(0)
      let reader = Task { for await _ in subject.values(buffering: .newest(1)) {} }
      let sender = Task.detached { for number in 0..<50 { subject.send(number) } }
      reader.cancel()
      await reader.value
      await sender.value
    }
  }
}
