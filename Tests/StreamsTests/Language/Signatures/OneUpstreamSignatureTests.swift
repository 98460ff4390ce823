import ExpectSupport
import Streams
import StreamsSupport
import Testing

/// The operators with one upstream.
@Suite struct OneUpstreamSignatureTests {
  typealias Ints = Signatures.Ints
  typealias SafeInts = Signatures.SafeInts

  private let ints = Ints()
  private let safe = SafeInts()

  private func type<P: Publisher, Q: Publisher>(of publisher: P, is type: Q.Type) -> Bool {
    Signatures.type(of: publisher, is: type)
  }

  @Test func `mapping operators return Combine's types`() {
    #expect(type(of: ints.map { "\($0)" }, is: Publishers.Map<Ints, String>.self))
    #expect(type(of: ints.tryMap { "\($0)" }, is: Publishers.TryMap<Ints, String>.self))
    #expect(type(of: ints.map(\Int.description as KeyPath<Int, String>), is: Publishers.MapKeyPath<Ints, String>.self))
    #expect(type(of: ints.map(\.description, \.bitWidth), is: Publishers.MapKeyPath2<Ints, String, Int>.self))
    #expect(
      type(
        of: ints.map(\.description, \.bitWidth, \.magnitude), is: Publishers.MapKeyPath3<Ints, String, Int, UInt>.self))
    #expect(type(of: ints.mapError { $0 as any Error }, is: Publishers.MapError<Ints, any Error>.self))
    #expect(
      type(of: ints.map { Int?($0) }.replaceNil(with: 0), is: Publishers.Map<Publishers.Map<Ints, Int?>, Int>.self))
    #expect(type(of: ints.scan("") { "\($0)\($1)" }, is: Publishers.Scan<Ints, String>.self))
    #expect(type(of: ints.tryScan("") { "\($0)\($1)" }, is: Publishers.TryScan<Ints, String>.self))
    let failing = safe.setFailureType(to: Oops.self)
    #expect(type(of: failing, is: Publishers.SetFailureType<SafeInts, Oops>.self))
    #expect(
      type(
        of: failing.setFailureType(to: Signatures.OtherError.self),
        is: Publishers.SetFailureType<SafeInts, Signatures.OtherError>.self))
    #expect(type(of: ints.eraseToAnyPublisher(), is: AnyPublisher<Int, Oops>.self))
  }

  @Test func `filtering operators return Combine's types`() {
    #expect(type(of: ints.filter { $0 > 1 }, is: Publishers.Filter<Ints>.self))
    #expect(type(of: ints.tryFilter { $0 > 1 }, is: Publishers.TryFilter<Ints>.self))
    #expect(type(of: ints.compactMap { Int?($0) }, is: Publishers.CompactMap<Ints, Int>.self))
    #expect(type(of: ints.tryCompactMap { Int?($0) }, is: Publishers.TryCompactMap<Ints, Int>.self))
    #expect(type(of: ints.removeDuplicates(), is: Publishers.RemoveDuplicates<Ints>.self))
    #expect(type(of: ints.removeDuplicates(by: ==), is: Publishers.RemoveDuplicates<Ints>.self))
    #expect(type(of: ints.removeDuplicates { $0 == $1 }, is: Publishers.RemoveDuplicates<Ints>.self))
    #expect(type(of: ints.tryRemoveDuplicates { $0 == $1 }, is: Publishers.TryRemoveDuplicates<Ints>.self))
    #expect(type(of: ints.replaceEmpty(with: 0), is: Publishers.ReplaceEmpty<Ints>.self))
    #expect(type(of: ints.replaceError(with: 0), is: Publishers.ReplaceError<Ints>.self))
  }

  @Test func `reducing operators return Combine's types`() {
    #expect(type(of: ints.collect(), is: Publishers.Collect<Ints>.self))
    #expect(type(of: ints.collect(2), is: Publishers.CollectByCount<Ints>.self))
    #expect(type(of: ints.ignoreOutput(), is: Publishers.IgnoreOutput<Ints>.self))
    #expect(type(of: ints.reduce("") { "\($0)\($1)" }, is: Publishers.Reduce<Ints, String>.self))
    #expect(type(of: ints.tryReduce("") { "\($0)\($1)" }, is: Publishers.TryReduce<Ints, String>.self))
    #expect(type(of: ints.count(), is: Publishers.Count<Ints>.self))
    #expect(type(of: ints.max(), is: Publishers.Comparison<Ints>.self))
    #expect(type(of: ints.max { $0 < $1 }, is: Publishers.Comparison<Ints>.self))
    #expect(type(of: ints.tryMax { $0 < $1 }, is: Publishers.TryComparison<Ints>.self))
    #expect(type(of: ints.min(), is: Publishers.Comparison<Ints>.self))
    #expect(type(of: ints.min(by: <), is: Publishers.Comparison<Ints>.self))
    #expect(type(of: ints.tryMin { $0 < $1 }, is: Publishers.TryComparison<Ints>.self))
    #expect(type(of: ints.contains(1), is: Publishers.Contains<Ints>.self))
    #expect(type(of: ints.contains { $0 > 1 }, is: Publishers.ContainsWhere<Ints>.self))
    #expect(type(of: ints.tryContains { $0 > 1 }, is: Publishers.TryContainsWhere<Ints>.self))
    #expect(type(of: ints.allSatisfy { $0 > 1 }, is: Publishers.AllSatisfy<Ints>.self))
    #expect(type(of: ints.tryAllSatisfy { $0 > 1 }, is: Publishers.TryAllSatisfy<Ints>.self))
  }

  @Test func `selecting operators return Combine's types`() {
    #expect(type(of: ints.first(), is: Publishers.First<Ints>.self))
    #expect(type(of: ints.first { $0 > 1 }, is: Publishers.FirstWhere<Ints>.self))
    #expect(type(of: ints.tryFirst { $0 > 1 }, is: Publishers.TryFirstWhere<Ints>.self))
    #expect(type(of: ints.last(), is: Publishers.Last<Ints>.self))
    #expect(type(of: ints.last { $0 > 1 }, is: Publishers.LastWhere<Ints>.self))
    #expect(type(of: ints.tryLast { $0 > 1 }, is: Publishers.TryLastWhere<Ints>.self))
    #expect(type(of: ints.output(at: 1), is: Publishers.Output<Ints>.self))
    #expect(type(of: ints.output(in: 1..<3), is: Publishers.Output<Ints>.self))
    #expect(type(of: ints.output(in: 1...), is: Publishers.Output<Ints>.self))
    #expect(type(of: ints.dropFirst(), is: Publishers.Drop<Ints>.self))
    #expect(type(of: ints.dropFirst(2), is: Publishers.Drop<Ints>.self))
    #expect(type(of: ints.drop { $0 > 1 }, is: Publishers.DropWhile<Ints>.self))
    #expect(type(of: ints.tryDrop { $0 > 1 }, is: Publishers.TryDropWhile<Ints>.self))
    #expect(type(of: ints.prefix(1), is: Publishers.Output<Ints>.self))
    #expect(type(of: ints.prefix { $0 > 1 }, is: Publishers.PrefixWhile<Ints>.self))
    #expect(type(of: ints.tryPrefix { $0 > 1 }, is: Publishers.TryPrefixWhile<Ints>.self))
  }

  @Test func `error handling and append return Combine's types`() {
    typealias Values = Publishers.Sequence<[Int], Oops>
    #expect(type(of: ints.assertNoFailure(), is: Publishers.AssertNoFailure<Ints>.self))
    #expect(
      type(of: ints.assertNoFailure("prefix", file: "file", line: 1), is: Publishers.AssertNoFailure<Ints>.self))
    #expect(type(of: ints.catch { _ in Just(1) }, is: Publishers.Catch<Ints, Just<Int>>.self))
    #expect(type(of: ints.tryCatch { _ in Just(1) }, is: Publishers.TryCatch<Ints, Just<Int>>.self))
    #expect(type(of: ints.retry(2), is: Publishers.Retry<Ints>.self))
    #expect(type(of: ints.append(1), is: Publishers.Concatenate<Ints, Values>.self))
    #expect(type(of: ints.append([1]), is: Publishers.Concatenate<Ints, Values>.self))
    #expect(
      type(of: ints.append(1...3), is: Publishers.Concatenate<Ints, Publishers.Sequence<ClosedRange<Int>, Oops>>.self))
    #expect(type(of: ints.append(ints), is: Publishers.Concatenate<Ints, Ints>.self))
    #expect(type(of: ints.prepend(1, 2), is: Publishers.Concatenate<Values, Ints>.self))
    #expect(type(of: ints.prepend([1]), is: Publishers.Concatenate<Values, Ints>.self))
    #expect(type(of: ints.prepend(ints), is: Publishers.Concatenate<Ints, Ints>.self))
  }

  @Test func `debugging and coding operators return Combine's types`() {
    #expect(type(of: ints.handleEvents(), is: Publishers.HandleEvents<Ints>.self))
    #expect(
      type(
        of: ints.handleEvents(
          receiveSubscription: { _ in }, receiveOutput: { _ in }, receiveCompletion: { _ in }, receiveCancel: {},
          receiveRequest: { _ in }), is: Publishers.HandleEvents<Ints>.self))
    #expect(type(of: ints.print(), is: Publishers.Print<Ints>.self))
    #expect(type(of: ints.print("prefix", to: ""), is: Publishers.Print<Ints>.self))
    #expect(type(of: ints.breakpoint(), is: Publishers.Breakpoint<Ints>.self))
    #expect(
      type(
        of: ints.breakpoint(
          receiveSubscription: { _ in false }, receiveOutput: { _ in false }, receiveCompletion: { _ in false }),
        is: Publishers.Breakpoint<Ints>.self))
    #expect(type(of: ints.breakpointOnError(), is: Publishers.Breakpoint<Ints>.self))
    #expect(type(of: ints.encode(encoder: Letters()), is: Publishers.Encode<Ints, Letters>.self))
    #expect(
      type(
        of: Signatures.Texts().decode(type: Int.self, decoder: Letters()),
        is: Publishers.Decode<Signatures.Texts, Int, Letters>.self))
    #expect(
      type(of: ints.buffer(size: 1, prefetch: .byRequest, whenFull: .dropNewest), is: Publishers.Buffer<Ints>.self))
    #expect(
      type(
        of: ints.buffer(size: 1, prefetch: .keepFull, whenFull: .customError { Oops() }),
        is: Publishers.Buffer<Ints>.self))
  }

  @Test func `sink, subscribe and values return Combine's types`() async throws {
    let sink: AnyCancellable = ints.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    let trailing: AnyCancellable = ints.sink { _ in
    } receiveValue: { _ in
    }
    let plain: AnyCancellable = safe.sink { _ in }
    let subject: AnyCancellable = ints.subscribe(Ints())
    let types: (AsyncPublisher<Just<Int>>, AsyncThrowingPublisher<Fail<Int, Oops>>) = (
      Just(1).values, Fail(error: Oops()).values
    )
    var iterator = types.0.makeAsyncIterator()
    await expectEqual(iterator.next(), 1)
    await #expect(throws: Oops.self) { for try await _ in types.1 {} }
    for cancellable in [sink, trailing, plain, subject] { cancellable.cancel() }
  }
}

private struct Letters: TopLevelEncoder, TopLevelDecoder {
  func encode<T: Encodable>(_ value: T) throws -> String { "" }
  func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T { throw Oops() }
}
