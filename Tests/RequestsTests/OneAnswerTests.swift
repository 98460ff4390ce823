import ExpectSupport
import Locking
import Requests
import Streams
import Testing

/// A request has one answer, and a second one is reported.
@Suite struct OneAnswerTests {
  private final class Log: Sendable {
    let faults = LockedValue<[String]>([])
    let lines = LockedValue<[String]>([])

    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  private let log = Log()
  private let sentence = "The operation \"degrees\" has answered twice. Its second answer is ignored."

  private func follow(_ answers: some Publisher<Int, ServiceError>) -> AnyCancellable {
    answers.map { .answer($0) }.eraseToAnyPublisher()
      .oneAnswer(of: "degrees") { [log] fault in log.faults.withLock { $0.append(fault) } }
      .sink { [log] in
        log.add("\($0)")
      } receiveValue: { [log] in
        log.add("\($0.value ?? "nothing")")
      }
  }

  private var lines: [String] { log.lines.withLock { $0 } }
  private var faults: [String] { log.faults.withLock { $0 } }

  @Test func `publishes the first of several answers, and reports the second one once`() {
    _ = follow([1, 2, 3].publisher.setFailureType(to: ServiceError.self))
    expectEqual(lines, ["1", "finished"])
    expectEqual(faults, [sentence])
  }

  @Test func `reports a second answer that comes later`() {
    let subject = PassthroughSubject<Int, ServiceError>()
    let request = follow(subject)
    subject.send(1)
    expectEqual(lines, ["1", "finished"])
    #expect(faults.isEmpty)
    subject.send(2)
    subject.send(3)
    expectEqual(lines, ["1", "finished"])
    expectEqual(faults, [sentence])
    request.cancel()
  }

  @Test func `passes failures and an end without an answer on`() {
    _ = follow(Fail(error: .timeout))
    _ = follow(Empty())
    expectEqual(lines, ["failure(timeout)", "finished"])
    #expect(faults.isEmpty)
  }

  @Test func `cancels a request that is not answered`() {
    let subject = PassthroughSubject<Int, ServiceError>()
    let request = follow(subject.handleEvents(receiveCancel: { [log] in log.add("cancelled") }))
    request.cancel()
    subject.send(1)
    expectEqual(lines, ["cancelled"])
  }

  @Test func `a result never fails`() {
    var results: [Result<Int, ServiceError>] = []
    _ = Just(1).setFailureType(to: ServiceError.self).result().sink { results.append($0) }
    _ = Fail<Int, ServiceError>(error: .timeout).result().sink { results.append($0) }
    _ = Empty<Int, ServiceError>().result().sink { results.append($0) }
    expectEqual(results, [.success(1), .failure(.timeout), .failure(.cancelled)])
  }
}
