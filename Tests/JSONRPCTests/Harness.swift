import JSON
import JSONRPC

/// Everything a session sends, as it sends it.
final class Transcript: Output {
  var bytes: [UInt8] = []

  /// How many bytes it takes before it is full; `nil` if it never is.
  var room: Int?

  func write(_ bytes: UnsafeRawBufferPointer, ends: [Int]) -> Int {
    let count = min(bytes.count, room ?? .max)
    self.bytes += bytes.prefix(count)
    if let room { self.room = room - count }
    return count
  }

  /// What came since the last look.
  func take() -> String {
    defer { bytes = [] }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A session with a few methods that no product has, and what it said.
final class Conversation {
  let transcript = Transcript()
  let session: Session
  /// Calls of `later`, which this test answers itself.
  var open: [Call] = []
  /// The names of the methods that ran, and of the ids that were cancelled.
  var log: [String] = []

  init(_ framing: Framing = .lines, limits: Limits = Limits()) {
    session = Session(output: transcript, framing: framing, limits: limits)
    session.registerLifecycle()
    session.register("echo", .immediate) { [unowned self] params, call in
      log.append("echo")
      call.succeed(params)
    }
    session.register("throw") { [unowned self] _, _ in
      log.append("throw")
      throw Secret()
    }
    session.register("reject") { _, _ in
      throw RPCError.invalidParams(JSONPointer("a/b", "0"), expected: "a string")
    }
    session.register("later") { [unowned self] _, call in
      log.append("later")
      call.onCancel = { [unowned self] in log.append("cancelled") }
      open.append(call)
    }
  }

  func say(_ text: String) -> String {
    session.receive(Array((text + "\n").utf8))
    return transcript.take()
  }

  private struct Secret: Error, CustomStringConvertible {
    var description: String { "the secret" }
  }
}

/// A reply with a result.
func result(_ id: String, _ result: String = "{}") -> String {
  #"{"id":\#(id),"jsonrpc":"2.0","result":\#(result)}"#
}

/// An error reply; `data` holds its members but the reason, already in order.
func error(
  _ code: Int, _ id: String, _ reason: String, hint: String? = nil, limit: Int? = nil, pointer: String? = nil
) -> String {
  let message =
    switch code {
    case -32700: "Parse error"
    case -32600: "Invalid Request"
    case -32601: "Method not found"
    case -32602: "Invalid params"
    case -32603: "Internal error"
    case -32800: "Request cancelled"
    case 1003: "Overloaded"
    default: "?"
    }
  var data = ""
  if let hint { data += #""hint":"\#(hint)","# }
  if let limit { data += #""limit":\#(limit),"# }
  if let pointer { data += #""pointer":"\#(pointer)","# }
  return
    #"{"error":{"code":\#(code),"data":{\#(data)"reason":"\#(reason)"},"message":"\#(message)"},"id":\#(id),"jsonrpc":"2.0"}"#
}

let badJSON = error(-32700, "null", "badJSON")
let badUTF8 = error(-32700, "null", "badUTF8")
let duplicateKey = error(-32600, "null", "duplicateKey")
let notAnObject = error(-32600, "null", "notAnObject")
let tooDeep = error(-32600, "null", "tooDeep", limit: 64)

/// A request for `method`; `params` with its comma.
func call(_ id: String, _ method: String = "ping", _ params: String = "") -> String {
  #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)"\#(params.isEmpty ? "" : ",\"params\":" + params)}"#
}

/// Feeds chunks of the given size and ends the input.
func replay(
  _ input: [UInt8], _ framing: Framing = .lines, limits: Limits = Limits(), chunk: Int = .max
) -> (output: String, ending: Session.Ending?) {
  let conversation = Conversation(framing, limits: limits)
  var rest = input[...]
  while !rest.isEmpty {
    conversation.session.receive(Array(rest.prefix(chunk)))
    rest = rest.dropFirst(chunk)
  }
  conversation.session.endOfInput()
  return (conversation.transcript.take(), conversation.session.ending)
}
