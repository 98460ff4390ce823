import Dispatch
import Streams
import StreamsExtras

// What Combine does not have comes with the second import, under the names that it always had.
let numbers = PassthroughSubject<Int, Never>()
let words = CurrentValueSubject<String, Never>("a")
var seen: [String] = []
var bag = Set<AnyCancellable>()

numbers.withLatestFrom(words).sink { seen.append("\($0)") }.store(in: &bag)
numbers.flatMapLatest { Just($0) }.pairwise().sink { seen.append("\($0)") }.store(in: &bag)
numbers.share(replay: 1).materialize().dematerialize().sink { seen.append("\($0)") }.store(in: &bag)
[numbers, numbers].combineLatest().sink { seen.append("\($0)") }.store(in: &bag)
AnyPublisher<Int, Never>.create { input in
  input.send(7)
  return AnyCancellable {}
}.sink { seen.append("\($0)") }.store(in: &bag)
let replay = ReplaySubject<Int, Never>(bufferSize: 1)
let relay = PassthroughRelay<Int>()
let scheduler: AnySchedulerOf<DispatchQueue> = DispatchQueue.main.eraseToAnyScheduler()
_ = (replay, relay, CurrentValueRelay(1), scheduler, numbers.values(buffering: .newest(3)))

numbers.send(1)
numbers.send(2)
print(seen)
precondition(seen.first == "7" && seen.count >= 8)
print("ok")
