import ExpectSupport
import Streams
import StreamsSupport
import Testing

@Suite struct LockedTests {
  private final class Box: Sendable {
    let count = Locked(0)
  }

  private final class Slot: Sendable {
    let entry = Locked<Entry?>(nil)
  }

  private final class Entry {
    let whenReleased: () -> Void

    init(whenReleased: @escaping () -> Void) { self.whenReleased = whenReleased }

    deinit { whenReleased() }
  }

  @Test func `returns what its closure returns, and rethrows`() {
    let box = Box()
    let result = box.count.withLock { count in
      count += 1
      return "\(count)"
    }
    expectEqual(result, "1")
    #expect(throws: Oops()) { try box.count.withLock { _ in throw Oops() } }
    expectEqual(box.count.withLock { $0 }, 1)
  }

  @Test func `releases what it exchanges after the lock`() {
    let slot = Slot()
    var isEmpty = false
    _ = slot.entry.exchange(Entry { isEmpty = slot.entry.withLock { $0 == nil } })
    _ = slot.entry.exchange(nil)
    #expect(isEmpty)
  }

  @Test func `loses no change of several threads`() {
    let box = Box()
    Stress.send { _ in box.count.withLock { $0 += 1 } }
    expectEqual(box.count.withLock { $0 }, Stress.threads * Stress.count)
  }
}
