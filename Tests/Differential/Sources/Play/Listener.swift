import Cases

#if PEER
  import OpenCombine
#else
  import Streams
#endif

/// The subscriber at the end of a chain: does what the plan says, and writes down what it receives.
final class Listener: Subscriber {
  private let plan: Plan
  private let number: Int
  private let world: World
  /// Has the script's sources do something.
  private let drive: (Step) -> Void
  private var ledger = Ledger()
  private var subscription: (any Subscription)?
  private var received = 0

  init(_ plan: Plan, _ number: Int, in world: World, drive: @escaping (Step) -> Void) {
    self.plan = plan
    self.number = number
    self.world = world
    self.drive = drive
  }

  private func note(_ mark: Mark) { world.note(.subscriber, mark, by: number) }

  func receive(subscription: any Subscription) {
    if self.subscription != nil { note(.violation("a second subscription")) }
    if ledger.isOver { return subscription.cancel() }
    self.subscription = subscription
    note(.subscription)
    if plan.first != 0 { request(plan.first) }
  }

  func receive(_ input: Int) -> Subscribers.Demand {
    if let fault = ledger.take() { note(.violation(fault)) }
    if ledger.isOver { return .none }
    note(.value(input))
    let order = received
    received += 1
    perform(plan.inside[order])
    ledger.leave()
    let answer = Subscribers.Demand.number(plan.answers[order % plan.answers.count])
    ledger.add(answer)
    return answer
  }

  func receive(completion: Subscribers.Completion<Failed>) {
    if let fault = ledger.end() { return note(.violation(fault)) }
    subscription = nil
    note(completion.mark)
    perform(plan.inside[-1])
  }

  func perform(_ step: Step?) {
    switch step {
    case .request(let count): request(count)
    case .cancel: cancel()
    case .some(let step): drive(step)
    case .none: break
    }
  }

  func request(_ count: Int) {
    guard !ledger.isOver else { return }
    ledger.add(.number(count))
    subscription?.request(.number(count))
  }

  func cancel() {
    ledger.close()
    let last = subscription
    subscription = nil
    last?.cancel()
  }
}
