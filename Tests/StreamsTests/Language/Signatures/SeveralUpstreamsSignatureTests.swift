import Streams
import StreamsSupport
import StreamsTesting
import Testing

/// The operators with several upstreams, and those for sharing and timing.
@Suite struct SeveralUpstreamsSignatureTests {
  typealias Ints = Signatures.Ints
  typealias SafeInts = Signatures.SafeInts
  typealias Texts = Signatures.Texts

  private let ints = Ints()
  private let safe = SafeInts()
  private let texts = Texts()
  private let clock = TestScheduler()

  private func type<P: Publisher, Q: Publisher>(of publisher: P, is type: Q.Type) -> Bool {
    Signatures.type(of: publisher, is: type)
  }

  @Test func `combineLatest returns Combine's types`() {
    typealias Two = Publishers.CombineLatest<Ints, Texts>
    typealias Three = Publishers.CombineLatest3<Ints, Texts, Ints>
    typealias Four = Publishers.CombineLatest4<Ints, Texts, Ints, Texts>
    #expect(type(of: ints.combineLatest(texts), is: Two.self))
    #expect(type(of: ints.combineLatest(texts) { "\($0)" + $1 }, is: Publishers.Map<Two, String>.self))
    #expect(type(of: ints.combineLatest(texts, ints), is: Three.self))
    #expect(type(of: ints.combineLatest(texts, ints) { "\($0 + $2)" + $1 }, is: Publishers.Map<Three, String>.self))
    #expect(type(of: ints.combineLatest(texts, ints, texts), is: Four.self))
    #expect(
      type(of: ints.combineLatest(texts, ints, texts) { "\($0 + $2)" + $1 + $3 }, is: Publishers.Map<Four, String>.self)
    )
    #expect(type(of: Publishers.CombineLatest(ints, texts), is: Two.self))
    #expect(type(of: Publishers.CombineLatest3(ints, texts, ints), is: Three.self))
    #expect(type(of: Publishers.CombineLatest4(ints, texts, ints, texts), is: Four.self))
  }

  @Test func `zip returns Combine's types`() {
    typealias Two = Publishers.Zip<Ints, Texts>
    typealias Three = Publishers.Zip3<Ints, Texts, Ints>
    typealias Four = Publishers.Zip4<Ints, Texts, Ints, Texts>
    #expect(type(of: ints.zip(texts), is: Two.self))
    #expect(type(of: ints.zip(texts) { "\($0)" + $1 }, is: Publishers.Map<Two, String>.self))
    #expect(type(of: ints.zip(texts, ints), is: Three.self))
    #expect(type(of: ints.zip(texts, ints) { "\($0 + $2)" + $1 }, is: Publishers.Map<Three, String>.self))
    #expect(type(of: ints.zip(texts, ints, texts), is: Four.self))
    #expect(
      type(of: ints.zip(texts, ints, texts) { "\($0 + $2)" + $1 + $3 }, is: Publishers.Map<Four, String>.self))
    #expect(type(of: Publishers.Zip(ints, texts), is: Two.self))
    #expect(type(of: Publishers.Zip3(ints, texts, ints), is: Three.self))
    #expect(type(of: Publishers.Zip4(ints, texts, ints, texts), is: Four.self))
  }

  @Test func `merge returns Combine's types`() {
    typealias I = Ints
    let m = Publishers.MergeMany([ints])
    #expect(
      type(
        of: ints.merge(with: Just(1).setFailureType(to: Oops.self)),
        is: Publishers.Merge<I, Result<Int, Oops>.Publisher>.self))
    #expect(type(of: ints.merge(with: ints, ints), is: Publishers.Merge3<I, I, I>.self))
    #expect(type(of: ints.merge(with: ints, ints, ints), is: Publishers.Merge4<I, I, I, I>.self))
    #expect(type(of: ints.merge(with: ints, ints, ints, ints), is: Publishers.Merge5<I, I, I, I, I>.self))
    #expect(type(of: ints.merge(with: ints, ints, ints, ints, ints), is: Publishers.Merge6<I, I, I, I, I, I>.self))
    #expect(
      type(of: ints.merge(with: ints, ints, ints, ints, ints, ints), is: Publishers.Merge7<I, I, I, I, I, I, I>.self))
    #expect(
      type(
        of: ints.merge(with: ints, ints, ints, ints, ints, ints, ints),
        is: Publishers.Merge8<I, I, I, I, I, I, I, I>.self))
    #expect(type(of: Publishers.MergeMany(ints, ints), is: Publishers.MergeMany<I>.self))
    #expect(type(of: m.merge(with: ints), is: Publishers.MergeMany<I>.self))
  }

  private typealias Safe = Publishers.SetFailureType<Just<Int>, Oops>

  @Test func `flattening operators return Combine's types`() {
    #expect(type(of: ints.flatMap { _ in ints }, is: Publishers.FlatMap<Ints, Ints>.self))
    #expect(type(of: ints.flatMap(maxPublishers: .max(1)) { _ in ints }, is: Publishers.FlatMap<Ints, Ints>.self))
    #expect(type(of: ints.flatMap { Just($0) }, is: Publishers.FlatMap<Safe, Ints>.self))
    #expect(type(of: safe.flatMap { Just($0) }, is: Publishers.FlatMap<Just<Int>, SafeInts>.self))
    #expect(
      type(
        of: safe.flatMap { _ in ints }, is: Publishers.FlatMap<Ints, Publishers.SetFailureType<SafeInts, Oops>>.self))
    typealias Inner<P: Publisher, Q: Publisher> = Publishers.Map<P, Q>
    #expect(
      type(of: ints.map { _ in ints }.switchToLatest(), is: Publishers.SwitchToLatest<Ints, Inner<Ints, Ints>>.self))
    #expect(
      type(
        of: ints.map { Just($0) }.switchToLatest(),
        is: Publishers.SwitchToLatest<Safe, Publishers.Map<Inner<Ints, Just<Int>>, Safe>>.self))
    #expect(
      type(
        of: safe.map { Just($0) }.switchToLatest(),
        is: Publishers.SwitchToLatest<Just<Int>, Inner<SafeInts, Just<Int>>>.self))
    #expect(
      type(
        of: safe.map { _ in ints }.switchToLatest(),
        is: Publishers.SwitchToLatest<Ints, Publishers.SetFailureType<Inner<SafeInts, Ints>, Oops>>.self))
    #expect(type(of: ints.prefix(untilOutputFrom: safe), is: Publishers.PrefixUntilOutput<Ints, SafeInts>.self))
    #expect(type(of: ints.drop(untilOutputFrom: texts), is: Publishers.DropUntilOutput<Ints, Texts>.self))
  }

  @Test func `sharing operators return Combine's types`() {
    #expect(type(of: ints.share(), is: Publishers.Share<Ints>.self))
    #expect(type(of: ints.multicast(subject: Ints()), is: Publishers.Multicast<Ints, Ints>.self))
    #expect(type(of: ints.multicast { Ints() }, is: Publishers.Multicast<Ints, Ints>.self))
    #expect(type(of: safe.makeConnectable(), is: Publishers.MakeConnectable<SafeInts>.self))
    #expect(
      type(
        of: safe.makeConnectable().autoconnect(), is: Publishers.Autoconnect<Publishers.MakeConnectable<SafeInts>>.self)
    )
  }

  @Test func `timing operators return Combine's types`() {
    typealias T = TestScheduler
    #expect(type(of: ints.receive(on: clock), is: Publishers.ReceiveOn<Ints, T>.self))
    #expect(type(of: ints.receive(on: clock, options: nil), is: Publishers.ReceiveOn<Ints, T>.self))
    #expect(type(of: ints.subscribe(on: clock), is: Publishers.SubscribeOn<Ints, T>.self))
    #expect(type(of: ints.subscribe(on: clock, options: nil), is: Publishers.SubscribeOn<Ints, T>.self))
    #expect(type(of: ints.debounce(for: 1, scheduler: clock), is: Publishers.Debounce<Ints, T>.self))
    #expect(
      type(of: ints.debounce(for: .seconds(1), scheduler: clock, options: nil), is: Publishers.Debounce<Ints, T>.self))
    #expect(type(of: ints.throttle(for: 0.5, scheduler: clock, latest: true), is: Publishers.Throttle<Ints, T>.self))
    #expect(type(of: ints.delay(for: .milliseconds(1), scheduler: clock), is: Publishers.Delay<Ints, T>.self))
    #expect(
      type(of: ints.delay(for: 1, tolerance: 1, scheduler: clock, options: nil), is: Publishers.Delay<Ints, T>.self))
    #expect(type(of: ints.timeout(1, scheduler: clock), is: Publishers.Timeout<Ints, T>.self))
    #expect(
      type(
        of: ints.timeout(1, scheduler: clock, options: nil, customError: { Oops() }),
        is: Publishers.Timeout<Ints, T>.self))
    #expect(type(of: ints.measureInterval(using: clock), is: Publishers.MeasureInterval<Ints, T>.self))
    #expect(type(of: ints.measureInterval(using: clock, options: nil), is: Publishers.MeasureInterval<Ints, T>.self))
    #expect(type(of: ints.collect(.byTime(clock, 1)), is: Publishers.CollectByTime<Ints, T>.self))
    #expect(
      type(of: ints.collect(.byTimeOrCount(clock, 1, 2), options: nil), is: Publishers.CollectByTime<Ints, T>.self))
  }
}
