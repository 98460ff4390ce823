/// The limits of a session. Everything that input can grow is bounded by one of them.
public struct Limits: Sendable, Equatable {
  /// The bytes of a message, framing not counted.
  public var message = 16 << 20
  /// How deep arrays and objects may nest, the message's own object or array counted.
  public var depth = 64
  /// The bytes of an id: of a string those between its quotes, of a number all of them.
  public var id = 256
  /// The elements of a batch.
  public var batch = 100
  /// The requests that have begun and are not answered.
  public var inFlight = 256
  /// The bytes of a header block, in `headers` framing.
  public var headerBlock = 8192
  /// The bytes that may wait for the output. With more, the session's output fails with ``WriteFailure/overflow``.
  public var unwritten = 64 << 20

  /// The default limits.
  public init() {}
}
