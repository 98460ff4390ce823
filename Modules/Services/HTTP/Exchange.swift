import Dispatch
import Foundation
import Locking

/// One request and what has arrived of its answer.
final class Exchange: Sendable {
  /// Receives the answer or the error.
  typealias Finish = @Sendable (Result<HTTPReply, ServiceError>) -> Void

  /// How an exchange has ended.
  enum Ending {
    /// The whole answer has arrived: the connection can be used again.
    case answered
    /// The connection is in an unknown state: the request failed, was refused or was cancelled.
    case abandoned
  }

  private enum State {
    case running(Finish, body: Data)
    case ended(Ending)
  }

  /// The longest body that is kept, in bytes.
  let maximumBody: Int
  private let state: LockedValue<State>

  // NB: what an answer sets off must not run on a session's queue, which `cancel()` and the next chunk wait for.
  private static let answers = DispatchQueue(label: "tributary.http.answers", attributes: .concurrent)

  init(maximumBody: Int, _ finish: @escaping Finish) {
    self.maximumBody = maximumBody
    state = LockedValue(.running(finish, body: Data()))
  }

  var isRunning: Bool {
    state.withLock { if case .running = $0 { true } else { false } }
  }

  /// Appends a chunk of the body. A body that is too long fails the exchange.
  ///
  /// - Returns: whether the exchange has failed by this chunk.
  func receive(_ chunk: Data) -> Bool {
    let isTooLong = state.withLock { state in
      guard case .running(let finish, var body) = state else { return false }
      guard chunk.count <= maximumBody - body.count else { return true }
      // NB: the state lets go of the body, so that appending to it copies nothing.
      state = .ended(.abandoned)
      body.append(chunk)
      state = .running(finish, body: body)
      return false
    }
    if isTooLong { fail(.tooLarge) }
    return isTooLong
  }

  /// Ends the exchange with an error, unless it has ended.
  func fail(_ error: ServiceError) {
    if let (finish, _) = end(.abandoned) { Self.answers.async { finish(.failure(error)) } }
  }

  /// Ends the exchange with a status and headers and the body that has arrived, unless it has ended.
  func finish(status: Int, contentType: String, _ ending: Ending = .answered) {
    guard let (finish, body) = end(ending) else { return }
    let reply = HTTPReply(status: status, contentType: contentType, body: body)
    Self.answers.async { finish(.success(reply)) }
  }

  /// Ends the exchange without an answer, unless it has ended.
  ///
  /// - Returns: how it has ended.
  func end() -> Ending {
    _ = end(.abandoned)
    return state.withLock { if case .ended(let ending) = $0 { ending } else { .abandoned } }
  }

  private func end(_ ending: Ending) -> (Finish, Data)? {
    state.withLock { state in
      guard case .running(let finish, let body) = state else { return nil }
      state = .ended(ending)
      return (finish, body)
    }
  }
}
