import JSON
import JSONRPC

/// What libFuzzer calls with each input: one conversation.
///
/// Every input is held against the reference, and its length decides what else is tried, so that ten million inputs
/// take minutes.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  // In `headers` framing whatever begins otherwise is lost at its first byte, which is soon tried enough.
  let beginsAsHeader = bytes.first { $0 > 0x20 }.map { $0 | 0x20 == 0x63 } ?? false
  if beginsAsHeader {
    Fuzzing.run(bytes, framing: count & 15 == 0 ? .auto : .headers)
  } else if count & 3 == 0 {
    Fuzzing.run(bytes, framing: count & 15 == 0 ? .auto : .lines)
  }
  compareWithReference(bytes, alsoInHeaders: count & 3 == 1)
  return 0
}

/// Plays the input to a session line by line, and stops the program where the replies are not those of the reference.
private func compareWithReference(_ bytes: [UInt8], alsoInHeaders: Bool) {
  let lines = messages(in: bytes)
  var reference = Reference()
  let expected = lines.flatMap { reference.replies(to: $0).map { [$0] } ?? [] }

  let inLines = play(bytes + (bytes.last == 0x0A ? [] : [0x0A]), .lines)
  let frames = inLines.split(separator: 0x0A)
  require(inLines.count == frames.reduce(0) { $0 + $1.count + 1 }, "A reply is one line")
  require(frames.count == expected.count, "A line that is no notification and no response gets one reply")
  require(frames.map(Reference.Frame.init) == expected, "Every reply is the one that the protocol asks for")

  guard alsoInHeaders else { return }
  let inHeaders = play(lines.flatMap { Array("Content-Length: \($0.count)\r\n\r\n".utf8) + $0 }, .headers)
  let same = frames.map(withoutHint).flatMap { Array("Content-Length: \($0.count)\r\n\r\n".utf8) + $0 }
  require(inHeaders == same, "Framing makes no difference to what is answered")
}

/// The one reply that depends on the framing: a header among lines is told what it looks like.
private func withoutHint(_ frame: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  let hint = Array(#""hint":"use --framing headers","#.utf8)
  let start = Array(#"{"error":{"code":-32700,"data":{"#.utf8)
  return frame.starts(with: start + hint) ? start[...] + frame.dropFirst(start.count + hint.count) : frame
}

/// The lines that are messages: without their ends, blank ones and a byte order mark at the start left out.
private func messages(in bytes: [UInt8]) -> [ArraySlice<UInt8>] {
  let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  return bytes[start...].split(separator: 0x0A).compactMap { line in
    let line = line.last == 0x0D ? line.dropLast() : line
    return line.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } ? nil : line
  }
}

private func play(_ input: [UInt8], _ framing: Framing) -> [UInt8] {
  let collector = Fuzzing.Collector()
  let session = Session(output: collector, framing: framing)
  session.registerLifecycle()
  session.register("echo", .immediate) { params, call in
    checkMembers(of: params)
    call.succeed(params)
  }
  // An odd size, so that pieces end everywhere in a line, and yet no input costs a call per byte.
  var rest = input[...]
  while !rest.isEmpty {
    session.receive(Array(rest.prefix(61)))
    rest = rest.dropFirst(61)
  }
  session.endOfInput()
  return collector.bytes
}

/// The quick look at an object and the strict reader see the same members.
private func checkMembers(of params: JSONText) {
  guard case .value(let value) = ReferenceJSON.read(params.bytes), case .object(let members) = value.content else {
    fatalError("Params are an object")
  }
  let seen = Array(params.members)
  require(seen.count == members.count, "Every member is seen")
  for (one, other) in zip(seen, members) {
    require(
      one.name.unescaped.map(Array.init) == other.name && one.value.bytes == other.value.text,
      "A member is seen as it is")
  }
}

/// Stops the program, with a reason also in a release build.
func require(_ condition: Bool, _ reason: StaticString) {
  if !condition { fatalError("\(reason)") }
}
