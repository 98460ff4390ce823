import Dispatch
import ExpectSupport
import StandardIO
import Testing

@Suite struct NonblockingWriterTests {
  private let pipe: PlainPipe
  private let room = DispatchSemaphore(value: 0)
  private let writer: NonblockingWriter

  init() { self.init(PlainPipe()) }

  private init(_ pipe: PlainPipe) {
    self.pipe = pipe
    let room = room
    writer = NonblockingWriter(pipe.input) { room.signal() }
  }

  private func write(_ frames: [String]) throws -> Int {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    for frame in frames {
      bytes += Array((frame + "\n").utf8)
      ends.append(bytes.count)
    }
    return try bytes.withUnsafeBytes { bytes throws in try writer.write(bytes, ends: ends) }
  }

  @Test(arguments: [false, true]) func `writes what fits at once`(isSocket: Bool) throws {
    let tests = Self(PlainPipe(ofSockets: isSocket))
    try expectEqual(tests.write(["1", "2"]), 4)
    #expect(tests.pipe.hasText)
    expectEqual(tests.pipe.read(until: "2\n"), "1\n2\n")
  }

  @Test(arguments: [false, true]) func `writes nothing to a full pipe, and reports room`(isSocket: Bool) throws {
    let tests = Self(PlainPipe(ofSockets: isSocket))
    let count = tests.pipe.fill()
    try expectEqual(tests.write(["1"]), 0)
    tests.pipe.discard(count)
    tests.room.wait()
    try expectEqual(tests.write(["1"]), 2)
    expectEqual(tests.pipe.read(until: "1\n"), "1\n")
  }

  @Test(arguments: [false, true]) func `room is reported once for several writes without room`(isSocket: Bool) throws {
    let tests = Self(PlainPipe(ofSockets: isSocket))
    for _ in 1...2 {
      let count = tests.pipe.fill()
      for _ in 1...3 { try expectEqual(tests.write(["1"]), 0) }
      tests.pipe.discard(count)
      tests.room.wait()
      try expectEqual(tests.write(["1"]), 2)
      expectEqual(tests.pipe.read(until: "1\n"), "1\n")
    }
    expectEqual(tests.room.wait(timeout: .now()), .timedOut)
  }

  #if os(Linux)
    @Test(arguments: [10, 100, 1_000, 4_000]) func `cuts no frame that the system writes as a whole`(size: Int) throws {
      let frame = String(repeating: "y", count: size)
      for count in [1, 20, 60_000 / size, 200_000 / size] {
        let tests = Self(PlainPipe())
        var taken = 0
        while case let bytes = try tests.write(Array(repeating: frame, count: count)), bytes > 0 {
          taken += bytes
          guard bytes == count * (size + 1) else { break }
        }
        #expect(taken > 0)
        expectEqual(taken % (size + 1), 0)
        expectEqual(tests.writer.unreadCount, taken)
      }
    }
  #endif

  @Test func `throws when the reader is gone`() throws {
    Signals.ignoreBrokenPipe()
    pipe.closeOutput()
    #expect(throws: IOFailure.readerGone) { try write(["1"]) }
  }

  @Test(arguments: [10, 4_095, 4_096, 4_097, 70_000, 1_000_000])
  func `carries frames of any size`(size: Int) throws {
    let frames = ["1", String(repeating: "y", count: size), "3"]
    let bytes = Array(frames.map { $0 + "\n" }.joined().utf8)
    let reader = pipe
    let text = Log<String>()
    let isRead = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      text.add(reader.read(until: "\n3\n"))
      isRead.signal()
    }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try rest.withUnsafeBytes { bytes throws in try writer.write(bytes, ends: []) }
      rest = rest.dropFirst(count)
      if !rest.isEmpty { room.wait() }
    }
    isRead.wait()
    expectEqual(text.entries, [frames.map { $0 + "\n" }.joined()])
  }
}
