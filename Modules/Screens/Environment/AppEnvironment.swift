public import Dispatch
public import Foundation
import Requests
public import Streams
public import StreamsExtras
import Words

/// Everything that the view models take from outside: services, time, randomness, threads, and values of the app's own.
///
/// An app adds a value under a key, and gives it a name:
///
///     struct ShelfKey: AppEnvironmentKey {
///       static func defaultValue(in environment: AppEnvironment) -> String { "upper" }
///     }
///
///     extension AppEnvironment {
///       var shelf: String {
///         get { self[ShelfKey.self] }
///         set { self[ShelfKey.self] = newValue }
///       }
///     }
public struct AppEnvironment {
  /// The last application event and every later one. The copies of an environment share it.
  public let application = CurrentValueSubject<ApplicationEvent, Never>(.didBecomeActive)

  /// The kinds of the fronts that are attached, in the order in which they were. The copies of an environment share it.
  ///
  /// ```swift
  /// @MainActor func assistants(_ environment: AppEnvironment) -> AnyPublisher<Int, Never> {
  ///   environment.fronts.map { kinds in kinds.count { $0 == .assistant } }.eraseToAnyPublisher()
  /// }
  /// ```
  public let fronts = CurrentValueSubject<[FrontKind], Never>([])

  /// The current language and locale, and every later one. The copies of an environment share it.
  public let localization = CurrentValueSubject<AppLocalization, Never>(.english)

  /// Whether a mock answers in the place of a server. There a screen may say what to try, such as a name and a password.
  ///
  ///     state.hint = environment.isMock ? "Try any name, and the password 1234." : nil
  public var isMock = false

  /// Publishes what comes of notices that no screen waits for. The copies of an environment share it.
  let noticeAnswerSubject = PassthroughSubject<NoticeAnswer, Never>()

  /// The account that the user has signed in to. The copies of an environment share it.
  package var session = AccountSession() { didSet { delivery = MadeDelivery() } }

  /// Publishes when a request has succeeded, so that what waits for a connection need not. The copies of an environment share it.
  package let successes = PassthroughSubject<Void, Never>()

  /// The main scheduler without what an app adds to it; `nil` without an app.
  package var baseMain: AnySchedulerOf<DispatchQueue>?

  /// What the runtime has for this environment, by its type.
  private var ofApp: [ObjectIdentifier: Any] = [:] { didSet { delivery = MadeDelivery() } }
  private var ofScreen: [ObjectIdentifier: Any] = [:] { didSet { delivery = MadeDelivery() } }
  /// The values that were set.
  private var values: [ObjectIdentifier: Any] = [:] { didSet { delivery = MadeDelivery() } }
  /// The backend that was made of the values, for the copies with the same ones.
  private var delivery = MadeDelivery()
  /// The defaults that were made.
  private var defaults = MadeDefaults()
  /// Collects the keys that are read while a default is made.
  private var reads: KeyReads?

  /// An environment of defaults, apart from these values.
  ///
  /// - Parameters:
  ///   - main: The scheduler on which answers arrive. Its work runs on the main actor, as that of `DispatchQueue.main` does.
  ///   - now: The clock with which screens date what they do, and by which keys grow old; `nil` for the system's.
  ///   - random: The source of randomness, shared by all screens.
  public init(
    main: AnySchedulerOf<DispatchQueue> = .main,
    now: (@Sendable () -> Date)? = nil,
    random: RandomSource = RandomSource(SystemRandomNumberGenerator())
  ) {
    self.main = main
    if let now { self.now = now }
    self.random = random
  }

  /// The value of a key: the one that was set, or else the key's default.
  ///
  /// A default is made when it is first read, once for all copies of the environment. It is made again after a value has
  /// changed that was read to make it.
  public subscript<Key: AppEnvironmentKey>(_: Key.Type) -> Key.Value {
    get {
      let key = ObjectIdentifier(Key.self)
      reads?.keys.insert(key)
      return values[key] as? Key.Value ?? madeOnce(key, Key.defaultValue(in:))
    }
    set {
      let key = ObjectIdentifier(Key.self)
      values[key] = newValue
      // NB: other copies of this environment keep their value, and with it the defaults that were made of it.
      defaults = defaults.without(key)
    }
  }

  /// One object for all screens of an app, such as what they share: it is made when it is first asked for.
  ///
  /// ```swift
  /// @MainActor final class Basket {
  ///   @Published var count = 0
  ///
  ///   init(_ environment: AppEnvironment) {}
  /// }
  ///
  /// extension AppEnvironment {
  ///   @MainActor var basket: Basket { shared(Basket.init) }
  /// }
  /// ```
  ///
  /// Objects are told apart by their types. All copies of an environment share them.
  ///
  /// - Parameter make: makes the object, in the environment of the app.
  @MainActor public func shared<Object: AnyObject>(_ make: @MainActor (AppEnvironment) -> Object) -> Object {
    madeOnce(ObjectIdentifier(Object.self)) { make($0) }
  }

  /// The value that was made for a key; it is made now, for all screens, if there is none.
  private func madeOnce<Value>(_ key: ObjectIdentifier, _ make: (AppEnvironment) -> Value) -> Value {
    if let made = defaults.made[key], let value = made.value as? Value {
      reads?.keys.formUnion(made.sources)
      return value
    }
    var environment = self
    environment.ofScreen = [:]
    let sources = KeyReads()
    environment.reads = sources
    let value = make(environment)
    defaults.made[key] = MadeDefaults.Made(value: value, sources: sources.keys)
    reads?.keys.formUnion(sources.keys)
    return value
  }

  /// Replaces a value by one that wraps it. Other than after a change, the defaults that were made stay, one for all copies.
  mutating func wrap<Key: AppEnvironmentKey>(_: Key.Type, as value: Key.Value) {
    values[ObjectIdentifier(Key.self)] = value
  }

  /// What the runtime has for the app of this environment, by its type; `nil` without an app. No default follows its changes.
  package subscript<Value>(ofApp _: Value.Type) -> Value? {
    get { ofApp[ObjectIdentifier(Value.self)] as? Value }
    set { ofApp[ObjectIdentifier(Value.self)] = newValue }
  }

  /// What the runtime has for the screen of this environment, by its type; `nil` for the environment of an app. Defaults are made without
  /// it, for all screens.
  subscript<Value>(ofScreen _: Value.Type) -> Value? {
    get { ofScreen[ObjectIdentifier(Value.self)] as? Value }
    set { ofScreen[ObjectIdentifier(Value.self)] = newValue }
  }

  /// The backend of the environment, which is made when it is first read after a change.
  func delivered(_ make: () -> Backend) -> Backend {
    // NB: what a default is made of is noted as it is read.
    guard reads == nil else { return make() }
    if let backend = delivery.backend { return backend }
    let backend = make()
    delivery.backend = backend
    return backend
  }

  /// The clock by which keys grow old: ``now`` if one was set, or else one that nothing sets while the process runs.
  package var keyClock: @Sendable () -> Date {
    let now = now
    return values[ObjectIdentifier(NowKey.self)] == nil ? SteadyClock.now : now
  }

  /// The default of a key, if it was made.
  package func madeDefault<Key: AppEnvironmentKey>(_: Key.Type) -> Key.Value? {
    defaults.made[ObjectIdentifier(Key.self)]?.value as? Key.Value
  }

  /// What waits to be sent, if something was asked for that has such a thing; `nil` otherwise.
  package var unsentWork: (any UnsentWork)? {
    defaults.made.values.lazy.compactMap { $0.value as? any UnsentWork }.first
  }
}

/// A value of an environment, by its type: its default, and the type of its values.
public protocol AppEnvironmentKey {
  /// The type of the value.
  associatedtype Value

  /// The value of an environment in which none was set. It may be made of other values of that environment.
  static func defaultValue(in environment: AppEnvironment) -> Value
}

/// The defaults of an environment and its copies.
private final class MadeDefaults {
  struct Made {
    let value: Any
    /// The keys that were read to make the value.
    let sources: Set<ObjectIdentifier>
  }

  var made: [ObjectIdentifier: Made] = [:]

  /// The defaults that stay when the value of a key changes.
  func without(_ key: ObjectIdentifier) -> MadeDefaults {
    let rest = MadeDefaults()
    rest.made = made.filter { $0.key != key && !$0.value.sources.contains(key) }
    return rest
  }
}

/// The backend of an environment, once it was made.
private final class MadeDelivery {
  var backend: Backend?
}

private final class KeyReads {
  var keys: Set<ObjectIdentifier> = []
}
