public import Streams

/// What a screen asks of a service, once or again: not yet, on its way, here, or failed. What came last stays meanwhile.
///
/// ```swift
/// var forecast = Loading<Int>.idle
/// forecast = .loaded(21)
/// forecast = .loading(last: forecast.value)
/// print(forecast.isLoading, forecast.value ?? 0)     // true 21
/// ```
public enum Loading<Value> {
  /// Nothing was asked.
  case idle
  /// The answer is on its way. `last` is the one before it.
  case loading(last: Value?)
  /// The answer is here.
  case loaded(Value)
  /// There was an error in place of the answer. `last` is the answer before it.
  case failed(ServiceError, last: Value?)

  /// The last answer; `nil` if there was none.
  public var value: Value? {
    switch self {
    case .idle: nil
    case .loading(let last), .failed(_, let last): last
    case .loaded(let value): value
    }
  }

  /// Whether an answer is on its way.
  public var isLoading: Bool { if case .loading = self { true } else { false } }

  /// Why the last request failed; `nil` if it did not, and as soon as there is another one.
  public var error: ServiceError? { if case .failed(let error, _) = self { error } else { nil } }

  /// Changes the last answer, as a screen does after an event that it knows the effect of. Without an answer nothing happens.
  public mutating func change(_ body: (inout Value) -> Void) {
    guard var value else { return }
    body(&value)
    switch self {
    case .idle: break
    case .loading: self = .loading(last: value)
    case .loaded: self = .loaded(value)
    case .failed(let error, _): self = .failed(error, last: value)
    }
  }
}

extension Loading: Equatable where Value: Equatable {}
extension Loading: Sendable where Value: Sendable {}

extension Publisher where Failure == ServiceError {
  /// Publishes how a request goes: that it is on its way, at once, and then its answer or its error.
  ///
  /// ```swift
  /// let states = Just(21).setFailureType(to: ServiceError.self).loading()
  /// let task = states.sink { print($0.isLoading, $0.value ?? 0) }
  /// // true 0
  /// // false 21
  /// ```
  ///
  /// Demand is passed on. It finishes when the request does.
  ///
  /// - Parameter last: what came of the request before, whose answer stays until there is another one.
  public func loading(after last: Loading<Output> = .idle) -> AnyPublisher<Loading<Output>, Never> {
    map(Loading.loaded)
      .catch { Just(.failed($0, last: last.value)) }
      .prepend(.loading(last: last.value))
      .eraseToAnyPublisher()
  }
}
