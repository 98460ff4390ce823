import Foundation
import Locking

/// One request, and what has arrived of its answer.
final class Exchange: Sendable {
  /// Receives the answer or the error, and whether the connection can serve another request.
  typealias Completion = @Sendable (Result<HTTPReply, ServiceError>, _ isReusable: Bool) -> Void

  /// The longest body that is kept, in bytes.
  let maximumBody: Int
  /// What has arrived; `nil` once the exchange has ended.
  private let state: LockedValue<(completion: Completion, body: Data)?>

  init(maximumBody: Int, _ completion: @escaping Completion) {
    self.maximumBody = maximumBody
    state = LockedValue((completion, Data()))
  }

  var isRunning: Bool { state.withLock { $0 != nil } }

  /// Appends a chunk of the body. A body that is too long fails the exchange.
  ///
  /// - Returns: whether the exchange has failed by this chunk.
  func receive(_ chunk: Data) -> Bool {
    let isTooLong = state.withLock { state in
      guard let count = state?.body.count else { return false }
      guard chunk.count <= maximumBody - count else { return true }
      state?.body.append(chunk)
      return false
    }
    if isTooLong { fail(.tooLarge) }
    return isTooLong
  }

  /// Ends the exchange with an error, unless it has ended.
  func fail(_ error: ServiceError) {
    end()?.completion(.failure(error), false)
  }

  /// Ends the exchange with a status, headers and the body that has arrived, unless it has ended.
  func finish(status: Int, contentType: String, isReusable: Bool) {
    guard let (completion, body) = end() else { return }
    completion(.success(HTTPReply(status: status, contentType: contentType, body: body)), isReusable)
  }

  /// Ends the exchange without an answer.
  ///
  /// - Returns: whether the exchange was running.
  func cancel() -> Bool { end() != nil }

  private func end() -> (completion: Completion, body: Data)? { state.withLock { $0.take() } }
}
