import ExpectSupport
import Foundation
import Testing

/// Each promise of the page "Threads" has tests.
@Suite struct ThreadsPageTests {
  /// The beginnings of the page's sentences, and the tests that fail when they stop being true.
  private static let tests: [String: [String]] = [
    "**What a scheduler runs, runs on that scheduler.**": [
      "delivers only inside of jobs", "subscribes, requests and cancels only inside of jobs",
      "no thread but the scheduler's runs the closures of the main actor",
      "a job that was missed runs again at the same time",
    ],
    "A closure of the main actor that `sink` finds on another thread stops": [
      "a closure of the main actor stops on another thread"
    ],
    "**Any number of threads may send**": ["nothing is lost, doubled or reordered"],
    "- `switchToLatest` publishes no element of an older publisher after one of a newer.": [
      "never returns to an older inner publisher"
    ],
    "- A new subscriber of a ``CurrentValueSubject`` receives": [
      "a new subscriber misses nothing while a thread sends"
    ],
    "**No thread works for others without end": [
      "nothing is lost, doubled or reordered", "requests in a loop do not hold a sender",
    ],
    "subjects that feed each other in a ring do not deadlock": ["subjects in a ring"],
    "**Subscribing, requesting and cancelling never wait for a delivery**": [
      "subscribes, requests and cancels during a delivery", "another thread may cancel and subscribe",
    ],
    "work, so requests in a loop hold no sender.": [
      "requests in a loop do not hold a sender", "requests during a delivery are one piece of work",
    ],
    "An upstream that answers a request on the thread that requests": [
      "a request that is answered at once waits for the delivery on another thread"
    ],
    "When `cancel()` has returned, no delivery begins": ["a cancel inside a delivery is the last of it"],
    "**Your code may wait where Streams calls it.**": [
      "the subscription to an upstream may wait for a sender", "a request may wait for a sender",
      "a cancel may wait for a sender", "a cancel because of a failure may wait for a sender",
      "a scheduler may wait for a sender", "the release of what an operator keeps may wait for a sender",
    ],
    "- **On one thread, nothing breaks.**": ["events inside one another on one thread pass"],
    "- **From two threads at once, the contract is broken.**": [
      "two threads at once stop the program, in a release build too"
    ],
    "A subscriber that keeps its subscription after the end keeps no upstream alive": [
      "a kept subscription keeps no upstream alive", "a kept subscription keeps no upstream and no element",
    ],
  ]

  // This file is three folders below the root of the package.
  private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    .standardized

  @Test(arguments: tests.keys.sorted()) func `the page has the sentence`(_ sentence: String) throws {
    let page = root.appending(path: "Modules/Streams/Streams.docc/Threads.md")
    #expect(try String(contentsOf: page, encoding: .utf8).contains(sentence))
  }

  @Test func `each test exists`() throws {
    var sources = ""
    let folder = root.appending(path: "Tests/StreamsTests")
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where name.hasSuffix(".swift") {
      sources += try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
    let missing = Self.tests.values.joined().filter { !sources.contains("func `\($0)`(") }
    expectEqual(missing.sorted(), [])
  }
}
