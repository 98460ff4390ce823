import ExpectSupport
import Synchronization
import Testing

@testable import Transports

struct InputTurnsTests {
  /// A queue that runs when it is told to, and what has run.
  private final class Queue: Sendable {
    private let bodies = Mutex<[@Sendable () -> Void]>([])
    private let log = Mutex<[String]>([])

    var turns: InputTurns { InputTurns { body in self.bodies.withLock { $0.append(body) } } }
    var lines: [String] { log.withLock { $0 } }

    func note(_ line: String) { log.withLock { $0.append(line) } }

    func run() {
      while let body = bodies.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { body() }
    }

    func serve(_ name: String, _ count: Int) {
      turns.serve(
        Array(repeating: 0x78, count: count)[...], done: { self.note("\(name) done") },
        handle: { self.note("\(name) \($0.count)") })
    }
  }

  @Test func `a short message does not wait for the end of a flood`() {
    let queue = Queue()
    queue.serve("flood", 3 * InputTurns.pieceSize + 1)
    queue.serve("ping", 40)
    queue.run()
    expectEqual(
      queue.lines,
      [
        "flood 4096", "ping 40", "ping done", "flood 4096", "flood 4096", "flood 1", "flood done",
      ])
  }

  @Test func `two floods take turns, each in its own order`() {
    let queue = Queue()
    queue.serve("one", 2 * InputTurns.pieceSize)
    queue.serve("two", InputTurns.pieceSize + 7)
    queue.run()
    expectEqual(queue.lines, ["one 4096", "two 4096", "one 4096", "one done", "two 7", "two done"])
  }

  @Test func `the next piece, and the end, wait for the client`() {
    let queue = Queue()
    let waiting = Mutex<[@Sendable () -> Void]>([])
    queue.turns.serve(
      Array(repeating: 0x78, count: InputTurns.pieceSize + 1)[...], done: { queue.note("done") },
      handle: { queue.note("\($0.count)") }, wait: { goOn in waiting.withLock { $0.append(goOn) } })
    queue.run()
    expectEqual(queue.lines, ["4096"])
    waiting.withLock { $0.removeFirst() }()
    queue.run()
    expectEqual(queue.lines, ["4096", "1"])
    waiting.withLock { $0.removeFirst() }()
    expectEqual(queue.lines, ["4096", "1", "done"])
  }

  @Test func `each piece is as large as it may be at its turn`() {
    let queue = Queue()
    let sizes = Mutex([100, 50, 4_096])
    queue.turns.serve(
      Array(repeating: 0x78, count: 1_000)[...], size: { sizes.withLock { $0.removeFirst() } },
      done: { queue.note("done") }, handle: { queue.note("\($0.count)") })
    queue.run()
    expectEqual(queue.lines, ["100", "50", "850", "done"])
  }

  @Test func `a chunk arrives whole`() {
    let queue = Queue()
    let received = Mutex<[UInt8]>([])
    let chunk = (0..<10_000).map { UInt8(truncatingIfNeeded: $0) }
    queue.turns.serve(chunk[...], done: {}, handle: { piece in received.withLock { $0 += piece } })
    queue.run()
    expectEqual(received.withLock { $0 }, chunk)
  }
}
