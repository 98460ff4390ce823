import ExpectSupport
import Streams
import Testing

/// `sink` and `assign(to:on:)` have Combine's signatures, without another parameter, not even a defaulted one.
@Suite struct SinkSignatureTests {
  /// The requirements of a library for the publishers that it accepts.
  private protocol Observable<Value> {
    associatedtype Value
    func sink(receiveValue: @escaping (Value) -> Void) -> AnyCancellable
  }

  private protocol FallibleObservable<Value, Cause> {
    associatedtype Value
    associatedtype Cause: Error
    func sink(
      receiveCompletion: @escaping (Subscribers.Completion<Cause>) -> Void, receiveValue: @escaping (Value) -> Void
    ) -> AnyCancellable
  }

  private struct Numbers: Publisher, Observable, FallibleObservable {
    typealias Output = Int
    typealias Failure = Never
    typealias Value = Int
    typealias Cause = Never
    func receive<S: Subscriber<Int, Never>>(subscriber: S) { [1, 2].publisher.receive(subscriber: subscriber) }
  }

  private final class Model {
    var number = 0
  }

  @Test func `sink is a function value`() {
    let subject = PassthroughSubject<Int, Never>()
    var seen: [Int] = []
    let observe: (@escaping (Int) -> Void) -> AnyCancellable = subject.sink(receiveValue:)
    let observeAll = subject.sink(receiveCompletion:receiveValue:)
    let cancellables = [observe { seen.append($0) }, observeAll({ _ in seen.append(-1) }, { seen.append($0 * 10) })]
    subject.send(1)
    subject.send(completion: .finished)
    expectEqual(seen, [1, 10, -1])
    expectEqual(cancellables.count, 2)
  }

  @Test func `assign is a function value`() {
    let (subject, model) = (PassthroughSubject<Int, Never>(), Model())
    let assign: (ReferenceWritableKeyPath<Model, Int>, Model) -> AnyCancellable = subject.assign(to:on:)
    let cancellable = assign(\.number, model)
    subject.send(3)
    expectEqual(model.number, 3)
    cancellable.cancel()
  }

  @Test func `sink meets a protocol's requirement`() {
    var seen: [Int] = []
    func observe<O: Observable<Int>>(_ observable: O) -> AnyCancellable { observable.sink { seen.append($0) } }
    func observeAll<O: FallibleObservable<Int, Never>>(_ observable: O) -> AnyCancellable {
      observable.sink(receiveCompletion: { _ in seen.append(-1) }, receiveValue: { seen.append($0) })
    }
    let cancellables = [observe(Numbers()), observeAll(Numbers())]
    expectEqual(seen, [1, 2, 1, 2, -1])
    expectEqual(cancellables.count, 2)
  }

  @Test func `assign stands beside an overload with a defaulted parameter`() {
    let (subject, model) = (PassthroughSubject<Int, Never>(), Model())
    let strong = subject.assign(to: \.number, on: model)
    let weak = subject.assign(to: \.number, on: model, ownership: .weak)
    subject.send(4)
    expectEqual(model.number, 4)
    withExtendedLifetime((strong, weak)) {}
  }
}

private enum Ownership { case strong, weak }

extension Publisher where Failure == Never {
  /// An overload that libraries declare beside Combine's.
  fileprivate func assign<Root: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root, ownership: Ownership = .strong
  ) -> AnyCancellable {
    switch ownership {
    case .strong: sink { object[keyPath: keyPath] = $0 }
    case .weak: sink { [weak object] in object?[keyPath: keyPath] = $0 }
    }
  }
}
