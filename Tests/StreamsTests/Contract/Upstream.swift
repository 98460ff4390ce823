import Streams
import StreamsSupport

/// A publisher that is driven by hand, within the contract or against it.
final class Upstream: Publisher, @unchecked Sendable {
  // Sendable because its state is behind a lock.
  typealias Output = Int
  typealias Failure = Oops

  private let state = Shared(State())
  /// Whether subscribers get no subscription.
  private let isSilent: Bool
  /// The number of values.
  private let count: Int

  private struct State {
    var lines: [Line] = []
    var sent = 0
  }

  init(count: Int = 12, isSilent: Bool = false) {
    self.count = count
    self.isSilent = isSilent
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Oops {
    let line = Line(subscriber)
    state.withLock { $0.lines.append(line) }
    if !isSilent { subscriber.receive(subscription: line.ticket) }
  }

  private var lines: [Line] { state.withLock { $0.lines } }

  /// Whether every subscriber has cancelled or received a completion.
  var isDeserted: Bool { lines.allSatisfy { $0.ticket.isClosed } }

  /// Sends the next value if one is requested, or the completion after the last value.
  ///
  /// - Returns: Whether there was anything to do.
  func feed() -> Bool {
    guard let line = lines.last(where: { !$0.ticket.isClosed }) else { return false }
    let next = state.withLock { $0.sent == count ? nil : $0.sent + 1 }
    guard let next else {
      end(.finished)
      return true
    }
    guard line.ticket.spend() else { return false }
    state.withLock { $0.sent = next }
    line.send(next)
    return true
  }

  /// Sends a completion to every subscriber that is still active.
  func end(_ completion: Subscribers.Completion<Oops>) {
    for line in lines where line.ticket.close() { line.end(completion) }
  }

  // MARK: Against the contract

  /// Sends a value to every subscriber, also without demand, after a cancel and after a completion.
  func force(_ value: Int) { for line in lines { line.force(value) } }

  /// Sends a completion to every subscriber, also after a cancel and after a completion.
  func forceEnd(_ completion: Subscribers.Completion<Oops>) { for line in lines { line.end(completion) } }

  /// Sends every subscriber a second subscription.
  ///
  /// - Returns: Whether the second one was cancelled and the first one was not.
  func forceSubscription() -> Bool {
    lines.allSatisfy { line in
      let second = Ticket()
      let wasClosed = line.ticket.isClosed
      line.introduce(second)
      return second.isClosed && line.ticket.isClosed == wasClosed
    }
  }

  /// Releases every subscriber.
  func forget() { state.withLock { $0.lines.removeAll() } }

  private struct Line {
    let ticket = Ticket()
    let send: (Int) -> Void
    let force: (Int) -> Void
    let end: (Subscribers.Completion<Oops>) -> Void
    let introduce: (any Subscription) -> Void

    init<S: Subscriber>(_ subscriber: S) where S.Input == Int, S.Failure == Oops {
      let ticket = ticket
      send = { ticket.grant(subscriber.receive($0)) }
      force = { _ = subscriber.receive($0) }
      end = { subscriber.receive(completion: $0) }
      introduce = { subscriber.receive(subscription: $0) }
    }
  }

  private final class Ticket: Subscription {
    private let state = Shared((demand: Subscribers.Demand.none, isClosed: false))

    var isClosed: Bool { state.withLock { $0.isClosed } }

    func spend() -> Bool {
      state.withLock { state in
        guard !state.isClosed, state.demand > .none else { return false }
        state.demand -= 1
        return true
      }
    }

    func grant(_ demand: Subscribers.Demand) { state.withLock { $0.demand += demand } }
    func request(_ demand: Subscribers.Demand) { grant(demand) }
    func cancel() { _ = close() }

    func close() -> Bool {
      state.withLock { state in
        defer { state.isClosed = true }
        return !state.isClosed
      }
    }
  }
}
