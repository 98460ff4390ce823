import Dispatch
import ExpectSupport
import Foundation
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct OverlapCheckTests {
  /// Operators with one upstream, by their names.
  enum Operator: String, CaseIterable, Codable {
    case scan = "Scan"
    case removeDuplicates = "RemoveDuplicates"
    case tryMap = "TryMap"
    case drop = "DropWhile"
    case handleEvents = "HandleEvents"
    case concatenate = "Concatenate"
    case `catch` = "Catch"
    case dropFirst = "Drop"
    case output = "Output"
    case tryScan = "TryScan"

    func make(_ upstream: ProbePublisher<Int, Oops>) -> AnyPublisher<Int, any Error> {
      switch self {
      case .scan: upstream.scan(0, +).mapError { $0 }.eraseToAnyPublisher()
      case .removeDuplicates: upstream.removeDuplicates().mapError { $0 }.eraseToAnyPublisher()
      case .tryMap: upstream.tryMap { $0 }.eraseToAnyPublisher()
      case .drop: upstream.drop { _ in false }.mapError { $0 }.eraseToAnyPublisher()
      case .handleEvents: upstream.handleEvents(receiveOutput: { _ in }).mapError { $0 }.eraseToAnyPublisher()
      case .concatenate: upstream.append(7).mapError { $0 }.eraseToAnyPublisher()
      case .dropFirst: upstream.dropFirst(0).mapError { $0 }.eraseToAnyPublisher()
      case .output: upstream.output(in: 0...9).mapError { $0 }.eraseToAnyPublisher()
      case .tryScan: upstream.tryScan(0) { $0 + $1 }.eraseToAnyPublisher()
      case .catch: upstream.catch { _ in Just(7) }.setFailureType(to: (any Error).self).eraseToAnyPublisher()
      }
    }
  }

  /// What the second thread sends.
  enum Second: CaseIterable, Codable {
    case value, completion

    func send(to upstream: ProbePublisher<Int, Oops>) {
      switch self {
      case .value: upstream.send(2)
      case .completion: upstream.send(completion: .finished)
      }
    }
  }

  @Test(.exitTest, arguments: Operator.allCases, Second.allCases)
  func `two threads at once stop the program, in a release build too`(_ operation: Operator, _ second: Second) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [operation, second] in
      let isInside = DispatchSemaphore(value: 0)
      let upstream = ProbePublisher<Int, Oops>()
      let cancellable = operation.make(upstream).sink(
        receiveCompletion: { _ in },
        receiveValue: { _ in
          isInside.signal()
          DispatchSemaphore(value: 0).wait()
        })
      together(
        { upstream.send(1) },
        {
          isInside.wait()
          second.send(to: upstream)
          // Not stopped.
          exit(EXIT_SUCCESS)
        })
      withExtendedLifetime(cancellable) {}
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        """
        \(operation.rawValue) received events from two threads at the same time, which a publisher must not send: put \
        receive(on:) before it, or let the publisher send to a subject
        """))
  }

  @Test(arguments: Operator.allCases)
  func `threads that take turns pass`(_ operation: Operator) {
    let upstream = ProbePublisher<Int, Oops>()
    let recorder = operation.make(upstream).record()
    together { upstream.send(1) }
    together { upstream.send(2) }
    upstream.send(4)
    together { upstream.send(completion: .finished) }
    #expect(recorder.values.count >= 3)
    #expect(recorder.completion != nil)
  }

  @Test(arguments: Operator.allCases)
  func `events inside one another on one thread pass`(_ operation: Operator) {
    let upstream = ProbePublisher<Int, Oops>()
    var values: [Int] = []
    let recorder = operation.make(upstream).record { value in
      values.append(value)
      if values.count < 3 { upstream.send(values.count * 10) }
      if values.count == 3 { upstream.send(completion: .finished) }
      return .none
    }
    upstream.send(1)
    #expect(values.count >= 3)
    #expect(recorder.completion != nil)
  }
}
