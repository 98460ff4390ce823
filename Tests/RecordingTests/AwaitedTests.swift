import ExpectSupport
import Services
import Streams
import Testing
import ViewModels

@testable import Recording

/// What a replay says while a turn waits for other threads.
@MainActor @Suite struct AwaitedTests {
  /// The lines of a session in which a service answers.
  private var lines: [String] {
    let session = RecordedSession(.init(latency: .milliseconds(100)))
    let balance = session.open(.balance)
    session.wait(1_000)
    session.send(.refreshButtonWasTapped, to: balance)
    session.wait(1_000)
    session.recorder.end()
    return session.recording.split(separator: "\n").map(String.init)
  }

  /// What a replay of lines says, and the number of the line in which it differs.
  private func replay(_ lines: some Sequence<String>) async throws -> (messages: [String], line: Int?) {
    let recording = try Recording(Array((lines.joined(separator: "\n") + "\n").utf8))
    var messages: [String] = []
    let replay = Replay(recording, .tributary, threadTimeout: .milliseconds(2), longWait: 0) {
      messages.append($0.description)
    }
    let difference = await replay.run()
    return (messages, difference?.line)
  }

  @Test func `says nothing where nothing is missing`() async throws {
    let outcome = try await replay(lines)
    #expect(outcome.line == nil)
    #expect(outcome.messages.isEmpty)
  }

  @Test(arguments: [
    (#"{"at":0,"time":0,"timer":9,"turn":"timer"}"#, "a timer"),
    (
      #"{"at":0,"operation":"username","request":9,"time":0,"turn":"answer","value":true}"#, "a request of \"username\""
    ),
  ])
  func `says what a turn waits for`(line: String, what: String) async throws {
    let lines = lines.dropLast()
    let outcome = try await replay(lines + [line])
    expectEqual(outcome.line, lines.count + 1)
    let message = try #require(outcome.messages.first)
    #expect(message.hasPrefix("Line \(lines.count + 1) of the recording: still waiting for \(what), at most "))
    expectEqual(outcome.messages.count, 1)
  }

  @Test func `says which state a doubled line waits for`() async throws {
    let lines = lines
    var count = 0
    for index in lines.indices where lines[index].hasPrefix(#"{"instance""#) {
      let outcome = try await replay(lines[...index] + lines[index...])
      #expect(outcome.line != nil, "\(lines[index])")
      for message in outcome.messages {
        count += 1
        #expect(message.contains("still waiting for a state of balance-1, at most 1 s more."))
      }
    }
    #expect(count > 0)
  }
}
