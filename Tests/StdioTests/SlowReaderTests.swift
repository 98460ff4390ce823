import ExpectSupport
import Foundation
import Models
import Testing
import ViewModels

import enum Support.Seeds

@testable import ScreenServer
@testable import ServerSupport
@testable import Stdio

/// A client that lags behind the core.
@MainActor @Suite struct SlowReaderTests {
  @Test func `keeps the guarantees in random sessions with a reader that lags at random`() async throws {
    var sums = RandomSession.Sums()
    let seeds = Seeds.first(12)
    for seed in seeds {
      var session = RandomSession(seed: seed)
      try session.run()
      sums.add(session.sums)
      let difference = try await session.stage.replay()
      #expect(difference == nil, "seed \(seed)")
    }
    // What would make the sessions prove nothing.
    #expect(sums.shownAmounts > seeds.count)
    #expect(sums.hiddenFrames > 3 * seeds.count)
    #expect(sums.cutFrames > 3 * seeds.count)
  }
}

/// A session that a seed determines: requests, batches, notifications, time, a reader, and an application that is sent to
/// the background and comes back.
@MainActor private struct RandomSession {
  /// What happened in sessions.
  struct Sums {
    var shownAmounts = 0
    var hiddenFrames = 0
    var cutFrames = 0

    mutating func add(_ other: Sums) {
      shownAmounts += other.shownAmounts
      hiddenFrames += other.hiddenFrames
      cutFrames += other.cutFrames
    }
  }

  let stage: RecordedStage
  private(set) var sums = Sums()
  private let seed: UInt64
  private let output: LaggingOutput
  private var random: SeededGenerator
  private var lastID = 0
  private var openedCount = 0
  private var names: [String] = []
  /// What each request was about.
  private var requests: [Int: (method: String, instance: String)] = [:]

  init(seed: UInt64) {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    output = LaggingOutput()
    stage = RecordedStage(RecordedStage.slow(50), output: output)
    output.recordedCount = { [unowned stage] in stage.recording.utf8.count }
  }

  mutating func run() throws {
    let output = output
    let following = stage.server.app.environment.application.sink { output.isHidden = $0 == .willResignActive }
    defer { following.cancel() }
    output.room = 0
    for _ in 0..<40 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        let lines = (0..<Int.random(in: 1...4, using: &random)).map { _ in line() }
        stage.say(Array((lines.joined(separator: "\n") + "\n").utf8))
      case 5, 6: stage.wait(Int.random(in: 0...60, using: &random))
      default: read(Int.random(in: 0...2_000, using: &random))
      }
    }
    stage.wait(1_000)
    stage.end()
    read(nil)
    stage.server.session.handle(.cancelAll)
    try check()
  }

  private func read(_ room: Int?) {
    output.room = room
    if stage.server.session.isOutputFull { stage.server.session.outputHasRoom() }
  }

  private mutating func line() -> String {
    guard Int.random(in: 0..<5, using: &random) == 0 else { return element() }
    return "[" + (0..<Int.random(in: 1...4, using: &random)).map { _ in element() }.joined(separator: ",") + "]"
  }

  private mutating func element() -> String {
    lastID += 1
    let name = names.randomElement(using: &random) ?? "balance-1"
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1:
      openedCount += 1
      let screen = ["balance", "balance", "counter"].randomElement(using: &random) ?? "balance"
      names.append("\(screen)-\(openedCount)")
      return note("screen/open", names.last ?? "", #"{"screen":"\#(screen)"}"#)
    case 2...4: return note("screen/get", name, #"{"instance":"\#(name)"}"#)
    case 5...7:
      let type = name.hasPrefix("balance") ? "refreshButtonWasTapped" : "nextButtonWasTapped"
      return note("screen/send", name, #"{"instance":"\#(name)","event":{"type":"\#(type)"}}"#)
    case 8: return note("screen/close", name, #"{"instance":"\#(name)"}"#)
    case 9: return note("app/send", "", #"{"event":{"type":"willResignActive"}}"#)
    case 10: return note("app/send", "", #"{"event":{"type":"didBecomeActive"}}"#)
    default: return note("sync", "", "{}")
    }
  }

  private mutating func note(_ method: String, _ instance: String, _ params: String) -> String {
    requests[lastID] = (method, instance)
    return request(lastID, method, params)
  }

  /// Where the line of each event ends in the recording.
  private var eventEnds: [Int] {
    var end = 0
    return stage.recording.split(separator: "\n").compactMap { line in
      end += line.utf8.count + 1
      return line.hasPrefix(#"{"event""#) ? end : nil
    }
  }

  private mutating func check() throws {
    var answered: Set<Int> = []
    var newest: [String: Int] = [:]
    var updated: [String: Int] = [:]
    var closed: Set<String> = []
    sums.cutFrames = output.cutCount
    let recordedEvents = eventEnds
    var acceptedCount = 0
    for frame in output.frames {
      let comment: Comment = "seed \(seed): \(frame.text)"
      if frame.isHidden { sums.hiddenFrames += 1 }
      if frame.text.contains("1234.56") || frame.text.contains("1,234.56") {
        #expect(!frame.isHidden, comment)
        sums.shownAmounts += 1
      }
      let value = try JSONSerialization.jsonObject(with: Data(frame.text.utf8))
      // NB: the members of a batch say nothing after the batch, as they are one frame.
      var closedHere: Set<String> = []
      for message in value as? [[String: Any]] ?? [value as? [String: Any] ?? [:]] {
        if message["method"] != nil {
          let params = try #require(message["params"] as? [String: Any])
          let (name, rev) = (try #require(params["instance"] as? String), try #require(params["rev"] as? Int))
          #expect(!closed.contains(name), comment)
          #expect(newest[name] ?? .max < rev, comment)
          (newest[name], updated[name]) = (rev, rev)
          continue
        }
        let id = try #require(message["id"] as? Int)
        #expect(answered.insert(id).inserted, comment)
        let (method, name) = try #require(requests[id])
        guard let result = message["result"] as? [String: Any] else { continue }
        switch method {
        case "screen/open", "screen/get":
          let rev = try #require(result["rev"] as? Int)
          #expect(result["instance"] as? String == name)
          #expect(!closed.contains(name), comment)
          #expect(newest[name] ?? 0 <= rev, comment)
          newest[name] = rev
          if method == "screen/open" { updated[name] = rev }
        case "screen/send":
          let rev = try #require(result["rev"] as? Int)
          if let told = updated[name], !closed.contains(name) { #expect(told >= rev, comment) }
          // What was answered is recorded, whenever the process is killed.
          acceptedCount += 1
          #expect(recordedEvents.prefix { $0 <= frame.recordedCount }.count >= acceptedCount, comment)
        case "screen/close": closedHere.insert(name)
        default: break
        }
      }
      closed.formUnion(closedHere)
    }
    expectEqual(answered, Set(requests.keys), "seed \(seed)")
    for (name, instance) in stage.server.instances { expectEqual(newest[name], instance.revision, "seed \(seed)") }
  }
}
