import ExpectSupport
import Foundation
import JSON
import Models
import Recording
import Services
import Streams
import StreamsExtras
import Testing
import ViewModels

@MainActor @Suite struct ReplayTests {
  /// How many events were refused.
  @MainActor private final class Refusals {
    var count = 0
  }

  private let refusals = Refusals()

  /// Sends each event of a screen twice, and closes the screen.
  private func play(_ screen: AnyScreen, on session: RecordedSession) throws {
    let instance = try session.recorder.turn { try session.app.open(screen.name) }
    session.recorder.turn { instance.viewDidAppear() }
    session.wait(1_000)
    for event in samples(of: screen.events) {
      try send(event, to: instance, session)
      session.wait(1_000)
      try send(event, to: instance, session)
    }
    session.wait(1_000)
    session.recorder.turn { instance.close() }
    session.recorder.end()
  }

  /// Sends an event, which the screen may refuse.
  private func send(_ event: JSON, to instance: AnyScreenInstance, _ session: RecordedSession) throws {
    try session.recorder.turn {
      do {
        try instance.send(JSONText(scanning: event.json))
      } catch let error as EventError where error.code == .refused {
        refusals.count += 1
      }
    }
  }

  /// An event of each kind that a screen has.
  private func samples(of events: Shape) -> [JSON] {
    events.events.map { event in
      let values = event.members.map { ($0.name, $0.shape == .boolean ? true : "Ginny" as JSON) }
      return JSON.object(["type": .string(event.name)]).with(Dictionary(uniqueKeysWithValues: values))
    }
  }

  @Test(arguments: ["balance", "product", "registration", "terms", "blog", "counter"])
  func `replays a session of each screen`(name: String) async throws {
    let screen = try #require(AppCore.screens.first { $0.name == name })
    let session = RecordedSession(.init(latency: .milliseconds(100)))
    try play(screen, on: session)
    let recording = try Recording(Array(session.recording.utf8))
    #expect(!recording.isCutOff)
    #expect(recording.stateCount > 1)
    // NB: each event was encoded and decoded again, so no event of an app may get lost on the way.
    #expect(session.lines("event").count + refusals.count >= 2 * samples(of: screen.events).count)
    #expect(await Replay(recording, .tributary).run() == nil)
  }

  @Test func `replays the screens of another package`() async throws {
    let screens = [AnyScreen(Screen<CounterViewModel>("dice", about: "A random number.") { CounterViewModel($1) })]
    let session = RecordedSession(screens: screens)
    let screen = try session.recorder.turn { try session.app.open("dice") }
    let event = try JSONText(scanning: #"{"type":"nextButtonWasTapped"}"#.utf8)
    try session.recorder.turn { try screen.send(event) }
    session.recorder.end()
    let recording = try Recording(Array(session.recording.utf8))
    expectEqual(recording.stateCount, 2)
    #expect(await Replay(recording, AppDefinition(screens: screens)).run() == nil)
    await expectEqual(
      Replay(recording, .tributary).run()?.message,
      """
      Line 3 of the recording differs.
      turn:     1
      after:    {"open":"dice-1","params":{},"screen":"dice"}
      expected: {"open":"dice-1","params":{},"screen":"dice"}
      actual:   this app has no screen "dice"
      """)
  }

  @Test(arguments: ["balance", "product", "registration"])
  func `replays a server's answers without the server`(name: String) async throws {
    let screen = try #require(AppCore.screens.first { $0.name == name })
    let session = RecordedSession.withServer()
    try play(screen, on: session)
    #expect(session.recording.contains(#""turn":"answer""#))
    #expect(try await session.replay() == nil)
  }

  @Test func `names a state that is missing before an answer`() async throws {
    let session = RecordedSession.withServer()
    _ = session.open(.balance)
    session.wait(1_000)
    var lines = session.recording.split(separator: "\n").map(String.init)
    let answer = try #require(lines.firstIndex { $0.contains(#""turn":"answer""#) })
    let state = try #require(lines[..<answer].lastIndex { $0.contains(#""rev":"#) })
    let removed = lines.remove(at: state)
    try await expectEqual(difference(in: lines.joined(separator: "\n"))?.actual, removed)
  }

  @Test(
    arguments: [
      .unknownHost, .connectionRefused, .noSecureConnection, .transport(code: -1005), .timeout, .status(503), .decoding,
      .tooLarge, .problem(status: 409, detail: "No /\"wands\" left."), .cancelled,
    ] as [ServiceError])
  func `replays a server's failures`(error: ServiceError) async throws {
    let session = RecordedSession { _ in .mock().wrapped { _, _ in Fail(error: error).eraseToAnyPublisher() } }
    _ = session.open(.product)
    session.wait(0)
    #expect(session.recording.contains(error.message.replacingOccurrences(of: "\"", with: #"\""#)))
    #expect(try await session.replay() == nil)
  }

  @Test func `draws numbers from the seed`() async throws {
    let session = RecordedSession()
    let counter = session.open(.counter)
    for _ in 2...20 { session.send(.nextButtonWasTapped, to: counter) }
    #expect(try await session.replay() == nil)
    let other = session.recording.replacingOccurrences(of: #""seed":"7""#, with: #""seed":"8""#)
    try await expectEqual(difference(in: other)?.line, 7)
  }

  @Test func `takes the clock and the time zone from the recording`() async throws {
    let session = RecordedSession()
    let terms = session.open(.terms)
    session.send(.acceptedTermsChanged(true), to: terms)
    session.send(.acceptedPrivacyChanged(true), to: terms)
    session.send(.nameChanged("Ada"), to: terms)
    session.wait(3_600_000)
    session.send(.submitButtonWasTapped, to: terms)
    #expect(session.recording.contains("Today at 4:04:05 PM"))
    #expect(try await session.replay() == nil)
    let elsewhere = session.recording.replacingOccurrences(of: #""timeZone":"GMT""#, with: #""timeZone":"Asia/Tokyo""#)
    #expect(try await difference(in: elsewhere)?.actual?.contains("Today at 1:04:05 AM") == true)
  }

  @Test func `replays instances that receive a notification in any order`() async throws {
    // A notification center calls its observers in any order, so recording and replay seldom agree.
    for _ in 1...20 {
      let session = RecordedSession()
      let blogs = (1...6).map { _ in session.open(.blog) }
      session.send(.publishButtonWasTapped, to: blogs[2])
      session.wait(0)
      #expect(try await session.replay() == nil)
    }
  }

  @Test func `replays a session that lasts beyond midnight`() async throws {
    let session = RecordedSession(.init(latency: .milliseconds(100)))
    let balance = session.open(.balance)
    session.wait((8 * 3_600 + 55 * 60 + 55) * 1_000)
    #expect(session.recording.contains("Last update: Yesterday at 3:04:05 PM."))
    session.send(.refreshButtonWasTapped, to: balance)
    session.wait(200)
    session.recorder.end()
    #expect(try await session.replay() == nil)
  }

  @Test func `replays a session whose front waits for the app to be idle`() async throws {
    let session = RecordedSession(.init(latency: .milliseconds(100)))
    let cancellable = session.app.idle.sink {}
    let balance = session.open(.balance)
    session.wait(200)
    session.send(.refreshButtonWasTapped, to: balance)
    session.wait(200)
    cancellable.cancel()
    session.recorder.end()
    #expect(try await session.replay() == nil)
  }

  // MARK: - Differences

  /// A session of a counter: open, two taps, end.
  private var lines: [String] {
    let session = RecordedSession()
    let counter = session.open(.counter)
    session.send(.nextButtonWasTapped, to: counter)
    session.send(.nextButtonWasTapped, to: counter)
    session.recorder.end()
    return session.recording.split(separator: "\n").map(String.init)
  }

  private func replay(_ lines: some Sequence<String>) async throws -> Replay.Difference? {
    try await difference(in: lines.joined(separator: "\n") + "\n")
  }

  @Test func `names a state that differs`() async throws {
    var tampered = lines
    tampered[6] = lines[6].replacingOccurrences(of: #""rev":2"#, with: #""rev":3"#)
    tampered[9] = "{\"instance\":\"counter-1\",\"state\":{}}"
    let difference = try #require(try await replay(tampered))
    #expect((difference.line, difference.expected, difference.actual) == (7, tampered[6], lines[6]))
    expectEqual(
      difference.message,
      """
      Line 7 of the recording differs.
      turn:     2
      after:    {"event":{"type":"nextButtonWasTapped"},"instance":"counter-1"}
      expected: \(tampered[6])
      actual:   \(lines[6])
      """)
  }

  @Test func `names a state that is missing`() async throws {
    let lines = lines
    let difference = try #require(try await replay(lines[..<10] + [lines[9]] + lines[10...]))
    #expect((difference.line, difference.expected, difference.actual) == (11, lines[9], nil))
    #expect(difference.message.hasSuffix("actual:   counter-1 has no further state"))
  }

  @Test func `says what is missing beside the line of another instance`() async throws {
    let session = RecordedSession()
    for _ in 1...2 { session.send(.titleChanged("A"), to: session.open(.blog)) }
    session.recorder.end()
    let lines = session.recording.split(separator: "\n").map(String.init)
    let index = try #require(lines.firstIndex { $0.hasPrefix(#"{"instance":"blog-2","#) && $0.contains(#""rev":2"#) })
    let other = lines[index].replacingOccurrences(of: "blog-2", with: "blog-1")
    let difference = try #require(try await replay(lines[..<index] + [other] + lines[(index + 1)...]))
    #expect((difference.expected, difference.actual) == (other, lines[index]))
    #expect(difference.message.hasSuffix("actual:   \(lines[index])\nblog-1 has no further state"))
  }

  @Test func `names a state too many`() async throws {
    let lines = lines
    let difference = try #require(try await replay(lines[..<6] + lines[7...]))
    #expect((difference.line, difference.expected, difference.actual) == (5, nil, lines[6]))
  }

  @Test func `names a change of one instance's order`() async throws {
    let session = RecordedSession()
    let blogs = [session.open(.blog), session.open(.blog)]
    for title in ["A", "B"] {
      session.send(.titleChanged(title), to: blogs[0])
      session.send(.publishButtonWasTapped, to: blogs[0])
    }
    session.wait(0)
    var lines = session.recording.split(separator: "\n").map(String.init)
    let states = lines.indices.filter { lines[$0].hasPrefix(#"{"instance":"blog-2""#) }
    lines.swapAt(states[1], states[2])
    try await expectEqual(replay(lines)?.line, states[1] + 1)
  }

  @Test(
    arguments: [
      (#"{"at":0,"time":0,"timer":9,"turn":"timer"}"#, "nothing waits for its time"),
      (
        #"{"at":0,"operation":"username","request":9,"time":0,"turn":"answer","value":true}"#,
        #"no request of "username" waits for an answer; these do: none"#
      ),
    ])
  func `names a job or an answer for which nothing waits`(line: String, reason: String) async throws {
    let lines = lines
    let difference = try #require(try await replay(lines.dropLast() + [line]))
    #expect((difference.line, difference.expected, difference.actual) == (11, line, nil))
    expectEqual(difference.reason?.description, reason)
    expectEqual(difference.turn, 4)
  }

  @Test func `names an action that the app refuses`() async throws {
    let refused = lines.map { $0.replacingOccurrences(of: "nextButtonWasTapped", with: "noButtonWasTapped") }
    let difference = try await replay(refused)
    expectEqual(difference?.line, 6)
    expectEqual(
      difference?.reason?.description,
      #"the app refuses it: unknownEvent at "/type": expected one of nextButtonWasTapped"#)
  }

  @Test func `plays a recording that is cut off as far as it goes`() async throws {
    let lines = lines
    let text = Array((lines.joined(separator: "\n") + "\n").utf8)
    // Around the end of each line, and at some places between.
    let ends = text.indices.filter { text[$0] == 0x0A }
    let places = Set(ends.flatMap { $0 - 2...$0 + 2 } + stride(from: 0, to: text.count, by: 7))
    for count in places.sorted() where ends[0] < count && count < text.count - 1 {
      let recording = try Recording(Array(text[..<count]))
      #expect(recording.isCutOff)
      #expect(await Replay(recording, .tributary).run() == nil)
    }
  }

  @Test func `ignores the order of keys, white space and escapes`() async throws {
    func reversed(_ value: Any) -> String {
      switch value {
      case let object as [String: Any]:
        let members = object.sorted { $0.key > $1.key }.map { "\"\($0.key)\" : \(reversed($0.value))" }
        return "{ \(members.joined(separator: " , ")) }"
      case let array as [Any]: return "[ \(array.map(reversed).joined(separator: " , ")) ]"
      case let text as String:
        return "\"\(text.utf16.map { "\\u" + String(0x10000 + Int($0), radix: 16).dropFirst() }.joined())\""
      case let number as Bool where "\(type(of: value))".contains("Bool"): return "\(number)"
      default: return "\(value)"
      }
    }
    let changed = try lines.dropLast().map { reversed(try JSONSerialization.jsonObject(with: Data($0.utf8))) }
    #expect(changed[3].contains(#""rev" : 1"#))
    #expect(try await replay(changed) == nil)
    let tampered = changed.map { $0.replacingOccurrences(of: #""rev" : 3"#, with: #""rev" : 4"#) }
    try await expectEqual(replay(tampered)?.line, 10)
  }
}
