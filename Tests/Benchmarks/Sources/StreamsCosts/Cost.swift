import Scenario

#if PEER
  import OpenCombine
#else
  import Streams
#endif

/// What rows put operators behind. A value goes to each of those that are used, in this order.
struct Upstreams {
  let a = PassthroughSubject<Int, Never>()
  let b = PassthroughSubject<Int, Never>()

  func send(_ value: Int, toBoth: Bool) {
    a.send(value)
    if toBoth { b.send(value) }
  }

  func finish() {
    a.send(completion: .finished)
    b.send(completion: .finished)
  }
}

/// What all subscribers receive.
let received = Total()

// NB: never inlined, so that each row's code is specialised by itself, as in a client's function.

extension Cost {
  /// An operator behind a subject.
  @inline(never)
  static func of<P: Publisher>(
    _ name: String, _ variant: String = "", toBoth: Bool = false, _ build: @escaping (Upstreams) -> P
  ) -> Cost {
    Cost(
      name: name, variant: variant,
      values: {
        let upstreams = Upstreams()
        let subscription = subscribe(to: build(upstreams))
        return { count in
          for value in 0..<count { upstreams.send(value, toBoth: toBoth) }
          withExtendedLifetime(subscription) {}
        }
      },
      countedValues: {
        let upstreams = Upstreams()
        build(upstreams).receive(subscriber: OneByOne())
        return { count in for value in 0..<count { upstreams.send(value, toBoth: toBoth) } }
      },
      lives: { count in
        for _ in 0..<count {
          let upstreams = Upstreams()
          let subscription = subscribe(to: build(upstreams))
          upstreams.send(1, toBoth: toBoth)
          upstreams.send(2, toBoth: toBoth)
          upstreams.finish()
          withExtendedLifetime(subscription) {}
        }
      })
  }

  /// A publisher that sends values by itself.
  @inline(never)
  static func origin<P: Publisher>(_ name: String, _ variant: String = "", _ build: @escaping () -> P) -> Cost {
    Cost(
      name: name, variant: variant, values: nil, countedValues: nil,
      lives: { count in
        for _ in 0..<count {
          subscribe(to: build()).cancel()
          build().receive(subscriber: OneByOne())
        }
      })
  }

  /// An origin that is sent values.
  @inline(never)
  static func sent<Origin, P: Publisher>(
    _ name: String, variant: String = "", _ make: @escaping () -> Origin, _ publisher: @escaping (Origin) -> P,
    send: @escaping (Origin, Int) -> Void
  ) -> Cost {
    Cost(
      name: name, variant: variant,
      values: {
        let origin = make()
        let subscription = subscribe(to: publisher(origin))
        return { count in
          for value in 0..<count { send(origin, value) }
          withExtendedLifetime(subscription) {}
        }
      },
      countedValues: {
        let origin = make()
        publisher(origin).receive(subscriber: OneByOne())
        return { count in for value in 0..<count { send(origin, value) } }
      },
      lives: { count in
        for _ in 0..<count {
          let origin = make()
          let subscription = subscribe(to: publisher(origin))
          send(origin, 1)
          send(origin, 2)
          subscription.cancel()
        }
      })
  }

  /// A subscriber behind a subject, which asks for unlimited.
  @inline(never)
  static func subscriber(_ name: String, _ attach: @escaping (PassthroughSubject<Int, Never>) -> Any) -> Cost {
    Cost(
      name: name, variant: "",
      values: {
        let subject = PassthroughSubject<Int, Never>()
        let subscription = attach(subject)
        return { count in
          for value in 0..<count { subject.send(value) }
          withExtendedLifetime(subscription) {}
        }
      },
      countedValues: nil,
      lives: { count in
        for _ in 0..<count {
          let subject = PassthroughSubject<Int, Never>()
          let subscription = attach(subject)
          subject.send(1)
          subject.send(2)
          subject.send(completion: .finished)
          withExtendedLifetime(subscription) {}
        }
      })
  }

  /// A subject.
  @inline(never)
  static func subject<S: Subject>(_ name: String, _ make: @escaping () -> S) -> Cost where S.Output == Int {
    .sent(name, make, { $0 }, send: { $0.send($1) })
  }
}

@inline(__always) func subscribe<P: Publisher>(to publisher: P) -> AnyCancellable {
  publisher.sink(receiveCompletion: { _ in received.add(1) }, receiveValue: { _ in received.add(1) })
}

/// A subscriber that asks for one value at first, and for one more at each value.
final class OneByOne<Input, Failure: Error>: Subscriber {
  private var subscription: (any Subscription)?

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    subscription.request(.max(1))
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    received.add(1)
    return .max(1)
  }

  func receive(completion: Subscribers.Completion<Failure>) { received.add(1) }
}
