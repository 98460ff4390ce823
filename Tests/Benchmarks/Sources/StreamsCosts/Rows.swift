import Scenario

#if PEER
  import OpenCombine
#else
  import Streams
#endif

private var now: ImmediateScheduler { ImmediateScheduler.shared }

final class Model: ObservableObject {
  @Published var number = 0
}

final class Three: ObservableObject {
  @Published var number = 0
  @Published var name = ""
  @Published var isOn = false
}

final class Plain {
  var number = 0
}

/// A failure.
struct Fault: Error {}

/// Text that goes nowhere.
struct Silence: TextOutputStream {
  func write(_ text: String) {}
}

struct Digits: TopLevelEncoder, TopLevelDecoder {
  func encode<T: Encodable>(_ value: T) throws -> Int { value as? Int ?? 0 }
  func decode<T: Decodable>(_ type: T.Type, from input: Int) throws -> T {
    guard let value = input as? T else { throw Fault() }
    return value
  }
}

var subjects: [Cost] {
  [
    .subject("PassthroughSubject") { PassthroughSubject<Int, Never>() },
    .subject("CurrentValueSubject") { CurrentValueSubject<Int, Never>(0) },
    .sent("Published", variant: "no subscriber", { Model() }, { _ in Empty<Int, Never>() }, send: { $0.number = $1 }),
    .sent("Published", variant: "a subscriber", { Model() }, { $0.$number }, send: { $0.number = $1 }),
    .sent("ObservableObject", variant: "one property", { Model() }, { $0.objectWillChange }, send: { $0.number = $1 }),
    .sent(
      "ObservableObject", variant: "three properties", { Three() }, { $0.objectWillChange }, send: { $0.number = $1 }),
  ]
}

var subscribers: [Cost] {
  [
    .subscriber("sink(receiveValue:)") { $0.sink { received.add($0) } },
    .subscriber("sink(receiveCompletion:receiveValue:)") {
      $0.sink(receiveCompletion: { _ in received.add(1) }, receiveValue: { received.add($0) })
    },
    .subscriber("assign(to:on:)") { $0.assign(to: \.number, on: Plain()) },
    .subscriber("assign(to:)") { subject in
      let model = Model()
      subject.assign(to: &model.$number)
      return model
    },
    .subscriber("subscribe(_:)") { $0.subscribe(PassthroughSubject<Int, Never>()) },
    .subscriber("Subscribers.Sink") { subject in
      let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { received.add($0) })
      subject.subscribe(sink)
      return sink
    },
    .subscriber("Subscribers.Assign") { subject in
      let assign = Subscribers.Assign(object: Plain(), keyPath: \.number)
      subject.subscribe(assign)
      return assign
    },
  ]
}

var origins: [Cost] {
  [
    .origin("Just") { Just(1) },
    .origin("Empty") { Empty<Int, Never>() },
    .origin("Fail") { Fail<Int, Fault>(error: Fault()) },
    .origin("Deferred") { Deferred { Just(1) } },
    .origin("Future") { Future<Int, Never> { $0(.success(1)) } },
    .origin("Optional") { Int?.some(1).publisher },
    .origin("Result") { Result<Int, Fault>.success(1).publisher },
    .origin("Record") { Record<Int, Fault>(output: [1, 2], completion: .finished) },
    .origin("Sequence", "of two") { [1, 2].publisher },
    .origin("Sequence", "of 100") { (0..<100).publisher },
  ]
}

var oneUpstream: [Cost] {
  [
    .of("map(_:)") { $0.a.map { $0 &+ 1 } },
    .of("map(_:_:)") { $0.a.map(\.magnitude, \.bitWidth) },
    .of("map(_:_:_:)") { $0.a.map(\.magnitude, \.bitWidth, \.nonzeroBitCount) },
    .of("tryMap(_:)") { $0.a.tryMap { $0 &+ 1 } },
    .of("compactMap(_:)") { $0.a.compactMap { $0 } },
    .of("tryCompactMap(_:)") { $0.a.tryCompactMap { $0 } },
    .of("filter(_:)") { $0.a.filter { $0 & 1 == 0 } },
    .of("tryFilter(_:)") { $0.a.tryFilter { $0 & 1 == 0 } },
    .of("mapError(_:)") { $0.a.setFailureType(to: Fault.self).mapError { $0 as any Error } },
    .of("setFailureType(to:)") { $0.a.setFailureType(to: Fault.self) },
    .of("replaceNil(with:)") { $0.a.map { $0 & 1 == 0 ? nil : $0 }.replaceNil(with: 0) },
    .of("eraseToAnyPublisher()") { $0.a.eraseToAnyPublisher() },
    .of("ignoreOutput()") { $0.a.ignoreOutput() },
    .of("assertNoFailure(_:file:line:)") { $0.a.assertNoFailure() },
    .of("breakpoint(receiveSubscription:receiveOutput:receiveCompletion:)") {
      $0.a.breakpoint(receiveOutput: { _ in false })
    },
    .of("breakpointOnError()") { $0.a.breakpointOnError() },
    .of("scan(_:_:)") { $0.a.scan(0) { $0 &+ $1 } },
    .of("tryScan(_:_:)") { $0.a.tryScan(0) { $0 &+ $1 } },
    .of("removeDuplicates()") { $0.a.removeDuplicates() },
    .of("removeDuplicates(by:)") { $0.a.removeDuplicates { $0 == $1 } },
    .of("tryRemoveDuplicates(by:)") { $0.a.tryRemoveDuplicates { $0 == $1 } },
    .of("prefix(_:)") { $0.a.prefix(Int.max) },
    .of("prefix(while:)") { $0.a.prefix { $0 >= 0 } },
    .of("tryPrefix(while:)") { $0.a.tryPrefix { $0 >= 0 } },
    .of("dropFirst(_:)") { $0.a.dropFirst(1) },
    .of("drop(while:)") { $0.a.drop { $0 < 0 } },
    .of("tryDrop(while:)") { $0.a.tryDrop { $0 < 0 } },
    .of("output(at:)") { $0.a.output(at: Int.max - 1) },
    .of("output(in:)") { $0.a.output(in: 1...) },
    .of("collect(_:)") { $0.a.collect(2) },
    .of("replaceEmpty(with:)") { $0.a.replaceEmpty(with: 7) },
    .of("replaceError(with:)") { $0.a.setFailureType(to: Fault.self).replaceError(with: -1) },
    .of("handleEvents(receiveSubscription:receiveOutput:receiveCompletion:receiveCancel:receiveRequest:)") {
      $0.a.handleEvents(receiveOutput: { _ in })
    },
    .of("print(_:to:)") { $0.a.map { _ in true }.print("", to: Silence()) },
    .of("encode(encoder:)") { $0.a.encode(encoder: Digits()) },
    .of("decode(type:decoder:)") { $0.a.decode(type: Int.self, decoder: Digits()) },
    .of("buffer(size:prefetch:whenFull:)") { $0.a.buffer(size: 20, prefetch: .byRequest, whenFull: .dropNewest) },
    .of("buffer(size:prefetch:whenFull:)", "keepFull") {
      $0.a.buffer(size: 20, prefetch: .keepFull, whenFull: .dropOldest)
    },
    .of("catch(_:)") { $0.a.setFailureType(to: Fault.self).catch { _ in Just(0) } },
    .of("tryCatch(_:)") {
      $0.a.setFailureType(to: Fault.self).tryCatch { _ in Just(0).setFailureType(to: Fault.self) }
    },
    .of("retry(_:)") { $0.a.setFailureType(to: Fault.self).retry(1) },
    .of("append(_:)") { $0.a.append(1) },
    .of("append(_:)", "a publisher") { $0.a.append(Just(1)) },
    .of("prepend(_:)") { $0.a.prepend(1) },
    .of("prepend(_:)", "a publisher") { $0.a.prepend(Just(1)) },
  ]
}

var reducing: [Cost] {
  [
    .of("collect()") { $0.a.collect() },
    .of("count()") { $0.a.count() },
    .of("reduce(_:_:)") { $0.a.reduce(0) { $0 &+ $1 } },
    .of("tryReduce(_:_:)") { $0.a.tryReduce(0) { $0 &+ $1 } },
    .of("min()") { $0.a.min() },
    .of("max()") { $0.a.max() },
    .of("min(by:)") { $0.a.min { $0 > $1 } },
    .of("max(by:)") { $0.a.max { $0 > $1 } },
    .of("tryMin(by:)") { $0.a.tryMin { $0 > $1 } },
    .of("tryMax(by:)") { $0.a.tryMax { $0 > $1 } },
    .of("contains(_:)") { $0.a.contains(-1) },
    .of("contains(where:)") { $0.a.contains { $0 < 0 } },
    .of("tryContains(where:)") { $0.a.tryContains { $0 < 0 } },
    .of("allSatisfy(_:)") { $0.a.allSatisfy { $0 >= 0 } },
    .of("tryAllSatisfy(_:)") { $0.a.tryAllSatisfy { $0 >= 0 } },
    .of("first()") { $0.a.first() },
    .of("first(where:)") { $0.a.first { $0 < 0 } },
    .of("tryFirst(where:)") { $0.a.tryFirst { $0 < 0 } },
    .of("last()") { $0.a.last() },
    .of("last(where:)") { $0.a.last { $0 & 1 == 0 } },
    .of("tryLast(where:)") { $0.a.tryLast { $0 & 1 == 0 } },
  ]
}

// On a scheduler that runs its jobs at once: what a queue takes is added to it.
var timing: [Cost] {
  [
    .of("receive(on:options:)") { $0.a.receive(on: now) },
    .of("subscribe(on:options:)") { $0.a.subscribe(on: now) },
    .of("delay(for:tolerance:scheduler:options:)") { $0.a.delay(for: 1, scheduler: now) },
    .of("debounce(for:scheduler:options:)") { $0.a.debounce(for: 1, scheduler: now) },
    .of("throttle(for:scheduler:latest:)") { $0.a.throttle(for: 1, scheduler: now, latest: true) },
    .of("measureInterval(using:options:)") { $0.a.measureInterval(using: now) },
  ]
}

var severalUpstreams: [Cost] {
  [
    .of("zip(_:)", toBoth: true) { $0.a.zip($0.b) },
    .of("zip(_:_:)", toBoth: true) { $0.a.zip($0.b) { $0 &+ $1 } },
    .of("zip(_:_:)", "three", toBoth: true) { $0.a.zip($0.b, $0.a) },
    .of("zip(_:_:_:)", toBoth: true) { $0.a.zip($0.b, $0.a) { $0 &+ $1 &+ $2 } },
    .of("zip(_:_:_:)", "four", toBoth: true) { $0.a.zip($0.b, $0.a, $0.b) },
    .of("zip(_:_:_:_:)", toBoth: true) { $0.a.zip($0.b, $0.a, $0.b) { $0 &+ $1 &+ $2 &+ $3 } },
    .of("flatMap(maxPublishers:_:)", "Just") { $0.a.flatMap { Just($0) } },
    .of("flatMap(maxPublishers:_:)", "two elements") { $0.a.flatMap { [$0, $0].publisher } },
    .of("flatMap(maxPublishers:_:)", "one at a time") { $0.a.flatMap(maxPublishers: .max(1)) { [$0, $0].publisher } },
    .of("switchToLatest()", "Just") { $0.a.map { Just($0) }.switchToLatest() },
    .of("switchToLatest()", "two elements") { $0.a.map { [$0, $0].publisher }.switchToLatest() },
    .of("prefix(untilOutputFrom:)") { $0.a.prefix(untilOutputFrom: $0.b) },
    .of("drop(untilOutputFrom:)", toBoth: true) { $0.a.drop(untilOutputFrom: $0.b) },
  ]
}

var sharing: [Cost] {
  [
    .of("share()") { $0.a.share() },
    .of("multicast(subject:)") { $0.a.multicast(subject: PassthroughSubject()).autoconnect() },
    .of("multicast(_:)") { $0.a.multicast { PassthroughSubject() }.autoconnect() },
    .of("autoconnect()") { $0.a.makeConnectable().autoconnect() },
    .of("makeConnectable()") { $0.a.makeConnectable().autoconnect() },
  ]
}
