public import Descriptions

/// A request that a service can answer, as a value: its name, what it asks with, and what it is answered with.
///
/// A service declares one for each of its methods:
///
/// ```swift
/// extension ServiceOperation<City, Weather> {
///   static var weather: Self { Self("weather") }
/// }
/// ```
///
/// It says what a request does (``effect(_:)``), where that is not plain:
///
/// ```swift
/// extension ServiceOperation<City, Weather> {
///   static var tomorrow: Self { Self("tomorrow").effect(.reads) }
/// }
/// ```
///
/// The input and the answer are described by the module `Descriptions`, so that a backend can send the one over a network and read
/// the other, and a recording can keep the answer. Neither needs `Codable`.
public struct ServiceOperation<Input: Sendable, Answer: Sendable>: Sendable {
  /// The name, which is stable and unique in a backend: recordings and the option `--fail` use it.
  public let name: String
  /// How an input is read, written and described.
  public let input: Codec<Input>
  /// How an answer is read, written and described.
  public let answer: Codec<Answer>
  /// What a request does to what the service keeps; `nil` if the operation does not say.
  public private(set) var effect: ServiceEffect?
  /// Whether a request that the server answers with 401 waits while the session is renewed, and is sent again.
  public private(set) var waitsForRenewal = true
  /// Whether a request that the app makes with an ``IdempotencyKey`` waits for a sign-in, where nobody has signed in.
  public private(set) var signIn = SignInDemand.optional
  /// Whether it is answered by its success alone.
  private(set) var hasNoAnswer: Bool

  /// An operation with the codecs of its values.
  ///
  /// - Parameters:
  ///   - name: a name that no other operation has: letters, digits, `.`, `-` and `_`. `all` means every operation.
  ///   - input: how an input is read, written and described.
  ///   - answer: how an answer is read, written and described.
  public init(_ name: String, input: Codec<Input>, answer: Codec<Answer>) {
    precondition(
      RequestFailure.isName(name) && name != RequestFailure.everyName,
      "An operation is not called \"\(name)\": its name consists of letters, digits, \".\", \"-\" and \"_\".")
    self.name = name
    self.input = input
    self.answer = answer
    hasNoAnswer = Answer.self == Void.self
  }

  /// The operation of values whose types its caller does not know.
  @usableFromInline package var erased: ServiceOperation<any Sendable, any Sendable> {
    var operation = ServiceOperation<any Sendable, any Sendable>(name, input: input.erased, answer: answer.erased)
    operation.effect = effect
    operation.waitsForRenewal = waitsForRenewal
    operation.signIn = signIn
    operation.hasNoAnswer = hasNoAnswer
    return operation
  }

  /// The operation, which says what a request does.
  ///
  /// A request that ``ServiceEffect/reads`` may be sent again by a backend that is a server on a fresh connection, as each `GET` may. One that
  /// ``ServiceEffect/changes`` something is not for the appearance of a screen: a debug build reports it as a mistake. An operation that
  /// does not say counts there as one that changes something if it has an ``IdempotencyKey`` or is answered by its success alone.
  public func effect(_ effect: ServiceEffect) -> Self {
    var operation = self
    operation.effect = effect
    return operation
  }

  /// The operation, whose requests never wait for a renewal of the session: one that renews it or signs in, or that a person needs
  /// before. A 401 is its answer.
  ///
  /// ```swift
  /// extension ServiceOperation<City, Weather> {
  ///   static var preview: Self { Self("preview").withoutRenewal() }
  /// }
  /// ```
  public func withoutRenewal() -> Self {
    var operation = self
    operation.waitsForRenewal = false
    return operation
  }

  /// The operation, which says whether somebody has to have signed in before a request with an ``IdempotencyKey`` is made. The key belongs to
  /// the account, so a request that was sent without one is not sent again for one: its 401 is the answer, unless the operation demands a
  /// sign-in first. A request without a key goes on after the sign-in that its 401 has led to in any case.
  ///
  /// ```swift
  /// extension ServiceOperation<City, Weather> {
  ///   static var subscribe: Self { Self("subscribe").effect(.changes).signIn(.required) }
  /// }
  /// ```
  public func signIn(_ demand: SignInDemand) -> Self {
    var operation = self
    operation.signIn = demand
    return operation
  }

  /// Whether a request changes something, as the operation says or, if it does not, as its input and answer tell.
  public var changesSomething: Bool {
    if let effect { return effect == .changes }
    return hasNoAnswer || isKeyed
  }

  /// Whether a request has an idempotency key.
  package var isKeyed: Bool { input.shape.record?.members.contains { $0.shape.unwrapped == .idempotencyKey } == true }
}

/// Whether somebody has to have signed in before a request is made.
public enum SignInDemand: Sendable {
  /// A person who has not signed in is asked to, and the request waits.
  case required
  /// A guest may ask.
  case optional
}

/// What a request does to what a service keeps.
public enum ServiceEffect: Sendable {
  /// It reads, and changes nothing.
  case reads
  /// It changes something, and does no harm however often it is sent: to mark a message as read.
  case repeatable
  /// It changes something that a person has to have wanted.
  case changes
}

extension ServiceOperation where Answer: JSONReadable & JSONWritable {
  /// An operation whose input and answer are described by their types.
  public init(_ name: String) where Input: JSONReadable & JSONWritable {
    self.init(name, input: .described, answer: .described)
  }

  /// An operation whose input is a record. A secret member of it goes to a transport only.
  public init(_ name: String) where Input: JSONRecord {
    self.init(name, input: .record, answer: .described)
  }

  /// An operation without an input.
  public init(_ name: String) where Input == Void {
    self.init(name, input: .nothing, answer: .described)
  }
}

extension ServiceOperation where Answer == Void {
  /// An operation that is answered by its success alone.
  public init(_ name: String) where Input: JSONRecord {
    self.init(name, input: .record, answer: .nothing)
  }

  /// An operation that is answered by its success alone.
  public init(_ name: String) where Input: JSONReadable & JSONWritable {
    self.init(name, input: .described, answer: .nothing)
  }
}

extension ServiceOperation<Void, Void> {
  /// An operation without an input that is answered by its success alone.
  public init(_ name: String) {
    self.init(name, input: .nothing, answer: .nothing)
  }
}

extension ServiceOperation: Hashable, CustomStringConvertible {
  /// Whether two operations have one name.
  public static func == (one: Self, other: Self) -> Bool { one.name == other.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  public var description: String { name }
}
