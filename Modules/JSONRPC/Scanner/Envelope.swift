/// Where the members of one request, notification or response lie in its message.
struct Envelope {
  var isObject = false
  var version: Range<Int>?
  var id: Range<Int>?
  var method: Range<Int>?
  var params: Range<Int>?
  var hasOutcome = false

  enum Member {
    case version, id, method, params, outcome, unknown

    init(_ key: UnsafeBufferPointer<UInt8>) {
      self =
        switch key.count {
        case 2 where Self.equal(key, "id"): .id
        case 5 where Self.equal(key, "error"): .outcome
        case 6 where Self.equal(key, "method"): .method
        case 6 where Self.equal(key, "params"): .params
        case 6 where Self.equal(key, "result"): .outcome
        case 7 where Self.equal(key, "jsonrpc"): .version
        default: .unknown
        }
    }

    @inline(__always)
    private static func equal(_ key: UnsafeBufferPointer<UInt8>, _ name: StaticString) -> Bool {
      for index in 0..<key.count where key[index] != name.utf8Start[index] { return false }
      return true
    }
  }

  mutating func note(_ member: Member, _ value: Range<Int>) {
    switch member {
    case .version: version = value
    case .id: id = value
    case .method: method = value
    case .params: params = value
    case .outcome: hasOutcome = true
    case .unknown: break
    }
  }
}
