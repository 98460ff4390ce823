import JSON
import Locking
import Requests
import Streams
import StreamsExtras

/// Answers requests as a recording does, and asks no service.
final class ReplayBackend: Backend {
  let changes = ServiceChanges()

  private let counter = RequestCounter()
  private let waiting = LockedValue<[Int: Request]>([:])
  private let shown: [Int: [String: [UInt8]]]
  private let isOld: Bool
  private let onRequest: @Sendable () -> Void

  /// - Parameters:
  ///   - shown: private members of answers, by request, as far as a state shows them.
  ///   - isOld: whether the answers have the form of version 3.
  ///   - onRequest: runs when a request was made, on any thread.
  init(shown: [Int: [String: [UInt8]]], isOld: Bool, onRequest: @escaping @Sendable () -> Void) {
    self.shown = shown
    self.isOld = isOld
    self.onRequest = onRequest
  }

  /// The number of the request that an answer is for: the recorded one, or the first of this operation if threads made
  /// their requests in another order; `nil` if no such request waits.
  func request(_ number: Int, of operation: String) -> Int? {
    waiting.withLock { requests in
      if requests[number]?.operation == operation { return number }
      return requests.filter { $0.value.operation == operation }.keys.min()
    }
  }

  /// The operations of the requests that wait, in order.
  var waitingOperations: [String] { waiting.withLock { $0.sorted { $0.key < $1.key }.map(\.value.operation) } }

  /// Answers a request that waits.
  ///
  /// - Parameters:
  ///   - request: the number of the request.
  ///   - number: the number that it has in the recording.
  /// - Returns: false if the operation cannot read the answer.
  @MainActor func answer(_ request: Int, as number: Int, isFailure: Bool, _ value: [UInt8]) -> Bool {
    waiting.withLock { $0.removeValue(forKey: request) }?.answer(number, isFailure, value) ?? false
  }

  func answer<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ input: Input
  ) -> AnyPublisher<Answer, ServiceError> {
    AnyPublisher.create { [self] subscriber in
      let request = Request(operation: operation.name) { [shown, isOld] number, isFailure, value in
        let value = PrivateMembers(of: operation, isFailure: isFailure).insert(shown[number] ?? [:], into: value)
        let text = JSONText(scanned: value[...])
        if isFailure {
          guard let error = ServiceError(text) else { return false }
          subscriber.send(completion: .failure(error))
        } else {
          guard let answer = operation.answer.read(isOld ? text.with(.oldRecording) : text) else { return false }
          subscriber.send(answer)
          subscriber.send(completion: .finished)
        }
        return true
      }
      let number = counter.next()
      waiting.withLock { $0[number] = request }
      onRequest()
      return AnyCancellable {}
    }
  }

  /// A request that waits for its answer. Sendable because the answer is sent once, on the main queue.
  private struct Request: @unchecked Sendable {
    let operation: String
    let answer: (_ number: Int, _ isFailure: Bool, _ value: [UInt8]) -> Bool
  }
}
