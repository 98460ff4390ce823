import Dispatch
public import Storage
public import Streams
import StreamsExtras

/// A value that outlives the process, as the screens of an app share it: it publishes its changes, and follows the account.
///
/// ```swift
/// extension StorageKey<[String]> {
///   static let searches = StorageKey("searches")
/// }
///
/// @MainActor func keep(_ search: String, _ environment: AppEnvironment) -> AnyCancellable {
///   let searches = environment.stored(.searches, default: [])
///   searches.value.append(search)
///   return searches.publisher.sink { print($0.count) }
/// }
/// ```
///
/// When the user signs in or out, it is that of the other account before `AppEnvironment.accountChanges` says so; a value whose key
/// is `device` stays. It is used on the main actor.
public final class Stored<Value: Equatable & Sendable> {
  private let key: StorageKey<Value>
  private let standard: Value
  private let storage: Storage
  private let subject: CurrentValueSubject<Value, Never>
  private let failureSubject = PassthroughSubject<StorageError, Never>()
  private let main: AnySchedulerOf<DispatchQueue>
  private var following: AnyCancellable?

  init(_ key: StorageKey<Value>, default standard: Value, _ environment: AppEnvironment) {
    self.key = key
    self.standard = standard
    storage = environment.storage
    main = environment.main
    subject = CurrentValueSubject(Self.read(key, environment.storage) ?? standard)
    if !key.isDevice { following = environment.session.valueChanges.sink { [weak self] in self?.load() } }
  }

  /// The value. What is set is in effect at once, and stored in a while; the default is not stored. A value that cannot be read
  /// counts as none, its file is kept, and what is set next takes its name.
  public var value: Value {
    get { subject.value }
    set {
      guard newValue != subject.value else { return }
      let failures = failureSubject
      storage.set(newValue == standard ? nil : newValue, for: key) { result in
        if case .failure(let error) = result { failures.send(error) }
      }
      subject.send(newValue)
    }
  }

  /// Publishes the value, and each later one that is another.
  public var publisher: AnyPublisher<Value, Never> { subject.eraseToAnyPublisher() }

  /// Publishes on the main scheduler why a value was not stored. It is in effect until the process ends, or the account does.
  public var failures: AnyPublisher<StorageError, Never> { failureSubject.receive(on: main).eraseToAnyPublisher() }

  /// Takes what is stored for the account that the user has signed in to.
  private func load() {
    let value = Self.read(key, storage) ?? standard
    if value != subject.value { subject.send(value) }
  }

  private static func read(_ key: StorageKey<Value>, _ storage: Storage) -> Value? {
    (try? storage.value(for: key)) ?? nil
  }
}

extension AppEnvironment {
  /// A value that outlives the process: one for all screens of the app.
  ///
  /// - Parameters:
  ///   - key: The name of the value. All that use it give the same type and the same default.
  ///   - standard: The value while none is stored.
  public func stored<Value: Equatable & Sendable>(
    _ key: StorageKey<Value>, default standard: Value
  ) -> Stored<Value> {
    self[StoredValuesKey.self].value(key, default: standard, self)
  }
}

/// The stored values that were asked for, by their names.
private final class StoredValues {
  private var values: [String: AnyObject] = [:]

  func value<Value>(
    _ key: StorageKey<Value>, default standard: Value, _ environment: AppEnvironment
  ) -> Stored<Value> {
    if let known = values[key.name] {
      guard let known = known as? Stored<Value> else {
        preconditionFailure("The stored value \(key.name) has two types.")
      }
      return known
    }
    let value = Stored(key, default: standard, environment)
    values[key.name] = value
    return value
  }
}

private enum StoredValuesKey: AppEnvironmentKey {
  static func defaultValue(in environment: AppEnvironment) -> StoredValues {
    // NB: they are made again for an environment with another storage.
    _ = environment.storage
    return StoredValues()
  }
}
