import JSON
import JSONRPC

/// Checks of a session for any input.
enum Fuzzing {
  /// Sends bytes to a session, whole and in two pieces. Stops the program if the two outputs differ, or if they are not a
  /// sequence of strict JSON texts.
  static func run(_ bytes: [UInt8], framing: Framing = .lines) {
    let whole = play([bytes], framing)
    let middle = bytes.count / 2
    let halves = play([Array(bytes[..<middle]), Array(bytes[middle...])], framing)
    precondition(whole == halves, "The end of a chunk must make no difference")
    for reply in messages(in: whole[...], framing == .auto && whole.first == 0x43 ? .headers : framing) {
      let text = try? JSONText(scanning: reply, depthLimit: Limits().depth + 3)
      precondition(text?.kind == .object || text?.kind == .array, "The output must be strict JSON")
    }
  }

  private static func messages(in output: ArraySlice<UInt8>, _ framing: Framing) -> [ArraySlice<UInt8>] {
    guard framing == .headers else {
      precondition(output.isEmpty || output.last == 0x0A, "The output must be whole frames")
      return output.split(separator: 0x0A)
    }
    var messages: [ArraySlice<UInt8>] = []
    var rest = output
    while !rest.isEmpty {
      let header = rest.prefix { $0 != 0x0D }
      let count = Int(String(decoding: header.dropFirst("Content-Length: ".utf8.count), as: UTF8.self))
      rest = rest.dropFirst(header.count + 4)
      guard let count, rest.count >= count else { preconditionFailure("The output must be whole frames") }
      messages.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return messages
  }

  private static func play(_ chunks: [[UInt8]], _ framing: Framing) -> [UInt8] {
    let collector = Collector()
    let session = Session(output: collector, framing: framing)
    session.registerLifecycle()
    session.register("echo", .immediate) { params, call in
      // In `headers` framing, params may have raw line feeds between tokens. A result must not.
      if params.bytes.contains(0x0A) { call.succeed() } else { call.succeed(params) }
    }
    var open: [Call] = []
    session.register("later") { _, call in open.append(call) }
    for chunk in chunks { session.receive(chunk) }
    session.endOfInput()
    for call in open { call.succeed() }
    return collector.bytes
  }

  final class Collector: Output {
    var bytes: [UInt8] = []

    func write(_ bytes: UnsafeRawBufferPointer, ends: [Int]) -> Int {
      self.bytes += bytes
      return bytes.count
    }
  }
}
