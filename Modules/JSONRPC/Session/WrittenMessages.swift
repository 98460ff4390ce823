import JSON

extension JSONWriter {
  /// Writes a reply whose result `result` writes.
  mutating func reply(_ id: JSONText, _ result: (inout JSONWriter) -> Void) {
    object {
      $0.member("id", id)
      $0.member("jsonrpc", "2.0")
      $0.name("result")
      let start = $0.bytes.count
      result(&$0)
      assert(
        $0.bytes[start] == 0x7B && $0.bytes.last == 0x7D && $0.bytes[start...].position(of: 0x0A) == nil,
        "A result must be a JSON object on one line: write an object, and no raw text with line feeds")
    }
  }

  /// Writes an error reply.
  mutating func reply(_ id: JSONText, _ error: RPCError) {
    object {
      $0.member("error", error)
      $0.member("id", id)
      $0.member("jsonrpc", "2.0")
    }
  }

  /// Writes a notification.
  mutating func notification(_ method: String, _ members: (inout JSONWriter) -> Void) {
    object {
      $0.member("jsonrpc", "2.0")
      $0.member("method", method)
      $0.member("params") { $0.object(members) }
    }
  }

  /// Writes a request.
  mutating func request(_ id: String, _ method: String, _ members: (inout JSONWriter) -> Void) {
    object {
      $0.member("id", id)
      $0.member("jsonrpc", "2.0")
      $0.member("method", method)
      $0.member("params") { $0.object(members) }
    }
  }
}
