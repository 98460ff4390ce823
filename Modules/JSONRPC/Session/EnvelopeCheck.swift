/// What the envelope of a message comes to, before anything runs.
enum EnvelopeCheck {
  /// A response: the core sends no requests, so it answers none.
  case ignored
  /// No request; the id could not be used or was not there.
  case refused(reason: String, limit: Int? = nil)
  /// No request, but its id is good if it has one.
  case refusedWithID(reason: String)
  /// A request or a notification, with the method's index if there is such a method.
  case accepted(method: Int?, params: Params)

  enum Params {
    case none, object, array
  }

  /// Checks in the protocol's order: id, version, method, params.
  init(_ envelope: Envelope, _ bytes: UnsafeBufferPointer<UInt8>, idLimit: Int, _ methods: borrowing MethodTable) {
    guard envelope.isObject else {
      self = .refused(reason: "notAnObject")
      return
    }
    if envelope.method == nil, envelope.hasOutcome {
      self = .ignored
      return
    }
    if let id = envelope.id {
      switch bytes[id.lowerBound] {
      case 0x7B, 0x5B, 0x74, 0x66:
        self = .refused(reason: "badId")
        return
      case let first:
        if id.count - (first == 0x22 ? 2 : 0) > idLimit {
          self = .refused(reason: "idTooLong", limit: idLimit)
          return
        }
      }
    }
    guard let version = envelope.version, Self.isVersion2(bytes, version) else {
      self = .refusedWithID(reason: "badVersion")
      return
    }
    guard let method = envelope.method, bytes[method.lowerBound] == 0x22 else {
      self = .refusedWithID(reason: "badMethod")
      return
    }
    let params: Params
    switch envelope.params.map({ bytes[$0.lowerBound] }) {
    case nil, 0x6E: params = .none
    case 0x7B: params = .object
    case 0x5B: params = .array
    default:
      self = .refusedWithID(reason: "badParams")
      return
    }
    let index = Self.withContent(bytes, method) { methods.index(of: $0) }
    self = .accepted(method: index, params: params)
  }

  private static func isVersion2(_ bytes: UnsafeBufferPointer<UInt8>, _ token: Range<Int>) -> Bool {
    guard bytes[token.lowerBound] == 0x22 else { return false }
    return withContent(bytes, token) { $0.count == 3 && $0[0] == 0x32 && $0[1] == 0x2E && $0[2] == 0x30 }
  }

  /// The text of a string token, which is a copy only where something is escaped.
  @inline(__always)
  private static func withContent<Result>(
    _ bytes: UnsafeBufferPointer<UInt8>, _ token: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let inside = UnsafeBufferPointer(rebasing: bytes[token.lowerBound + 1..<token.upperBound - 1])
    guard inside.contains(0x5C), let start = inside.baseAddress else { return body(inside) }
    var text: [UInt8] = []
    unescape(start, 0, inside.count, into: &text)
    return text.withUnsafeBufferPointer(body)
  }
}
