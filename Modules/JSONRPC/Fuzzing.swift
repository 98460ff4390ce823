import JSON

/// The entry point for fuzzers: any bytes are a conversation.
public enum Fuzzing {
  /// Plays `bytes` to a session, whole and in two pieces, and stops the program where the two differ or where what
  /// comes out is not a sequence of strict JSON texts.
  ///
  /// A libFuzzer target is a call of this from `LLVMFuzzerTestOneInput`.
  public static func run(_ bytes: [UInt8], framing: Framing = .lines) {
    let whole = play([bytes], framing)
    let middle = bytes.count / 2
    let halves = play([Array(bytes[..<middle]), Array(bytes[middle...])], framing)
    precondition(whole == halves, "Where a chunk ends must make no difference")

    var decoder = FrameDecoder(framing == .auto && whole.first == 0x43 ? .headers : framing, limits: Limits())
    decoder.feed(whole)
    while let event = decoder.next() {
      guard case .message(let reply) = event else { preconditionFailure("Only frames may come out") }
      let text = try? JSONText(scanning: reply, depthLimit: Limits().depth + 3)
      precondition(text?.kind == .object || text?.kind == .array, "Only strict JSON may come out")
    }
    precondition(decoder.finish() == nil, "Only whole frames may come out")
  }

  private static func play(_ chunks: [[UInt8]], _ framing: Framing) -> [UInt8] {
    let collector = Collector()
    let session = Session(
      Session.Configuration(coreName: "fuzzed", coreVersion: "0", framing: framing), output: collector)
    session.register("echo", .immediate) { params, call in
      // NB: in `headers` framing a raw line feed between tokens is welcome in params, and no result may have one.
      call.succeed(params.bytes.contains(0x0A) ? ArraySlice("{}".utf8) : params.bytes)
    }
    var open: [Call] = []
    session.register("later") { _, call in open.append(call) }
    for chunk in chunks { session.receive(chunk) }
    session.endOfInput()
    for call in open { call.succeed() }
    return collector.bytes
  }

  private final class Collector: Output {
    var bytes: [UInt8] = []

    func write(_ bytes: UnsafeRawBufferPointer, ends: [Int]) -> Int {
      self.bytes += bytes
      return bytes.count
    }
  }
}
