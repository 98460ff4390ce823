import Descriptions
import JSON
public import Requests
import ScreenDescriptions
import Streams

/// An operation whose requests must be sent sooner or later, each once: how an ``Outbox`` sends it.
///
/// ```swift
/// struct Wish: JSONRecord {
///   var shop: Int
///   var text: String
///   var key: IdempotencyKey
///
///   static let record = Codec(Wish.init(shop:text:key:), \.shop, \.text, \.key)
/// }
///
/// extension OutboxOperation<Wish, Int> {
///   static var wish: Self { Self(ServiceOperation("wish"), key: \.key) { "shop-\($0.shop)" } }
/// }
/// ```
///
/// The input carries the `IdempotencyKey` of the entry, and no secret: it is kept in a file.
public struct OutboxOperation<Input: Sendable, Answer: Sendable>: Sendable {
  /// What is asked.
  public let operation: ServiceOperation<Input, Answer>
  let key: WritableKeyPath<Input, IdempotencyKey> & Sendable
  let lane: @Sendable (Input) -> String

  /// An operation of an outbox.
  ///
  /// - Parameters:
  ///   - operation: what is asked.
  ///   - key: the member of the input that carries the key. The outbox sets it.
  ///   - lane: the name of the lane of an input, by default one for all. The requests of a lane are sent in order, one after the
  ///     other, also those of several operations; lanes do not wait for each other.
  public init(
    _ operation: ServiceOperation<Input, Answer>, key: WritableKeyPath<Input, IdempotencyKey> & Sendable,
    lane: @escaping @Sendable (Input) -> String = { _ in "" }
  ) {
    self.operation = operation
    self.key = key
    self.lane = lane
  }

  /// The input with a key.
  func input(_ input: Input, with key: IdempotencyKey) -> Input {
    var input = input
    input[keyPath: self.key] = key
    return input
  }

  /// The JSON of an input with a key, and its files, whose keys the JSON has.
  func json(_ input: Input, with key: IdempotencyKey) -> (result: [UInt8], files: [FileReference]) {
    FileAttachments.collecting { operation.input.json(self.input(input, with: key)) }
  }

  /// The input in an entry; `nil` if another version of the app has written it in another form.
  ///
  /// - Parameter files: its files, by their keys in the JSON.
  func input(of json: [UInt8], _ files: [String: FileReference] = [:]) -> Input? {
    guard let text = try? JSONText(scanning: json) else { return nil }
    return FileAttachments.attaching(files) { operation.input.read(text) }
  }
}

/// An ``OutboxOperation`` of any type.
struct AnyOutboxOperation: Sendable {
  /// The name of the operation.
  let name: String
  /// What is wrong with it.
  let mistakes: [DescriptionMistake]
  /// Whether this version of the app can read an input.
  let reads: @Sendable ([UInt8]) -> Bool
  /// Sends a request; `nil` if the input cannot be read.
  let send:
    @Sendable ([UInt8], [String: FileReference], Backend) -> AnyPublisher<
      Result<any Sendable, ServiceError>, Never
    >?
  /// The JSON of an input with another key, and with the keys of its files; `nil` if the input cannot be read.
  let rekey: @Sendable ([UInt8], IdempotencyKey) -> [UInt8]?

  /// Erases the type of an operation.
  init<Input, Answer>(_ outbox: OutboxOperation<Input, Answer>) {
    let operation = outbox.operation
    name = operation.name
    var mistakes: [String] = []
    if operation.input.shape.hasSecret {
      mistakes.append("an outbox keeps its input in a file, so it has no secret.")
    }
    if !operation.isKeyed {
      mistakes.append("an outbox sends it until it is answered, so its input carries an idempotency key.")
    }
    self.mistakes = mistakes.map { DescriptionMistake(operation.name, $0) }
    reads = { outbox.input(of: $0) != nil }
    send = { json, files, backend in
      outbox.input(of: json, files).map { input in
        backend.answer(operation, input).map { $0 as any Sendable }.result().eraseToAnyPublisher()
      }
    }
    rekey = { json, key in
      outbox.input(of: json).map { outbox.json($0, with: key).result }
    }
  }
}

extension Shape {
  /// Whether a secret is in it.
  fileprivate var hasSecret: Bool { self == .secret || parts.contains { $0.hasSecret } }
}
