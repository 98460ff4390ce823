import ExpectSupport
import Foundation
import Streams
import StreamsSupport
import StreamsTesting
import Testing

/// The operators of the page "AddAnOperator" work.
@Suite struct PageOperatorsTests {
  @Test func `the operators are those of the page`() throws {
    // This file is three folders below the root of the package.
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    func text(_ path: String) throws -> String { try String(contentsOf: root.appending(path: path), encoding: .utf8) }
    let page = try text("Modules/Streams/Streams.docc/AddAnOperator.md")
    let operators = try text("Tests/StreamsExtrasTests/Operators/PageOperators.swift")
    let examples = page.matches(of: /```swift\npublic import Streams\n\n((?s:.*?))```/).map { String($0.1) }
    expectEqual(examples.count, 4)
    for example in examples { #expect(operators.contains(example)) }
  }

  @Test func `removing drops a value`() {
    let recorder = [1, 2, 1, 3].publisher.removing(1).record(demand: .max(1)) { _ in .max(1) }
    expectEqual(recorder.values, [2, 3])
    expectEqual(recorder.completion, .finished)
  }

  @Test func `everyNth emits one of several`() {
    let probe = ProbePublisher<Int, Oops>()
    let recorder = probe.everyNth(2).record(demand: .max(1))
    probe.send(1)
    probe.send(2)
    probe.send(completion: .failure(Oops()))
    expectEqual(recorder.history, ["subscription: EveryNth", "value: 2", "failure: Oops()"])
    expectEqual(recorder.violations, [])
    expectEqual(probe.events, [.subscribe, .request(.max(1)), .additional(.max(1))])
  }

  @Test func `dropFirst for a time emits what comes later`() throws {
    let scheduler = TestScheduler()
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.dropFirst(for: 5, scheduler: scheduler).record()
    for number in 1...8 {
      subject.send(number)
      scheduler.advance(by: 1)
    }
    subject.send(completion: .finished)
    scheduler.run()
    expectEqual(recorder.values, [6, 7, 8])
    expectEqual(recorder.completion, .finished)
  }

  @Test func `replaced emits the other publisher once that emits`() {
    let (first, other) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let recorder = first.replaced(byFirstOutputOf: other).record()
    first.send(1)
    other.send(10)
    first.send(2)
    other.send(11)
    expectEqual(recorder.values, [1, 10, 11])
    other.send(completion: .finished)
    expectEqual(recorder.completion, .finished)
  }
}
