import Streams
import StreamsSupport
import Testing

extension Specimen {
  /// Each public operator, publisher and subject.
  static let all: [Specimen] = oneUpstream + folds + severalUpstreams + timed + shared + origins + beyond

  static let oneUpstream: [Specimen] = [
    .of("map(_:)", .transparent) { $0.a.map { $0 * 2 } },
    .of("map(_:_:)", .transparent) { $0.a.map(\.description, \.negated) },
    .of("map(_:_:_:)", .transparent) { $0.a.map(\.description, \.negated, \.value) },
    .of("tryMap(_:)") { $0.a.tryMap { try keep($0) } },
    .of("compactMap(_:)", .transparent) { $0.a.compactMap { $0.isMultiple(of: 2) ? $0 : nil } },
    .of("tryCompactMap(_:)") { $0.a.tryCompactMap { try keep($0).isMultiple(of: 2) ? $0 : nil } },
    .of("filter(_:)", .transparent) { $0.a.filter { $0.isMultiple(of: 3) } },
    .of("tryFilter(_:)") { $0.a.tryFilter { try keep($0).isMultiple(of: 3) } },
    .of("mapError(_:)", .transparent) { $0.a.mapError { $0 as any Error } },
    .of("setFailureType(to:)", .transparent) { $0.safe.setFailureType(to: Oops.self) },
    .of("replaceNil(with:)", .transparent) { $0.a.map { $0 > 5 ? nil : $0 }.replaceNil(with: 0) },
    .of("eraseToAnyPublisher()", .transparent) { $0.a.eraseToAnyPublisher() },
    .of("ignoreOutput()", .transparent) { $0.a.ignoreOutput() },
    .of("assertNoFailure(_:file:line:)", .transparent) { $0.safe.assertNoFailure() },
    .of("breakpoint(receiveSubscription:receiveOutput:receiveCompletion:)", .transparent) {
      $0.a.breakpoint(receiveOutput: { _ in false })
    },
    .of("breakpointOnError()", .transparent) { $0.safe.breakpointOnError() },
    .of("scan(_:_:)", .transparent) { $0.a.scan(0, +) },
    .of("tryScan(_:_:)") { $0.a.tryScan(0) { try keep($0 + $1) } },
    .of("removeDuplicates()") { $0.a.map { $0 / 2 }.removeDuplicates() },
    .of("removeDuplicates(by:)") { $0.a.removeDuplicates { $0 / 3 == $1 / 3 } },
    .of("tryRemoveDuplicates(by:)") { $0.a.tryRemoveDuplicates { try keep($0) == $1 } },
    .of("prefix(_:)") { $0.a.prefix(5) },
    .of("prefix(while:)") { $0.a.prefix { $0 < 7 } },
    .of("tryPrefix(while:)") { $0.a.tryPrefix { try keep($0) < 7 } },
    .of("dropFirst(_:)") { $0.a.dropFirst(3) },
    .of("drop(while:)") { $0.a.drop { $0 < 4 } },
    .of("tryDrop(while:)") { $0.a.tryDrop { try keep($0) < 4 } },
    .of("output(at:)") { $0.a.output(at: 2) },
    .of("output(in:)") { $0.a.output(in: 2..<6) },
    .of("collect(_:)") { $0.a.collect(5) },
    .of("replaceEmpty(with:)") { $0.a.filter { $0 > 100 }.replaceEmpty(with: 7) },
    .of("replaceError(with:)") { $0.a.tryMap { try keep($0, below: 6) }.replaceError(with: -1) },
    .of("handleEvents(receiveSubscription:receiveOutput:receiveCompletion:receiveCancel:receiveRequest:)") {
      $0.a.handleEvents(receiveOutput: { _ in }, receiveRequest: { _ in })
    },
    .of("print(_:to:)") { $0.a.print("specimen", to: TextLog()) },
    .of("encode(encoder:)") { $0.a.encode(encoder: Digits()) },
    .of("decode(type:decoder:)") { $0.a.map(\.description).decode(type: Payload.self, decoder: Digits()) },
    .of("buffer(size:prefetch:whenFull:)") { $0.a.buffer(size: 20, prefetch: .byRequest, whenFull: .dropNewest) },
    .of("buffer(size:prefetch:whenFull:)") { $0.a.buffer(size: 3, prefetch: .keepFull, whenFull: .dropOldest) },
    .of("catch(_:)") {
      $0.a.tryMap { try keep($0, below: 4) }.catch { [c = $0.c] _ in c.mapError { $0 as any Error } }
    },
    .of("tryCatch(_:)") {
      $0.a.tryMap { try keep($0, below: 4) }.tryCatch { [c = $0.c] _ in c.mapError { $0 as any Error } }
    },
    .of("retry(_:)") { $0.a.tryMap { try keep($0, except: 4) }.retry(1) },
    .of("append(_:)") { $0.a.append($0.b) },
    .of("append(_:)") { $0.a.append(1, 2, 3) },
    .of("prepend(_:)") { $0.a.prepend($0.b) },
    .of("prepend(_:)") { $0.a.prepend([1, 2, 3]) },
  ]

  static let folds: [Specimen] = [
    .of("collect()") { $0.a.collect() },
    .of("count()") { $0.a.count() },
    .of("reduce(_:_:)") { $0.a.reduce(0, +) },
    .of("tryReduce(_:_:)") { $0.a.tryReduce(0) { try keep($0 + $1) } },
    .of("min()") { $0.a.min() },
    .of("max()") { $0.a.max() },
    .of("min(by:)") { $0.a.min { $0 > $1 } },
    .of("max(by:)") { $0.a.max { $0 > $1 } },
    .of("tryMin(by:)") { $0.a.tryMin { try keep($0) > $1 } },
    .of("tryMax(by:)") { $0.a.tryMax { try keep($0) > $1 } },
    .of("contains(_:)") { $0.a.contains(6) },
    .of("contains(where:)") { $0.a.contains { $0 > 5 } },
    .of("tryContains(where:)") { $0.a.tryContains { try keep($0) > 5 } },
    .of("allSatisfy(_:)") { $0.a.allSatisfy { $0 < 5 } },
    .of("tryAllSatisfy(_:)") { $0.a.tryAllSatisfy { try keep($0) < 5 } },
    .of("first()") { $0.a.first() },
    .of("first(where:)") { $0.a.first { $0 > 4 } },
    .of("tryFirst(where:)") { $0.a.tryFirst { try keep($0) > 4 } },
    .of("last()") { $0.a.last() },
    .of("last(where:)") { $0.a.last { $0 < 5 } },
    .of("tryLast(where:)") { $0.a.tryLast { try keep($0) < 5 } },
  ]

  static let severalUpstreams: [Specimen] = [
    .of("combineLatest(_:)", .lossy) { $0.a.combineLatest($0.b) },
    .of("combineLatest(_:_:)", .lossy) { $0.a.combineLatest($0.b) { $0 + $1 } },
    .of("combineLatest(_:_:)", .lossy) { $0.a.combineLatest($0.b, $0.c) },
    .of("combineLatest(_:_:_:)", .lossy) { $0.a.combineLatest($0.b, $0.c) { $0 + $1 + $2 } },
    .of("combineLatest(_:_:_:)", .lossy) { $0.a.combineLatest($0.b, $0.c, $0.d) },
    .of("combineLatest(_:_:_:_:)", .lossy) { $0.a.combineLatest($0.b, $0.c, $0.d) { $0 + $1 + $2 + $3 } },
    .of("zip(_:)") { $0.a.zip($0.b) },
    .of("zip(_:_:)") { $0.a.zip($0.b) { $0 + $1 } },
    .of("zip(_:_:)") { $0.a.zip($0.b, $0.c) },
    .of("zip(_:_:_:)") { $0.a.zip($0.b, $0.c) { $0 + $1 + $2 } },
    .of("zip(_:_:_:)") { $0.a.zip($0.b, $0.c, $0.d) },
    .of("zip(_:_:_:_:)") { $0.a.zip($0.b, $0.c, $0.d) { $0 + $1 + $2 + $3 } },
    .of("merge(with:)", .unordered) { $0.a.merge(with: $0.b) },
    .of("merge(with:_:)", .unordered) { $0.a.merge(with: $0.b, $0.c) },
    .of("merge(with:_:_:)", .unordered) { $0.a.merge(with: $0.b, $0.c, $0.d) },
    .of("merge(with:_:_:_:)", .unordered) { $0.a.merge(with: $0.b, $0.c, $0.d, $0.e) },
    .of("merge(with:_:_:_:_:)", .unordered) { $0.a.merge(with: $0.b, $0.c, $0.d, $0.e, $0.f) },
    .of("merge(with:_:_:_:_:_:)", .unordered) { $0.a.merge(with: $0.b, $0.c, $0.d, $0.e, $0.f, $0.g) },
    .of("merge(with:_:_:_:_:_:_:)", .unordered) { $0.a.merge(with: $0.b, $0.c, $0.d, $0.e, $0.f, $0.g, $0.h) },
    .of("MergeMany", .unordered) { Publishers.MergeMany($0.upstreams) },
    .of("merge()", .unordered) { [$0.a, $0.b, $0.c].merge() },
    .of("combineLatest()", .lossy) { [$0.a, $0.b, $0.c].combineLatest() },
    .of("zip()") { [$0.a, $0.b, $0.c].zip() },
    .of("flatMap(maxPublishers:_:)", .unordered) { $0.a.flatMap { Just($0).setFailureType(to: Oops.self) } },
    .of("flatMap(maxPublishers:_:)", .unordered) { $0.a.flatMap { $0.remainders(by: 4).publisher } },
    .of("flatMap(maxPublishers:_:)") { $0.a.flatMap(maxPublishers: .max(1)) { $0.remainders(by: 4).publisher } },
    .of("flatMap(maxPublishers:_:)", .unordered) {
      $0.a.prefix(2).flatMap(maxPublishers: .max(2)) { [bench = $0] in bench.upstreams[$0.value] }
    },
    .of("switchToLatest()", .lossy) { $0.a.map { Just($0) }.switchToLatest() },
    .of("switchToLatest()", .lossy) { $0.a.map { $0.remainders(by: 4).publisher }.switchToLatest() },
    .of("switchToLatest()", .lossy) {
      $0.a.prefix(2).map { [bench = $0] in bench.upstreams[$0.value] }.switchToLatest()
    },
    .of("prefix(untilOutputFrom:)", .lossy) { $0.a.prefix(untilOutputFrom: $0.b.dropFirst(4)) },
    .of("drop(untilOutputFrom:)", .lossy) { $0.a.drop(untilOutputFrom: $0.b) },
  ]

  static let timed: [Specimen] = [
    .of("receive(on:options:)") { $0.a.receive(on: $0.clock) },
    .of("subscribe(on:options:)") { $0.a.subscribe(on: $0.clock) },
    .of("delay(for:tolerance:scheduler:options:)") { $0.a.delay(for: 3, scheduler: $0.clock) },
    .of("debounce(for:scheduler:options:)", .lossy) { $0.a.debounce(for: 0.5, scheduler: $0.clock) },
    .of("throttle(for:scheduler:latest:)", .lossy) { $0.a.throttle(for: 2, scheduler: $0.clock, latest: true) },
    .of("timeout(_:scheduler:options:customError:)") { $0.a.timeout(1_000_000, scheduler: $0.clock) },
    .of("measureInterval(using:options:)", .lossy) { $0.a.measureInterval(using: $0.clock) },
    .of("collect(_:options:)", .lossy) { $0.a.collect(.byTime($0.clock, 3)) },
    .of("collect(_:options:)", .lossy) { $0.a.collect(.byTimeOrCount($0.clock, 3, 2)) },
  ]

  static let shared: [Specimen] = [
    .of("share()", .lossy) { $0.a.share() },
    .of("multicast(subject:)", .lossy) { $0.a.multicast(subject: PassthroughSubject()).autoconnect() },
    .of("multicast(_:)", .lossy) { $0.a.multicast { CurrentValueSubject(0) }.autoconnect() },
    .of("autoconnect()", .lossy) { $0.safe.makeConnectable().autoconnect() },
    .of("makeConnectable()", .lossy) { $0.safe.makeConnectable().autoconnect() },
  ]

  static let origins: [Specimen] = [
    .of("Just", .standalone) { Just($0.payload(1)) },
    .of("Empty", .standalone) { _ in Empty<Payload, Never>() },
    .of("Fail", .standalone) { _ in Fail<Payload, Oops>(error: Oops()) },
    .of("Deferred", .transparent) { bench in Deferred { bench.a } },
    .of("Future", .standalone) { bench in Future<Payload, Never> { $0(.success(bench.payload(1))) } },
    .of("Sequence", .standalone) { (1...9).map($0.payload).publisher },
    .of("Record", .standalone) { Record<Payload, Oops>(output: (1...3).map($0.payload), completion: .failure(Oops())) },
    .of("Optional", .standalone) { Payload?.some($0.payload(1)).publisher },
    .of("Optional", .standalone) { _ in Payload?.none.publisher },
    .of("Result", .standalone) { Result<Payload, Oops>.success($0.payload(1)).publisher },
    .of("Result", .standalone) { _ in Result<Payload, Oops>.failure(Oops()).publisher },
    .of("AnyPublisher", .transparent) { AnyPublisher($0.a) },
    .of("PassthroughSubject", .lossy, .standalone) { fed(PassthroughSubject<Payload, Never>(), by: $0) },
    .of("CurrentValueSubject", .lossy, .standalone) { fed(CurrentValueSubject<Payload, Never>($0.payload(0)), by: $0) },
  ]
}

/// Returns a value, or throws for the excluded ones.
private func keep(_ value: Payload, below limit: Int = 1_000, except exception: Int = -1) throws -> Payload {
  let number = value.value
  guard number < limit, number != exception else { throw Oops() }
  return value
}

/// A subject that sends a value each second of the clock, nine in all, and finishes.
private func fed<S: Subject>(_ subject: S, by bench: Bench) -> S where S.Output == Payload {
  for second in 1...9 {
    bench.clock.schedule(after: bench.clock.now.advanced(by: .seconds(second))) { subject.send(bench.payload(second)) }
  }
  bench.clock.schedule(after: bench.clock.now.advanced(by: 10)) { subject.send(completion: .finished) }
  return subject
}

/// Encodes and decodes integers as digits.
private struct Digits: TopLevelEncoder, TopLevelDecoder {
  func encode<T: Encodable>(_ value: T) throws -> String { "\(value)" }
  func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
    guard let value = Int(text).map({ Payload($0, in: nil) }) as? T else { throw Oops() }
    return value
  }
}
