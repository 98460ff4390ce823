import Cases

#if PEER
  import OpenCombine
#else
  import Streams
#endif

/// A publisher that the script drives: it sends what has been asked for, ends for the subscribers of the moment, and takes
/// others after that.
final class Probe: Publisher {
  typealias Output = Int
  typealias Failure = Failed

  private var tickets: [Ticket] = []

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Failed {
    let ticket = Ticket(AnySubscriber(subscriber))
    tickets.append(ticket)
    subscriber.receive(subscription: ticket)
  }

  func send(_ value: Int) {
    tickets.removeAll { $0.subscriber == nil }
    for ticket in tickets { ticket.send(value) }
  }

  func end(_ completion: Subscribers.Completion<Failed>) {
    let all = tickets
    tickets = []
    for ticket in all { ticket.end(completion) }
  }

  private final class Ticket: Subscription {
    var subscriber: AnySubscriber<Int, Failed>?
    private var demand = Subscribers.Demand.none

    init(_ subscriber: AnySubscriber<Int, Failed>) { self.subscriber = subscriber }

    func request(_ demand: Subscribers.Demand) { self.demand += demand }
    func cancel() { subscriber = nil }

    func send(_ value: Int) {
      guard let subscriber, demand > .none else { return }
      demand -= 1
      demand += subscriber.receive(value)
    }

    func end(_ completion: Subscribers.Completion<Failed>) {
      let last = subscriber
      subscriber = nil
      last?.receive(completion: completion)
    }
  }
}
