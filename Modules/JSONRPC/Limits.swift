/// What one session accepts. `initialize` announces it.
public struct Limits: Sendable, Equatable {
  /// The bytes of one message, framing not counted.
  public var message = 16 << 20
  /// How deep arrays and objects may nest, the message's own object or array counted.
  public var depth = 64
  /// The bytes of an id: of a string what is between its quotes, of a number all of it.
  public var id = 256
  /// The elements of a batch.
  public var batch = 100
  /// Requests that are begun and not answered.
  public var inFlight = 256
  /// Instances that a front may have open. Announced here, enforced by whoever opens them.
  public var instances = 256
  /// The bytes of one header block, in `headers` framing.
  public var headerBlock = 8192

  /// The limits of version 1 of the protocol.
  public init() {}

  /// The limits as a JSON object with sorted keys.
  public var json: [UInt8] {
    Array(
      """
      {"batch":\(batch),"depth":\(depth),"headerBlock":\(headerBlock),"id":\(id),"inFlight":\(inFlight),\
      "instances":\(instances),"message":\(message)}
      """.utf8)
  }
}
