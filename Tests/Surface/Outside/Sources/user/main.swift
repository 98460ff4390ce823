import Foundation
import OwnNames
import Streams

// Each function is compiled to see that the names are OwnNames', and run to see that it works.
types()
operators()
collectionsSequencesAndMakers()
overloads()
functionValues()
requirements()
schedulers()
MainActor.assumeIsolated { Screen(subject: PassthroughSubject()).verify() }
print("ok")

func types() {
  let numbers = PassthroughSubject<Int, Never>()
  let words = Just("")
  _ = Publishers.Create<Int, Never>()
  _ = Publishers.Materialize(upstream: numbers)
  _ = Publishers.Dematerialize(upstream: numbers)
  _ = Publishers.WithLatestFrom(upstream: numbers, second: words)
  _ = Publishers.Pairwise(upstream: numbers)
  _ = Publishers.RetryLater(upstream: numbers)
  _ = Publishers.CombineLatestMany(upstreams: [numbers])
  _ = Publishers.ZipMany(upstreams: [numbers])
  _ = Publishers.AsyncElements(elements: AsyncStream<Int> { $0.finish() })
  _ = ReplaySubject<Int, Never>(bufferSize: 1)
  _ = StreamEvent<Int, Never>.finished
  _ = (AsyncBuffering.all, ClockScheduler(), SchedulerDate(), TimeIntervalStride(), NanosecondStride())

  let relay = PassthroughRelay<Int>()
  var seen: [Int] = []
  let cancellables = [relay.sink { seen.append($0) }, Just(2).subscribe(relay)]
  relay.accept(3)
  check(seen == [2, 3], "relay: \(seen)")
  for cancellable in cancellables { cancellable.cancel() }
  let current = CurrentValueRelay(1)
  _ = Just(2).subscribe(current)
}

func operators() {
  let numbers = PassthroughSubject<Int, Never>()
  let words = Just("")
  check(numbers.withLatestFrom(words).operation == "withLatestFrom", "withLatestFrom")
  check(numbers.withLatestFrom(words) { "\($0)\($1)" }.operation == "withLatestFrom", "withLatestFrom with a closure")
  check(numbers.flatMapLatest { Just($0) }.operation == "flatMapLatest", "flatMapLatest")
  check(numbers.pairwise().operation == "pairwise", "pairwise")
  check(numbers.materialize().operation == "materialize", "materialize")
  check(numbers.materialize().dematerialize().operation == "dematerialize", "dematerialize")
  check(numbers.share(replay: 1).operation == "share", "share")
  check(numbers.retry(1, delay: 1, scheduler: ImmediateScheduler.shared).operation == "retry", "retry")
  check(
    numbers.retry(1, after: { _ in 1 }, scheduler: ImmediateScheduler.shared).operation == "retry",
    "retry after a delay")
  check(numbers.assign(to: \.number, onWeak: Model()).operation == "assign", "assign onWeak")
  check(numbers.assign(to: \.number, on: Model(), ownership: .weak).operation == "assign", "assign with an ownership")
  check(numbers.sink(onWeak: Model()) { $0.number = $1 }.operation == "sink", "sink onWeak")
  check(numbers.values(buffering: .all).isEmpty, "values")
}

func collectionsSequencesAndMakers() {
  let numbers = PassthroughSubject<Int, Never>()
  check([numbers].combineLatest().operation == "combineLatest", "combineLatest")
  check([numbers].merge().operation == "merge", "merge")
  check([numbers].zip().operation == "zip", "zip")
  check(AsyncStream<Int> { $0.finish() }.publisher.operation == "publisher", "publisher of an asynchronous sequence")
  check(AnyPublisher<Int, Never>.create { _ in AnyCancellable {} }.operation == "create", "create")
}

/// Beside an overload of the library's own with a defaulted parameter, Streams' is chosen.
func overloads() {
  let model = Model()
  let numbers = PassthroughSubject<Int, Never>()
  let assigned = numbers.assign(to: \.number, on: model)
  numbers.send(1)
  check(model.number == 1, "assign")
  assigned.cancel()
  var bag = Set<AnyCancellable>()
  numbers.assign(to: \.number, on: model).store(in: &bag)
  numbers.sink { model.number = $0 + 1 }.store(in: &bag)
}

func functionValues() {
  let numbers = PassthroughSubject<Int, Never>()
  let model = Model()
  let observe = numbers.sink(receiveValue:)
  let typed: (@escaping (Int) -> Void) -> AnyCancellable = numbers.sink(receiveValue:)
  let unapplied = PassthroughSubject<Int, Never>.sink(receiveValue:)
  let finish = numbers.sink(receiveCompletion:receiveValue:)
  let assign: (ReferenceWritableKeyPath<Model, Int>, Model) -> AnyCancellable = numbers.assign(to:on:)
  var seen: [Int] = []
  let cancellables = [
    observe { seen.append($0) }, typed { seen.append($0 * 10) }, unapplied(numbers)({ seen.append($0 * 100) }),
    finish({ _ in seen.append(0) }, { seen.append($0 * 1000) }), assign(\.number, model),
  ]
  numbers.send(1)
  numbers.send(completion: .finished)
  check(seen == [1, 10, 100, 1000, 0] && model.number == 1, "function values: \(seen), \(model.number)")
  for cancellable in cancellables { cancellable.cancel() }

  func subscribeAll(_ subscribe: [(@escaping (Int) -> Void) -> AnyCancellable]) -> [AnyCancellable] {
    subscribe.map { $0 { _ in } }
  }
  _ = subscribeAll([numbers.sink, Just(1).sink, numbers.map { $0 + 1 }.sink(receiveValue:)])
}

func requirements() {
  let subject = CurrentValueSubject<Int, Never>(1)
  let model = Model()
  var seen: [Int] = []
  func observe<O: Observing>(_ observing: O) -> AnyCancellable where O.V == Int {
    observing.sink { seen.append($0) }
  }
  let any: any Observing<Int> = subject.eraseToAnyPublisher()
  let ending: any Ending<Int, Never> = subject.eraseToAnyPublisher()
  let assigning: any Assigning<Int> = subject.eraseToAnyPublisher()
  let cancellables = [
    observe(subject), any.sink { seen.append($0 * 10) },
    ending.sink(receiveCompletion: { _ in }, receiveValue: { seen.append($0 * 100) }),
    assigning.assign(to: \Model.number, on: model),
  ]
  check(seen == [1, 10, 100] && model.number == 1, "requirements: \(seen)")
  for cancellable in cancellables { cancellable.cancel() }
}

func schedulers() {
  let scheduler: AnySchedulerOf<ImmediateScheduler> = ImmediateScheduler.shared.eraseToAnyScheduler()
  var seen: [Int] = []
  let cancellable = Just(1).receive(on: scheduler).sink { seen.append($0) }
  check(seen == [1], "scheduler: \(seen)")
  cancellable.cancel()
  check(DispatchQueue.main.now.scheduler == "DispatchQueue", "time of a queue")
  check(RunLoop.main.now.scheduler == "RunLoop", "time of a run loop")
  check(OperationQueue.main.now.scheduler == "OperationQueue", "time of an operation queue")
  check(ImmediateScheduler.shared.now.scheduler == "ImmediateScheduler", "time of the immediate scheduler")
  check(RunLoop.SchedulerTimeType.Stride(1).scheduler == "RunLoop", "stride of a run loop")
  check(OperationQueue.SchedulerTimeType.Stride(1).scheduler == "OperationQueue", "stride of an operation queue")
}

final class Model {
  var number = 0
}

/// What an app has most: closures of a class on the main actor.
@MainActor final class Screen {
  @Published var title = ""
  private var number = 0
  private let subject: PassthroughSubject<Int, Never>
  private var bag = Set<AnyCancellable>()

  init(subject: PassthroughSubject<Int, Never>) {
    self.subject = subject
    subject.sink { [weak self] in self?.number += $0 }.store(in: &bag)
    subject.sink(receiveValue: { [weak self] in self?.add($0) }).store(in: &bag)
    subject.sink(receiveValue: add).store(in: &bag)
    subject.map { "\($0)" }.assign(to: \.title, on: self).store(in: &bag)
    subject.map { "\($0)" }.assign(to: &$title)
    $title.sink(receiveCompletion: { _ in }, receiveValue: { [weak self] _ in self?.add(1000) }).store(in: &bag)
  }

  private func add(_ number: Int) { self.number += number }

  func verify() {
    number = 0
    subject.send(1)
    check(title == "1" && number == 2003, "a screen: \(title), \(number)")
    bag = []
  }
}

func check(_ holds: Bool, _ what: String) {
  if !holds {
    print("wrong: \(what)")
    exit(1)
  }
}
