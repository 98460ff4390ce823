// What Combine declares once more on the origins, so that a chain that begins with one stays an origin.

public struct Just<Output>: Publisher {
  public typealias Failure = Never
  public let output: Output
  public init(_ output: Output) { fatalError() }
  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure { fatalError() }
}

extension Just: Equatable where Output: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool { fatalError() }
}

extension Just where Output: Comparable {
  public func min() -> Just<Output> { fatalError() }
  public func max() -> Just<Output> { fatalError() }
}

extension Just where Output: Equatable {
  public func contains(_ output: Output) -> Just<Bool> { fatalError() }
  public func removeDuplicates() -> Just<Output> { fatalError() }
}

extension Just {
  public func allSatisfy(_ predicate: (Output) -> Bool) -> Just<Bool> { fatalError() }
  public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher { fatalError() }
  public func collect() -> Just<[Output]> { fatalError() }
  public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher { fatalError() }
  public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> { fatalError() }
  public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> { fatalError() }
  public func prepend(_ elements: Output...) -> Publishers.Sequence<[Output], Failure> { fatalError() }
  public func prepend<S: Sequence>(_ elements: S) -> Publishers.Sequence<[Output], Failure> where Output == S.Element {
    fatalError()
  }
  public func append(_ elements: Output...) -> Publishers.Sequence<[Output], Failure> { fatalError() }
  public func append<S: Sequence>(_ elements: S) -> Publishers.Sequence<[Output], Failure> where Output == S.Element {
    fatalError()
  }
  public func contains(where predicate: (Output) -> Bool) -> Just<Bool> { fatalError() }
  public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    fatalError()
  }
  public func count() -> Just<Int> { fatalError() }
  public func dropFirst(_ count: Int = 1) -> Optional<Output>.Publisher { fatalError() }
  public func drop(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher { fatalError() }
  public func first() -> Just<Output> { fatalError() }
  public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher { fatalError() }
  public func last() -> Just<Output> { fatalError() }
  public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher { fatalError() }
  public func filter(_ isIncluded: (Output) -> Bool) -> Optional<Output>.Publisher { fatalError() }
  public func ignoreOutput() -> Empty<Output, Failure> { fatalError() }
  public func map<T>(_ transform: (Output) -> T) -> Just<T> { fatalError() }
  public func tryMap<T>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher { fatalError() }
  public func mapError<E: Error>(_ transform: (Failure) -> E) -> Result<Output, E>.Publisher { fatalError() }
  public func output(at index: Int) -> Optional<Output>.Publisher { fatalError() }
  public func output<R: RangeExpression>(in range: R) -> Optional<Output>.Publisher where R.Bound == Int {
    fatalError()
  }
  public func prefix(_ maxLength: Int) -> Optional<Output>.Publisher { fatalError() }
  public func prefix(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher { fatalError() }
  public func reduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Result<T, Failure>.Publisher {
    fatalError()
  }
  public func tryReduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) throws -> T)
    -> Result<T, any Error>.Publisher
  { fatalError() }
  public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Just<Output> { fatalError() }
  public func tryRemoveDuplicates(by predicate: (Output, Output) throws -> Bool) -> Result<Output, any Error>.Publisher
  { fatalError() }
  public func replaceError(with output: Output) -> Just<Output> { fatalError() }
  public func replaceEmpty(with output: Output) -> Just<Output> { fatalError() }
  public func retry(_ times: Int) -> Just<Output> { fatalError() }
  public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Result<T, Failure>.Publisher {
    fatalError()
  }
  public func tryScan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) throws -> T)
    -> Result<T, any Error>.Publisher
  { fatalError() }
  public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Output, E>.Publisher { fatalError() }
}

extension Optional {
  public var publisher: Optional<Wrapped>.Publisher { fatalError() }

  public struct Publisher: CombineDeclarations.Publisher {
    public typealias Output = Wrapped
    public typealias Failure = Never
    public let output: Wrapped?
    public init(_ output: Output?) { fatalError() }
    public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure { fatalError() }
  }
}

extension Optional.Publisher: Equatable where Wrapped: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool { fatalError() }
}

extension Optional.Publisher where Wrapped: Equatable {
  public func contains(_ output: Output) -> Optional<Bool>.Publisher { fatalError() }
  public func removeDuplicates() -> Optional<Output>.Publisher { fatalError() }
}

extension Optional.Publisher where Wrapped: Comparable {
  public func min() -> Optional<Output>.Publisher { fatalError() }
  public func max() -> Optional<Output>.Publisher { fatalError() }
}

extension Optional.Publisher {
  public func allSatisfy(_ predicate: (Output) -> Bool) -> Optional<Bool>.Publisher { fatalError() }
  public func collect() -> Optional<[Output]>.Publisher { fatalError() }
  public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher { fatalError() }
  public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Optional<Output>.Publisher { fatalError() }
  public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Optional<Output>.Publisher { fatalError() }
  public func contains(where predicate: (Output) -> Bool) -> Optional<Bool>.Publisher { fatalError() }
  public func count() -> Optional<Int>.Publisher { fatalError() }
  public func dropFirst(_ count: Int = 1) -> Optional<Output>.Publisher { fatalError() }
  public func drop(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher { fatalError() }
  public func first() -> Optional<Output>.Publisher { fatalError() }
  public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher { fatalError() }
  public func last() -> Optional<Output>.Publisher { fatalError() }
  public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher { fatalError() }
  public func filter(_ isIncluded: (Output) -> Bool) -> Optional<Output>.Publisher { fatalError() }
  public func ignoreOutput() -> Empty<Output, Failure> { fatalError() }
  public func map<T>(_ transform: (Output) -> T) -> Optional<T>.Publisher { fatalError() }
  public func output(at index: Int) -> Optional<Output>.Publisher { fatalError() }
  public func output<R: RangeExpression>(in range: R) -> Optional<Output>.Publisher where R.Bound == Int {
    fatalError()
  }
  public func prefix(_ maxLength: Int) -> Optional<Output>.Publisher { fatalError() }
  public func prefix(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher { fatalError() }
  public func reduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Optional<T>.Publisher {
    fatalError()
  }
  public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Optional<T>.Publisher {
    fatalError()
  }
  public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Optional<Output>.Publisher { fatalError() }
  public func replaceError(with output: Output) -> Optional<Output>.Publisher { fatalError() }
  public func replaceEmpty(with output: Output) -> Just<Output> { fatalError() }
  public func retry(_ times: Int) -> Optional<Output>.Publisher { fatalError() }
}

extension Result {
  public var publisher: Result<Success, Failure>.Publisher { fatalError() }

  public struct Publisher: CombineDeclarations.Publisher {
    public typealias Output = Success
    public let result: Result<Success, Failure>
    public init(_ result: Result<Output, Failure>) { fatalError() }
    public init(_ output: Output) { fatalError() }
    public init(_ failure: Failure) { fatalError() }
    public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure { fatalError() }
  }
}

extension Result.Publisher: Equatable where Success: Equatable, Failure: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool { fatalError() }
}

extension Result.Publisher where Success: Equatable {
  public func contains(_ output: Output) -> Result<Bool, Failure>.Publisher { fatalError() }
  public func removeDuplicates() -> Result<Output, Failure>.Publisher { fatalError() }
}

extension Result.Publisher where Success: Comparable {
  public func min() -> Result<Output, Failure>.Publisher { fatalError() }
  public func max() -> Result<Output, Failure>.Publisher { fatalError() }
}

extension Result.Publisher {
  public func allSatisfy(_ predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher { fatalError() }
  public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher { fatalError() }
  public func contains(where predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher { fatalError() }
  public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    fatalError()
  }
  public func collect() -> Result<[Output], Failure>.Publisher { fatalError() }
  public func count() -> Result<Int, Failure>.Publisher { fatalError() }
  public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Result<Output, Failure>.Publisher {
    fatalError()
  }
  public func tryMin(by areInIncreasingOrder: (Output, Output) throws -> Bool) -> Result<Output, any Error>.Publisher {
    fatalError()
  }
  public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Result<Output, Failure>.Publisher {
    fatalError()
  }
  public func tryMax(by areInIncreasingOrder: (Output, Output) throws -> Bool) -> Result<Output, any Error>.Publisher {
    fatalError()
  }
  public func first() -> Result<Output, Failure>.Publisher { fatalError() }
  public func last() -> Result<Output, Failure>.Publisher { fatalError() }
  public func ignoreOutput() -> Empty<Output, Failure> { fatalError() }
  public func map<T>(_ transform: (Output) -> T) -> Result<T, Failure>.Publisher { fatalError() }
  public func tryMap<T>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher { fatalError() }
  public func mapError<E: Error>(_ transform: (Failure) -> E) -> Result<Output, E>.Publisher { fatalError() }
  public func reduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Result<T, Failure>.Publisher {
    fatalError()
  }
  public func tryReduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) throws -> T)
    -> Result<T, any Error>.Publisher
  { fatalError() }
  public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Result<Output, Failure>.Publisher {
    fatalError()
  }
  public func tryRemoveDuplicates(by predicate: (Output, Output) throws -> Bool) -> Result<Output, any Error>.Publisher
  { fatalError() }
  public func replaceError(with output: Output) -> Result<Output, Never>.Publisher { fatalError() }
  public func replaceEmpty(with output: Output) -> Result<Output, Failure>.Publisher { fatalError() }
  public func retry(_ times: Int) -> Result<Output, Failure>.Publisher { fatalError() }
  public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Result<T, Failure>.Publisher {
    fatalError()
  }
  public func tryScan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) throws -> T)
    -> Result<T, any Error>.Publisher
  { fatalError() }
}

extension Result.Publisher where Failure == Never {
  public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Output, E>.Publisher { fatalError() }
}
