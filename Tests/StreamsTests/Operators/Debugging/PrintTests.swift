import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct PrintTests {
  @Test func `writes Combine's texts`() {
    let text = TextLog()
    let probe = ProbePublisher<Int, Oops>()
    let recorder = probe.print("p", to: text).record(demand: .max(1)) { _ in .max(2) }
    probe.send(1)
    recorder.request(.unlimited)
    probe.send(completion: .failure(Oops()))
    _ = [1].publisher.print("", to: text).record()
    probe.print("c", to: text).record().cancel()
    expectEqual(
      text.lines,
      [
        "p: receive subscription: (Probe)", "p: request max: (1)", "p: receive value: (1)",
        "p: request max: (2) (synchronous)", "p: request unlimited", "p: receive error: (Oops())",
        "receive subscription: ([1])", "request unlimited", "receive value: (1)", "receive finished",
        "c: receive subscription: (Probe)", "c: request unlimited", "c: receive cancel",
      ])
  }

  @Test func `passes values, demand, failure and cancel through`() throws {
    try expectMarbles("a: -1-2#\ndemand: 1-1\na.upstream: (^1)-1\nresult: -1-2#") { rows, _ in
      rows.a.print(to: TextLog())
    }
    try expectMarbles("a: -1\ncancel: --!\na.upstream: (^*)-!\nresult: -1") { rows, _ in rows.a.print(to: TextLog()) }
  }

  /// Three for each line, as Combine's stream gets them.
  @Test func `accepts a stream that sends a value`() {
    let subject = PassthroughSubject<Int, Never>()
    let stream = CallingStream { if $0.contains("(1)") { subject.send(2) } }
    let recorder = subject.print(to: stream).record()
    subject.send(1)
    expectEqual(recorder.values, [1, 2])
    expectEqual(stream.pieces.suffix(6), ["", "receive value: (1)", "\n", "", "receive value: (2)", "\n"])
    recorder.cancel()
  }
}

/// A text stream that calls a closure with what is written to it.
private final class CallingStream: TextOutputStream {
  private(set) var pieces: [String] = []
  private let onWrite: (String) -> Void

  init(_ onWrite: @escaping (String) -> Void) { self.onWrite = onWrite }

  func write(_ string: String) {
    pieces.append(string)
    onWrite(string)
  }
}
