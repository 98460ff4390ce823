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
  private let shared: SharedValue<Value>
  private let main: AnySchedulerOf<DispatchQueue>
  private let reporter: Reporter?
  /// That of the screen that uses it; `nil` for none.
  private let lifetime: Lifetime?

  fileprivate init(_ shared: SharedValue<Value>, _ environment: AppEnvironment) {
    self.shared = shared
    main = environment.main
    reporter = environment.reporter
    lifetime = environment.lifetime
  }

  /// The value. What is set is in effect at once, and stored in a while; the default is not stored. A value that cannot be read
  /// counts as none, its file is kept, and what is set next takes its name.
  ///
  /// While an account ends, nothing is set: from the moment in which that is decided until it was reported who is there next, and without
  /// an account until all is done that had begun before. Nor does a screen set anything that was closed with its account. A debug build
  /// reports it.
  public var value: Value {
    get { shared.value }
    set {
      guard newValue != shared.value else { return }
      if shared.isOpen, isOfEveryAccount || lifetime?.isOfEndedAccount != true { return shared.set(newValue) }
      #if DEBUG
        Reporter.report(fault: "\"\(shared.key.name)\" was set while an account ended: it is not stored.", to: reporter)
      #endif
    }
  }

  /// Publishes the value, and each later one that is another.
  public var publisher: AnyPublisher<Value, Never> {
    guard let lifetime, !isOfEveryAccount else { return shared.subject.eraseToAnyPublisher() }
    return shared.subject.filter { _ in !lifetime.isOfEndedAccount }.eraseToAnyPublisher()
  }

  /// Publishes on the main scheduler why a value was not stored. It is in effect until the process ends, or the account does.
  public var failures: AnyPublisher<StorageError, Never> { shared.failures.receive(on: main).eraseToAnyPublisher() }

  private var isOfEveryAccount: Bool { shared.key.isDevice }
}

/// A stored value, one for all that use it.
private final class SharedValue<Value: Equatable & Sendable> {
  let key: StorageKey<Value>
  let subject: CurrentValueSubject<Value, Never>
  let failures = PassthroughSubject<StorageError, Never>()
  private let standard: Value
  private let storage: Storage
  private let session: AccountSession
  /// How many times the storage had had the values of another account when this one was read.
  private var switchCount: Int
  private var following: AnyCancellable?

  init(_ key: StorageKey<Value>, default standard: Value, _ environment: AppEnvironment) {
    self.key = key
    self.standard = standard
    storage = environment[StorageEnvironmentKey.self]
    session = environment.session
    switchCount = session.switchCount
    subject = CurrentValueSubject(Self.read(key, storage) ?? standard)
    if !key.isDevice { following = environment.session.valueChanges.sink { [weak self] in self?.load() } }
  }

  /// The value of the account whose values the storage has.
  var value: Value {
    if !key.isDevice, switchCount != session.switchCount { load() }
    return subject.value
  }

  /// Whether it can be set: no account ends.
  var isOpen: Bool { storage.accepts(key) }

  func set(_ value: Value) {
    storage.set(value == standard ? nil : value, for: key) { [failures] result in
      if case .failure(let error) = result { failures.send(error) }
    }
    subject.send(value)
  }

  /// Takes what is stored for the account that the user has signed in to.
  private func load() {
    switchCount = session.switchCount
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
    Stored(self[StoredValuesKey.self].value(key, default: standard, self), self)
  }
}

/// The stored values that were asked for, by their names.
private final class StoredValues {
  private var values: [String: AnyObject] = [:]

  func value<Value>(
    _ key: StorageKey<Value>, default standard: Value, _ environment: AppEnvironment
  ) -> SharedValue<Value> {
    if let known = values[key.name] {
      guard let known = known as? SharedValue<Value> else {
        preconditionFailure("The stored value \(key.name) has two types.")
      }
      return known
    }
    let value = SharedValue(key, default: standard, environment)
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
