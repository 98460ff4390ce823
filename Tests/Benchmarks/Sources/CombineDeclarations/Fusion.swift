extension Sequence {
  public var publisher: Publishers.Sequence<Self, Never> { fatalError() }
}

extension Publishers {
  public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
    public typealias Output = Elements.Element
    public let sequence: Elements
    public init(sequence: Elements) { fatalError() }
    public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure { fatalError() }
  }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool { fatalError() }
}

extension Publishers.Sequence {
  public func allSatisfy(_ predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher { fatalError() }
  public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher { fatalError() }
  public func collect() -> Result<[Output], Failure>.Publisher { fatalError() }
  public func compactMap<T>(_ transform: (Output) -> T?) -> Publishers.Sequence<[T], Failure> { fatalError() }
  public func contains(where predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher { fatalError() }
  public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    fatalError()
  }
  public func drop(while predicate: (Output) -> Bool) -> Publishers.Sequence<DropWhileSequence<Elements>, Failure> {
    fatalError()
  }
  public func dropFirst(_ count: Int = 1) -> Publishers.Sequence<DropFirstSequence<Elements>, Failure> { fatalError() }
  public func filter(_ isIncluded: (Output) -> Bool) -> Publishers.Sequence<[Output], Failure> { fatalError() }
  public func ignoreOutput() -> Empty<Output, Failure> { fatalError() }
  public func map<T>(_ transform: (Output) -> T) -> Publishers.Sequence<[T], Failure> { fatalError() }
  public func prefix(_ maxLength: Int) -> Publishers.Sequence<PrefixSequence<Elements>, Failure> { fatalError() }
  public func prefix(while predicate: (Output) -> Bool) -> Publishers.Sequence<[Output], Failure> { fatalError() }
  public func reduce<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T)
    -> Result<T, Failure>.Publisher
  { fatalError() }
  public func tryReduce<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T)
    -> Result<T, any Error>.Publisher
  { fatalError() }
  public func replaceNil<T>(with output: T) -> Publishers.Sequence<[Output], Failure> where Output == T? {
    fatalError()
  }
  public func scan<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T)
    -> Publishers.Sequence<[T], Failure>
  { fatalError() }
  public func setFailureType<E: Error>(to error: E.Type) -> Publishers.Sequence<Elements, E> { fatalError() }
}

extension Publishers.Sequence where Elements.Element: Equatable {
  public func removeDuplicates() -> Publishers.Sequence<[Output], Failure> { fatalError() }
  public func contains(_ output: Output) -> Result<Bool, Failure>.Publisher { fatalError() }
}

extension Publishers.Sequence where Failure == Never {
  public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Optional<Output>.Publisher { fatalError() }
  public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Optional<Output>.Publisher { fatalError() }
  public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher { fatalError() }
}

extension Publishers.Sequence where Failure == Never, Elements.Element: Comparable {
  public func min() -> Optional<Output>.Publisher { fatalError() }
  public func max() -> Optional<Output>.Publisher { fatalError() }
}

extension Publishers.Sequence where Elements: Collection, Failure == Never {
  public func first() -> Optional<Output>.Publisher { fatalError() }
  public func output(at index: Elements.Index) -> Optional<Output>.Publisher { fatalError() }
}

extension Publishers.Sequence where Elements: Collection {
  public func count() -> Result<Int, Failure>.Publisher { fatalError() }
  public func output(in range: Range<Elements.Index>) -> Publishers.Sequence<[Output], Failure> { fatalError() }
}

extension Publishers.Sequence where Elements: Collection, Failure == Never {
  public func count() -> Just<Int> { fatalError() }
}

extension Publishers.Sequence where Elements: BidirectionalCollection, Failure == Never {
  public func last() -> Optional<Output>.Publisher { fatalError() }
  public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher { fatalError() }
}

extension Publishers.Sequence where Elements: RandomAccessCollection, Failure == Never {
  public func output(at index: Elements.Index) -> Optional<Output>.Publisher { fatalError() }
  public func count() -> Just<Int> { fatalError() }
}

extension Publishers.Sequence where Elements: RandomAccessCollection {
  public func output(in range: Range<Elements.Index>) -> Publishers.Sequence<[Output], Failure> { fatalError() }
  public func count() -> Result<Int, Failure>.Publisher { fatalError() }
}

extension Publishers.Sequence where Elements: RangeReplaceableCollection {
  public func prepend(_ elements: Output...) -> Publishers.Sequence<Elements, Failure> { fatalError() }
  public func prepend<S: Swift.Sequence>(_ elements: S) -> Publishers.Sequence<Elements, Failure>
  where Elements.Element == S.Element { fatalError() }
  public func prepend(_ publisher: Publishers.Sequence<Elements, Failure>) -> Publishers.Sequence<Elements, Failure> {
    fatalError()
  }
  public func append(_ elements: Output...) -> Publishers.Sequence<Elements, Failure> { fatalError() }
  public func append<S: Swift.Sequence>(_ elements: S) -> Publishers.Sequence<Elements, Failure>
  where Elements.Element == S.Element { fatalError() }
  public func append(_ publisher: Publishers.Sequence<Elements, Failure>) -> Publishers.Sequence<Elements, Failure> {
    fatalError()
  }
}

// What Combine declares once more on its operators, so that two of a kind become one.

extension Publishers.Filter {
  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Upstream> { fatalError() }
  public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Upstream> {
    fatalError()
  }
}

extension Publishers.TryFilter {
  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.TryFilter<Upstream> { fatalError() }
  public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Upstream> {
    fatalError()
  }
}

extension Publishers.Map {
  public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Upstream, T> { fatalError() }
  public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Upstream, T> { fatalError() }
}

extension Publishers.TryMap {
  public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.TryMap<Upstream, T> { fatalError() }
  public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Upstream, T> { fatalError() }
}

extension Publishers.CompactMap {
  public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Upstream, T> {
    fatalError()
  }
  public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.CompactMap<Upstream, T> { fatalError() }
}

extension Publishers.TryCompactMap {
  public func compactMap<T>(_ transform: @escaping (Output) throws -> T?) -> Publishers.TryCompactMap<Upstream, T> {
    fatalError()
  }
}

extension Publishers.SetFailureType {
  public func setFailureType<E: Error>(to failure: E.Type) -> Publishers.SetFailureType<Upstream, E> { fatalError() }
}
