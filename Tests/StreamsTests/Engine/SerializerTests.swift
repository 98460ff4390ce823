import ExpectSupport
import Streams
import StreamsSupport
import Support
import Testing

@Suite(.timeLimit(.minutes(30))) struct SerializerTests {
  /// A serializer that closures can share, and that `#expect` takes.
  ///
  /// Threads that wait use their real numbers, because all waiting threads of the process are known to each other.
  private final class Shareable: Sendable {
    private let serializer = Serializer()

    func tryEnter(_ owner: UInt) -> Bool { serializer.tryEnter(owner) }
    func isInside(_ owner: UInt) -> Bool { serializer.isInside(owner) }
    func exit(_ owner: UInt) { serializer.exit(owner) }
    func afterExit(_ action: @escaping () -> Void) { serializer.afterExit(action) }
    func runOrHandOver(as owner: UInt = currentThread(), _ work: @escaping () -> Void) {
      serializer.runOrHandOver(as: owner, work)
    }
    func enter(_ owner: UInt, orEnqueue work: @escaping () -> Void) -> Bool {
      serializer.enter(owner, orEnqueue: work)
    }
    func runInTurn(_ work: @escaping () -> Void) { serializer.runInTurn(work) }
  }

  /// A log without a lock: ThreadSanitizer reports two pieces of work that run at the same time.
  private final class Log: @unchecked Sendable {
    // Sendable because it is used only inside a serializer, and after all threads have ended.
    var entries: [Int] = []
    var isInside = false
    var overlaps = 0

    func append(_ entry: Int) {
      if isInside { overlaps += 1 }
      isInside = true
      entries.append(entry)
      isInside = false
    }
  }

  private let serializer = Shareable()

  @Test func `runs work at once when it is free`() {
    var seen: [Int] = []
    serializer.runOrHandOver { seen.append(1) }
    serializer.runOrHandOver { seen.append(2) }
    expectEqual(seen, [1, 2])
  }

  @Test func `runs re-entrant work after the current piece`() {
    var seen: [String] = []
    serializer.runOrHandOver { [serializer] in
      seen.append("begin")
      serializer.runOrHandOver { seen.append("first") }
      serializer.runOrHandOver { seen.append("second") }
      seen.append("end")
    }
    expectEqual(seen, ["begin", "end", "first", "second"])
  }

  @Test func `does not recurse for nested work`() {
    var count = 0
    func work() {
      count += 1
      if count < 100_000 { serializer.runOrHandOver { work() } }
    }
    serializer.runOrHandOver { work() }
    expectEqual(count, 100_000)
  }

  @Test func `lets one owner in at a time`() {
    #expect(serializer.tryEnter(4))
    #expect(serializer.isInside(4) && !serializer.isInside(6))
    #expect(!serializer.tryEnter(4) && !serializer.tryEnter(6))
    serializer.exit(4)
    #expect(!serializer.isInside(4))
    #expect(serializer.tryEnter(6))
    serializer.exit(6)
  }

  @Test func `keeps the work of a caller that does not get in`() {
    var seen: [String] = []
    #expect(serializer.enter(4, orEnqueue: { seen.append("not run") }))
    #expect(!serializer.enter(6, orEnqueue: { seen.append("kept") }))
    expectEqual(seen, [])
    serializer.exit(4)
    expectEqual(seen, ["kept"])
  }

  @Test func `runs what comes after the exit when it is free again`() {
    var seen: [String] = []
    serializer.runOrHandOver { [serializer] in
      serializer.afterExit {
        seen.append(serializer.tryEnter(4) ? "free" : "taken")
        serializer.exit(4)
      }
      serializer.runOrHandOver { seen.append("work") }
    }
    expectEqual(seen, ["work", "free"])
  }

  /// Work that enqueues other work while it runs.
  private struct Work {
    let number: Int
    var children: [Work] = []

    /// A random tree of work, numbered in the order of its creation.
    static func random(depth: Int, count: inout Int, using random: inout SeededGenerator) -> Work {
      count += 1
      var work = Work(number: count)
      guard depth > 0 else { return work }
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        work.children.append(.random(depth: depth - 1, count: &count, using: &random))
      }
      return work
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>) func `runs nested work as a queue does`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var count = 0
    let root = Work.random(depth: 6, count: &count, using: &random)
    var seen: [Int] = []
    func run(_ work: Work) {
      seen.append(work.number)
      for child in work.children { serializer.runOrHandOver { run(child) } }
    }
    serializer.runOrHandOver { run(root) }

    var expected: [Int] = []
    var queue = [root]
    while !queue.isEmpty {
      let work = queue.removeFirst()
      expected.append(work.number)
      queue += work.children
    }
    expectEqual(seen, expected)
  }

  @Test func `runs the work of several threads one piece at a time`() {
    let log = Log()
    Stress.send { [serializer] number in serializer.runOrHandOver { log.append(number) } }
    #expect(Stress.isComplete(log.entries))
    expectEqual(log.overlaps, 0)
  }

  @Test func `makes threads wait for their turn`() {
    let log = Log()
    let senders = Shared<[Bool]>([])
    Stress.send { [serializer] number in
      let thread = currentThread()
      serializer.runInTurn {
        log.append(number)
        let isOwnThread = thread == currentThread()
        senders.withLock { $0.append(isOwnThread) }
      }
    }
    #expect(Stress.isComplete(log.entries))
    expectEqual(log.overlaps, 0)
    // Each thread does its own work.
    #expect(!senders.current.contains(false))
  }

  @Test func `mixes waiting threads and enqueued work`() {
    let log = Log()
    Stress.send { [serializer] number in
      if number.isMultiple(of: 2) {
        serializer.runOrHandOver(as: currentThread()) { log.append(number) }
      } else {
        serializer.runInTurn { log.append(number) }
      }
    }
    expectEqual(log.entries.sorted(), Array(0..<Stress.threads * Stress.count))
    expectEqual(log.overlaps, 0)
  }

  /// Threads that each enter a serializer and then do a piece of work in the next one.
  @Test(arguments: [2, 3, 4]) func `does not wait where that would close a circle`(count: Int) {
    let all = (0..<count).map { _ in Shareable() }
    let insideCount = Shared(0)
    let done = Shared<[Int]>([])
    together(
      (0..<count).map { index in
        { @Sendable in
          all[index].runInTurn {
            insideCount.withLock { $0 += 1 }
            while insideCount.current < count {}
            all[(index + 1) % count].runInTurn { done.withLock { $0.append(index) } }
          }
        }
      })
    expectEqual(done.current.sorted(), Array(0..<count))
  }

  /// Each of the threads is overtaken by the others.
  @Test func `gives each of several waiting threads its turn`() {
    let log = Log()
    let threads = 4
    together(
      (0..<threads).map { thread in
        { @Sendable [serializer] in
          for number in 0..<1_000 { serializer.runInTurn { log.append(thread * 1_000 + number) } }
        }
      })
    expectEqual(log.entries.sorted(), Array(0..<threads * 1_000))
    expectEqual(log.overlaps, 0)
  }

  /// One thread inside the first serializer waits for the second one. The other goes in and out of that, and each time
  /// cannot wait for the first: but it must not overtake the waiting thread again and again.
  @Test func `a circle queues few events`() {
    let (first, second) = (Shareable(), Shareable())
    let insideCount = Shared(0)
    let foreign = Shared(0)
    let meet = { @Sendable in
      insideCount.withLock { $0 += 1 }
      while insideCount.current < 2 {}
    }
    together(
      {
        first.runInTurn {
          meet()
          second.runInTurn {}
        }
      },
      {
        let thread = currentThread()
        for round in 0..<2_000 {
          second.runInTurn {
            if round == 0 { meet() }
            first.runInTurn { if currentThread() != thread { foreign.withLock { $0 += 1 } } }
          }
        }
      })
    #expect(foreign.current <= 10)
  }
}
