import Locking
package import Streams
import StreamsExtras

/// Publishes the updates of a transfer, one at a time: a progress that waits is replaced by the next one.
///
/// - Demand: As requested. What waits is one progress, the answer and the end.
/// - Cancellation: Stops the transfer. A downloaded file that has not reached the subscriber is removed.
package struct TransferPublisher: Publisher {
  package typealias Output = ServiceUpdate
  package typealias Failure = ServiceError
  package typealias Schedule = (@escaping () -> Void) -> Void

  private let schedule: Schedule?
  private let start: (TransferSink) -> Void

  /// A transfer that starts at each subscription.
  ///
  /// - Parameter start: starts the transfer, which sends its updates into the sink from any thread, and returns what stops it.
  package init(_ start: @escaping (TransferSink) -> AnyCancellable) {
    schedule = nil
    self.start = { sink in sink.delivery.start { start(sink) } }
  }

  /// The updates of a transfer, one at a time, elsewhere. What has arrived is delivered, or removed.
  package init(on schedule: @escaping Schedule, _ upstream: AnyPublisher<Output, Failure>) {
    self.schedule = schedule
    start = { sink in sink.delivery.start(upstream, requesting: .unlimited) { sink.send($0) } }
  }

  package func receive<S: Subscriber<ServiceUpdate, ServiceError>>(subscriber: S) {
    start(TransferSink(SerialDelivery(TransferQueue(), to: subscriber, on: schedule)))
  }
}

/// What a transfer sends its updates into.
package final class TransferSink: Sendable {
  fileprivate let delivery: SerialDelivery<TransferQueue, ServiceError>

  fileprivate init(_ delivery: SerialDelivery<TransferQueue, ServiceError>) { self.delivery = delivery }

  /// Sends an update. A progress that is behind the last one is dropped, and so is what comes after the end.
  package func send(_ update: ServiceUpdate) {
    guard let answer = update.answer.map(UndeliveredAnswer.init) else { return delivery.send(update) }
    // Released here if it is not kept.
    delivery.update { $0.answer(answer) }
  }

  /// Sends the end.
  package func send(completion: Subscribers.Completion<ServiceError>) { delivery.send(completion: completion) }
}

/// The newest progress of a transfer, and its answer.
private struct TransferQueue: DeliveryQueue {
  private var progress: TransferProgress?
  private var last: TransferProgress?
  private var answer: UndeliveredAnswer?
  private var isAnswered = false

  var isEmpty: Bool { progress == nil && answer == nil }

  mutating func append(_ update: ServiceUpdate) {
    guard case .progress(let next) = update, !isAnswered, last.map(next.follows) ?? true else { return }
    progress = next
    last = next
  }

  mutating func answer(_ answer: UndeliveredAnswer) {
    if !isAnswered { self.answer = answer }
    isAnswered = true
  }

  mutating func popFirst() -> ServiceUpdate? {
    progress.take().map { .progress($0) } ?? answer.take().map { .answer($0.deliver()) }
  }
}

/// An answer that has reached no subscriber. If it never does, its file is removed.
private final class UndeliveredAnswer: Sendable {
  private let value: any Sendable
  private let isDelivered = LockedValue(false)

  init(_ value: any Sendable) { self.value = value }

  deinit {
    if !isDelivered.withLock({ $0 }) { (value as? FileReference)?.content.discard() }
  }

  func deliver() -> any Sendable {
    isDelivered.withLock { $0 = true }
    (value as? FileReference)?.content.keep()
    return value
  }
}
