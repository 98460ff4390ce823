import Foundation
import HTTP
import Locking
import Streams
import Support

/// Sends a reply that goes on, on the thread of its connection: the next chunk is taken when the last one was sent.
struct StreamSender {
  /// How long nothing is sent before a comment says that the server is there.
  private static let heartbeat: Int32 = 15

  private let stream: HTTPEndpoints.Stream
  private let connection: RawConnection

  init(_ stream: HTTPEndpoints.Stream, _ connection: RawConnection) {
    self.stream = stream
    self.connection = connection
  }

  func send() {
    let chunks = Chunks()
    stream.chunks.subscribe(chunks)
    defer { chunks.cancel() }
    var isOpen = false
    while true {
      chunks.request()
      switch next(of: chunks, isOpen: isOpen) {
      case .chunk(let chunk):
        if !isOpen {
          let head = HTTPResponse(
            status: 200, headers: ["Cache-Control": "no-store", "Content-Type": stream.contentType])
          guard connection.sendHead(of: head) else { return }
        }
        isOpen = true
        guard connection.send(chunk) else { return }
      case .failure(let error) where !isOpen:
        if case .response(let response) = Answer(HTTPEndpoints.Reply(error)) { connection.send(response) }
        return
      case .failure: return connection.resetAtEnd()
      case .end, nil: return
      }
    }
  }

  /// Waits for the next step; `nil` if the client has left.
  private func next(of chunks: Chunks, isOpen: Bool) -> Chunks.Step? {
    while true {
      let gate = Gate()
      if let step = chunks.next(orOpen: gate) { return step }
      switch connection.wait(for: gate, seconds: Self.heartbeat) {
      case true: continue
      case nil: if isOpen, stream.contentType == "text/event-stream", !connection.send(":\n\n") { return nil }
      case false: return nil
      }
    }
  }
}

/// Keeps what a stream publishes until the thread of its connection takes it.
private final class Chunks: Subscriber, Sendable {
  enum Step: Sendable {
    case chunk(Data)
    case failure(ServiceError)
    case end
  }

  private struct State {
    var subscription: (any Subscription)?
    var steps: [Step] = []
    var gate: Gate?
  }

  // Unchecked because a subscription is thread-safe.
  private let state = LockedValue(unchecked: State())

  /// Takes the next step. Without one, a gate opens when there is one.
  func next(orOpen gate: Gate) -> Step? {
    state.withLockUnchecked { state in
      state.gate = state.steps.isEmpty ? gate : nil
      return state.steps.isEmpty ? nil : state.steps.removeFirst()
    }
  }

  func request() { state.withLockUnchecked { $0.subscription }?.request(.max(1)) }

  func cancel() { state.withLockUnchecked { $0.subscription.take() }?.cancel() }

  func receive(subscription: any Subscription) { state.withLockUnchecked { $0.subscription = subscription } }

  func receive(_ chunk: Data) -> Subscribers.Demand {
    add(.chunk(chunk))
    return .none
  }

  func receive(completion: Subscribers.Completion<ServiceError>) {
    if case .failure(let error) = completion { add(.failure(error)) } else { add(.end) }
  }

  private func add(_ step: Step) {
    let gate = state.withLockUnchecked { state in
      state.steps.append(step)
      return state.gate.take()
    }
    gate?.open()
  }
}
