import Synchronization

/// What a stage does with a value.
@usableFromInline enum Step<Output> {
  /// Sends it on.
  case emit(Output)
  /// Drops it; another is asked for in its place.
  case skip
  /// Sends it on and finishes.
  case last(Output)
  /// Drops it and finishes.
  case stop
}

/// The working part of an operator with one upstream that looks at each value in turn.
@usableFromInline protocol RelayStage<Input, Output, Failure> {
  associatedtype Input
  associatedtype Output
  associatedtype Failure: Error

  /// Decides on a value. Called for one value at a time; to throw cancels upstream and fails.
  mutating func take(_ input: Input) throws(Failure) -> Step<Output>
}

/// Hosts a stage: one upstream, demand passed through, an end before upstream's where the stage says so.
@usableFromInline final class Relay<Stage: RelayStage>: Subscription, CustomStringConvertible {
  @usableFromInline let link = Link()
  @usableFromInline let isOver = Atomic<Bool>(false)
  // NB: unchecked because upstream delivers one value at a time.
  @usableFromInline @exclusivity(unchecked) var stage: Stage
  @usableFromInline let downstream: Port<Stage.Output, Stage.Failure>
  @usableFromInline let name: StaticString

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
      value: { [self] in take($0.input()) },
      completion: { [self] completion in
        switch completion {
        case .finished: end(.finished)
        case .failure(let error): end(.failure(failure(error)))
        }
      })
  }

  @usableFromInline func open(_ subscription: any Subscription) {
    if link.attach(subscription) { downstream.receive(subscription: self) }
  }

  @inlinable func take(_ input: Stage.Input) -> UInt {
    guard link.isOpen else { return 0 }
    do throws(Stage.Failure) {
      switch try stage.take(input) {
      case .emit(let output): return downstream.receive(output).raw
      case .skip: return 1
      case .last(let output): last(output)
      case .stop: cut(.finished)
      }
    } catch {
      cut(.failure(error))
    }
    return 0
  }

  @usableFromInline func last(_ output: Stage.Output) {
    guard link.cancel() else { return }
    _ = downstream.receive(output)
    if !isOver.load(ordering: .acquiring) { downstream.receive(completion: .finished) }
  }

  @usableFromInline func cut(_ completion: Subscribers.Completion<Stage.Failure>) {
    if link.cancel() { downstream.receive(completion: completion) }
  }

  @usableFromInline func end(_ completion: Subscribers.Completion<Stage.Failure>) {
    if link.end() { downstream.receive(completion: completion) }
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) { link.request(demand) }

  @usableFromInline func cancel() {
    isOver.store(true, ordering: .releasing)
    link.cancel()
  }

  @usableFromInline var description: String { name.description }
}

extension Publisher {
  /// Subscribes to this publisher through a stage that fails as this publisher does.
  @inlinable
  func relay<Stage: RelayStage, S: Subscriber>(_ stage: Stage, _ name: StaticString, to subscriber: S)
  where Stage.Input == Output, Stage.Failure == Failure, S.Input == Stage.Output, S.Failure == Failure {
    receive(subscriber: Relay(stage, name: name, downstream: Port(subscriber)).port(failure: { $0 }))
  }

  /// Subscribes to this publisher through a stage that may fail with any error.
  @inlinable
  func tryRelay<Stage: RelayStage, S: Subscriber>(_ stage: Stage, _ name: StaticString, to subscriber: S)
  where Stage.Input == Output, Stage.Failure == any Error, S.Input == Stage.Output, S.Failure == any Error {
    receive(subscriber: Relay(stage, name: name, downstream: Port(subscriber)).port(failure: { $0 }))
  }
}
