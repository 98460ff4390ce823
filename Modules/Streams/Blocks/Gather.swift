/// What a fold makes of a value.
@usableFromInline enum Folded<Output> {
  /// More values are needed.
  case more
  /// The answer is known: a value, or the lack of one.
  case answer(Output?)
}

/// The working part of an operator that takes in everything and answers once.
@usableFromInline protocol GatherStage<Input, Output, Failure> {
  associatedtype Input
  associatedtype Output
  associatedtype Failure: Error

  /// Takes a value in. Called for one value at a time; to throw cancels upstream and fails.
  mutating func take(_ input: Input) throws(Failure) -> Folded<Output>

  /// The answer when there are no more values.
  mutating func finish() throws(Failure) -> Output?
}

/// Hosts a fold: asks upstream for everything, answers once, and waits with the answer until it is asked for.
@usableFromInline final class Gather<Stage: GatherStage>: Subscription, CustomStringConvertible {
  @usableFromInline let link = Link()
  // NB: unchecked because upstream delivers one value at a time.
  @usableFromInline @exclusivity(unchecked) var stage: Stage
  @usableFromInline let downstream: Port<Stage.Output, Stage.Failure>
  @usableFromInline let name: StaticString
  @usableFromInline let desk = Locked(Desk())

  @usableFromInline struct Desk {
    @usableFromInline var isAsked = false
    @usableFromInline var isOver = false
    @usableFromInline var answer: Stage.Output?
    @usableFromInline init() {}
  }

  @inlinable init(_ stage: Stage, name: StaticString, downstream: Port<Stage.Output, Stage.Failure>) {
    self.stage = stage
    self.name = name
    self.downstream = downstream
  }

  /// Where the values of an upstream go in whose failures become the stage's.
  @inlinable func port<UpstreamFailure: Error>(
    failure: @escaping (UpstreamFailure) -> Stage.Failure
  ) -> Port<Stage.Input, UpstreamFailure> {
    Port(
      identity: self,
      subscription: { [self] in open($0) },
      value: { [self] in
        $0.lend { (value: borrowing Stage.Input) in take(value) }
        return 0
      },
      completion: { [self] completion in
        guard link.end() else { return }
        switch completion {
        case .finished: finish()
        case .failure(let error): fail(failure(error))
        }
      })
  }

  @usableFromInline func open(_ subscription: any Subscription) {
    guard link.attach(subscription) else { return }
    downstream.receive(subscription: self)
    link.request(.unlimited)
  }

  @inlinable func take(_ input: Stage.Input) {
    guard link.isOpen else { return }
    do throws(Stage.Failure) {
      switch try stage.take(input) {
      case .more: return
      case .answer(let answer): if link.cancel() { self.answer(answer) }
      }
    } catch {
      if link.cancel() { fail(error) }
    }
  }

  @usableFromInline func finish() {
    do throws(Stage.Failure) {
      answer(try stage.finish())
    } catch {
      fail(error)
    }
  }

  @usableFromInline func answer(_ answer: Stage.Output?) {
    guard let answer else {
      if close() { downstream.receive(completion: .finished) }
      return
    }
    let isAsked = desk.withLock { desk -> Bool in
      if !desk.isOver, !desk.isAsked { desk.answer = answer }
      return desk.isAsked && !desk.isOver
    }
    if isAsked { deliver(answer) }
  }

  @usableFromInline func fail(_ error: Stage.Failure) {
    if close() { downstream.receive(completion: .failure(error)) }
  }

  func deliver(_ answer: Stage.Output) {
    _ = downstream.receive(answer)
    if close() { downstream.receive(completion: .finished) }
  }

  func close() -> Bool {
    desk.withLock { desk in
      defer { desk.isOver = true }
      return !desk.isOver
    }
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    precondition(demand > .none, "A subscriber must ask for at least one value")
    let answer = desk.withLock { desk -> Stage.Output? in
      desk.isAsked = true
      return desk.isOver ? nil : desk.answer.take()
    }
    if let answer { deliver(answer) }
  }

  @usableFromInline func cancel() {
    // NB: the answer is released after the lock.
    let answer = desk.withLock { desk in
      desk.isOver = true
      return desk.answer.take()
    }
    _ = answer
    link.cancel()
  }

  @usableFromInline var description: String { name.description }
}

extension Publisher {
  /// Subscribes to this publisher through a fold that fails as this publisher does.
  @inlinable
  func gather<Stage: GatherStage, S: Subscriber>(_ stage: Stage, _ name: StaticString, to subscriber: S)
  where Stage.Input == Output, Stage.Failure == Failure, S.Input == Stage.Output, S.Failure == Failure {
    receive(subscriber: Gather(stage, name: name, downstream: Port(subscriber)).port(failure: { $0 }))
  }

  /// Subscribes to this publisher through a fold that may fail with any error.
  @inlinable
  func tryGather<Stage: GatherStage, S: Subscriber>(_ stage: Stage, _ name: StaticString, to subscriber: S)
  where Stage.Input == Output, Stage.Failure == any Error, S.Input == Stage.Output, S.Failure == any Error {
    receive(subscriber: Gather(stage, name: name, downstream: Port(subscriber)).port(failure: { $0 }))
  }
}
