import Cases

#if PEER
  import OpenCombine
#else
  import Streams
#endif

/// Passes everything on, and writes down what each subscriber asks of the publisher behind it and what it gets.
struct Spy: Publisher {
  typealias Output = Int
  typealias Failure = Failed

  let upstream: Values
  let site: Site
  let world: World
  private let count = Count()

  init(_ upstream: Values, in site: Site, of world: World) {
    self.upstream = upstream
    self.site = site
    self.world = world
  }

  private final class Count { var value = 0 }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Failed {
    count.value += 1
    let spied = SpiedSubscriber(AnySubscriber(subscriber), count.value, self)
    upstream.subscribe(spied)
  }

  private final class SpiedSubscriber: Subscriber, Subscription {
    private let downstream: AnySubscriber<Int, Failed>
    private let number: Int
    private let spy: Spy
    private var ledger = Ledger()
    private var subscription: (any Subscription)?

    init(_ downstream: AnySubscriber<Int, Failed>, _ number: Int, _ spy: Spy) {
      self.downstream = downstream
      self.number = number
      self.spy = spy
    }

    private func note(_ mark: Mark) { spy.world.note(spy.site, mark, by: number) }

    func receive(subscription: any Subscription) {
      guard self.subscription == nil, !ledger.isOver else { return subscription.cancel() }
      self.subscription = subscription
      note(.subscription)
      downstream.receive(subscription: self)
    }

    func receive(_ input: Int) -> Subscribers.Demand {
      if let fault = ledger.take() { note(.violation(fault)) }
      // A subscriber that has cancelled receives nothing else, so that one fault does not lead to more.
      if ledger.isOver { return .none }
      note(.value(input))
      let more = downstream.receive(input)
      ledger.leave()
      add(more)
      return more
    }

    func receive(completion: Subscribers.Completion<Failed>) {
      if let fault = ledger.end() { return note(.violation(fault)) }
      subscription = nil
      note(completion.mark)
      downstream.receive(completion: completion)
    }

    func request(_ demand: Subscribers.Demand) {
      add(demand)
      subscription?.request(demand)
    }

    private func add(_ demand: Subscribers.Demand) {
      guard !ledger.isOver, demand > .none else { return }
      ledger.add(demand)
      note(.demand(demand.number))
    }

    func cancel() {
      if !ledger.isOver { note(.cancel) }
      ledger.close()
      let last = subscription
      subscription = nil
      last?.cancel()
    }
  }
}

extension Subscribers.Completion where Failure == Failed {
  var mark: Mark {
    switch self {
    case .finished: .finished
    case .failure(let error): .failed(error.code)
    }
  }
}
