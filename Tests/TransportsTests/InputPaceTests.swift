import ExpectSupport
import JSONRPC
import Testing

@testable import Transports

@MainActor @Suite struct InputPaceTests {
  /// A client that reads when it is told to.
  private final class Client: Output {
    var room = 0

    func write(_ bytes: UnsafeRawBufferPointer, ends: [Int]) -> Int {
      let count = min(bytes.count, room)
      room -= count
      return count
    }
  }

  /// Timers that fire when they are told to.
  private final class Timers {
    var bodies: [@MainActor () -> Void] = []

    @MainActor func fire() {
      let due = bodies
      bodies = []
      for body in due { body() }
    }
  }

  private let client = Client()
  private let timers = Timers()
  private let session: Session
  private let pace: InputPace

  init() {
    session = Session(output: client)
    pace = InputPace(mark: 1 << 20) { [timers] in timers.bodies.append($0) }
  }

  /// Sends frames of 64 KiB.
  private func send(_ count: Int) {
    for _ in 0..<count { session.notify("much") { $0.member("text", String(repeating: "x", count: 1 << 16)) } }
  }

  private func read(_ count: Int) {
    client.room = count << 16
    session.outputHasRoom()
    pace.outputHadRoom(session)
  }

  @Test(arguments: [0, 1, 15]) func `input goes on at once while little waits`(count: Int) {
    var goesOn = false
    send(count)
    pace.whenCaughtUp(session) { goesOn = true }
    #expect(goesOn)
    #expect(timers.bodies.isEmpty)
  }

  @Test func `input waits for a client that reads, until little waits`() {
    var goesOn = false
    send(20)
    pace.whenCaughtUp(session) { goesOn = true }
    for _ in 1...3 {
      #expect(!goesOn)
      read(1)
      timers.fire()
    }
    #expect(!goesOn)
    read(2)
    #expect(goesOn)
    timers.fire()
    #expect(timers.bodies.isEmpty)
  }

  @Test func `input goes on for a client that reads nothing, and waits again when it reads`() {
    var count = 0
    send(20)
    pace.whenCaughtUp(session) { count += 1 }
    timers.fire()
    expectEqual(count, 1)
    // It does not wait a second time.
    pace.whenCaughtUp(session) { count += 1 }
    expectEqual(count, 2)
    read(1)
    send(5)
    pace.whenCaughtUp(session) { count += 1 }
    expectEqual(count, 2)
    read(30)
    expectEqual(count, 3)
  }

  @Test func `a timer of an earlier wait ends no later one`() {
    var count = 0
    send(20)
    pace.whenCaughtUp(session) { count += 1 }
    read(10)
    expectEqual(count, 1)
    send(20)
    pace.whenCaughtUp(session) { count += 1 }
    let earlier = timers.bodies.removeFirst()
    earlier()
    expectEqual(count, 1)
    timers.fire()
    expectEqual(count, 2)
  }

  @Test func `a turn that writes much is followed by shorter ones`() {
    func size(after count: Int) -> Int {
      pace.didServe(writing: count)
      return pace.pieceSize
    }
    expectEqual(pace.pieceSize, 4_096)
    expectEqual([1 << 20, 1 << 21, 1 << 21, 0, 0, 0].map(size), [4_096, 2_048, 1_024, 2_048, 4_096, 4_096])
    for _ in 0..<20 { _ = size(after: 1 << 21) }
    expectEqual(pace.pieceSize, 64)
  }
}
