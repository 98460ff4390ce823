import Dispatch
import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

/// Several tasks that wait for values of one iterator.
@Suite(.timeLimit(.minutes(30))) struct AsyncIteratorTests {
  private typealias Values<Failure: Error> = AsyncThrowingPublisher<ProbePublisher<Int, Failure>>

  /// Starts tasks that each wait for one value in a copy of an iterator, one after the other.
  @MainActor private func waiters<Failure: Error>(
    _ count: Int, for values: Values<Failure>, of probe: ProbePublisher<Int, Failure>
  ) async -> [Task<Int?, any Error>] {
    let iterator = values.makeAsyncIterator()
    var tasks: [Task<Int?, any Error>] = []
    for number in 1...count {
      tasks.append(
        Task {
          var copy = iterator
          return try await copy.next(isolation: #isolation)
        })
      while probe.events.count(where: { $0 == .request(.max(1)) }) < number { await Task.yield() }
    }
    return tasks
  }

  @MainActor private func results(_ tasks: [Task<Int?, any Error>]) async -> [String] {
    var results: [String] = []
    for task in tasks {
      switch await task.result {
      case .success(let value): results.append(value.map { "\($0)" } ?? "nil")
      case .failure(let error): results.append("\(error)")
      }
    }
    return results
  }

  @Test @MainActor func `serves waiting tasks in order`() async {
    let probe = ProbePublisher<Int, Never>()
    let tasks = await waiters(3, for: probe.values, of: probe)
    for number in 1...3 { probe.send(number) }
    await expectEqual(results(tasks), ["1", "2", "3"])
  }

  @Test @MainActor func `resumes every task at the completion`() async {
    let probe = ProbePublisher<Int, Never>()
    let tasks = await waiters(3, for: probe.values, of: probe)
    probe.send(1)
    probe.send(completion: .finished)
    await expectEqual(results(tasks), ["1", "nil", "nil"])
  }

  @Test @MainActor func `resumes every task at a failure`() async {
    let probe = ProbePublisher<Int, Oops>()
    let tasks = await waiters(3, for: probe.values, of: probe)
    probe.send(completion: .failure(Oops()))
    await expectEqual(results(tasks), ["Oops()", "Oops()", "Oops()"])
  }

  @Test @MainActor func `resumes every task when one is cancelled`() async {
    let probe = ProbePublisher<Int, Never>()
    let tasks = await waiters(3, for: probe.values, of: probe)
    tasks[1].cancel()
    await expectEqual(results(tasks), ["nil", "nil", "nil"])
    expectEqual(probe.events.last, .cancel)
  }

  /// The sum of the values that four tasks receive that share one iterator.
  private func sum<P: Publisher & SendableMetatype>(_ publisher: P) async -> Int
  where P.Output == Int, P.Failure == Never {
    let shared = Shared(publisher.values.makeAsyncIterator())
    return await withTaskGroup(of: Int.self) { group in
      for _ in 1...4 {
        group.addTask {
          var sum = 0
          var copy = shared.current
          while let value = await copy.next() { sum += value }
          return sum
        }
      }
      return await group.reduce(0, +)
    }
  }

  @Test func `serves tasks on different threads`() async {
    await expectEqual(sum((1...200).publisher), 200 * 201 / 2)
    await expectEqual(sum((1...200).publisher.receive(on: DispatchQueue.global())), 200 * 201 / 2)
    await expectEqual(sum((1...200).publisher.subscribe(on: DispatchQueue.global())), 200 * 201 / 2)
  }
}
