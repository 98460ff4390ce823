import AppTesting
import ExpectSupport
import Foundation
import JSON
import Models
import Recording
import Requests
import Screens
import Services
import Streams
import StreamsExtras
import StreamsTesting
import Support
import Testing
import ViewModels

/// Feeds in a recording: each event and each end in its turn, and a replay publishes them at the same points.
@MainActor @Suite struct RecordedFeedTests {
  private let session = WireSession()

  @Test func `replays elements, interruptions and the end of a feed`() async throws {
    let wire = session.open()
    session.send(.roomChanged(4), to: wire)
    let feed = session.backend.last(.wireMessages)
    feed.send(WireMessage(id: 1, room: 4, price: 250))
    session.scheduler.advance()
    feed.interrupt(.timeout, nextTry: .seconds(2))
    feed.sendUnreadable()
    feed.send(.open)
    feed.send(WireMessage(id: 2, room: 4))
    session.scheduler.advance()
    feed.finish()
    session.scheduler.advance()
    session.recorder.end()
    expectEqual(
      wire.state.texts,
      [
        "open", "4:1:250", "interrupted timeout", "unreadable(2, wire-messages)", "open", "4:2:0", "4 ended",
      ])
    #expect(try await session.replay()?.message == nil, "\(session.recording)")
    #expect(!session.recording.contains(#""element":{"id":1,"price""#))
    #expect(session.recording.contains(#""feed":"wire-messages","number":4,"request":1"#))
  }

  @Test func `replays what another room replaced, and requests that elements cause`() async throws {
    let wire = session.open()
    session.send(.roomChanged(1), to: wire)
    session.send(.ticksChanged(true), to: wire)
    session.scheduler.advance()
    let first = session.backend.last(.wireMessages)
    first.send(WireMessage(id: 1, room: 1))
    session.backend.last(.wireTicks).send(3)
    session.scheduler.advance()
    #expect(session.app.isBusy)
    session.send(.roomChanged(2), to: wire)
    first.send(WireMessage(id: 2, room: 1))
    session.backend.last(.wireOne).succeed(30)
    session.backend.last(.wireMessages).send(WireMessage(id: 9, room: 2))
    session.backend.last(.wireTicks).fail(.timeout)
    session.scheduler.advance()
    session.recorder.end()
    #expect(!session.app.isBusy && first.isCancelled)
    expectEqual(
      wire.state.texts,
      [
        "open", "open", "1:1:0", "tick 3", "open", "3 success(30)", "ticks failure(timeout)", "2:9:0",
      ])
    #expect(try await session.replay()?.message == nil, "\(session.recording)")
  }

  @Test func `replays feeds that are followed side by side`() async throws {
    let wire = session.open()
    for room in 1...3 { session.send(.roomAdded(room), to: wire) }
    session.send(.roomChanged(4), to: wire)
    session.scheduler.advance()
    let feeds = session.backend.calls(.wireMessages)
    for id in 1...2 { for room in 1...4 { feeds[4 - room].send(WireMessage(id: id, room: 5 - room)) } }
    session.scheduler.advance()
    feeds[1].fail(.timeout)
    feeds[0].finish()
    session.scheduler.advance()
    session.recorder.end()
    expectEqual(wire.state.texts.suffix(2), ["also 2 timeout", "also 1 ended"])
    expectEqual(wire.state.texts.filter { $0.hasPrefix("also") && $0.hasSuffix(":0") }.count, 6)
    #expect(try await session.replay()?.message == nil, "\(session.recording)")
  }

  @Test func `names a feed that nothing follows, and an element that cannot be read`() async throws {
    let wire = session.open()
    session.send(.roomChanged(4), to: wire)
    session.backend.last(.wireMessages).send(WireMessage(id: 1, room: 4))
    session.scheduler.advance()
    session.recorder.end()
    let other = session.recording.replacingOccurrences(of: #""feed":"wire-messages""#, with: #""feed":"other""#)
    let unknown = await Replay(
      try Recording(Array(other.utf8)), session.definition, threadTimeout: .milliseconds(1)
    ).run()
    expectEqual(unknown?.reason?.description, "no feed \"other\" is open; these are: wire-messages")
    let damaged = session.recording.replacingOccurrences(of: #""element":{"id":1"#, with: #""element":{"id":"one""#)
    let difference = await Replay(try Recording(Array(damaged.utf8)), session.definition).run()
    expectEqual(difference?.reason?.description, "\"wire-messages\" cannot read the element")
  }

  @Test(arguments: [false, true]) func `replays whether a feed was offered`(isOffered: Bool) async throws {
    let backend = ScriptedBackend(offering: isOffered ? ["balance-changes"] : [])
    let session = RecordedSession(server: { _ in backend.backend })
    let balance = session.open(.balance)
    // Two requests are on their way when the first one is answered, and no event of the feed has come.
    session.send(.refreshButtonWasTapped, to: balance)
    backend.last(.balance).succeed(Balance(value: try Money("5"), date: RecordedSession.date))
    session.wait(0)
    if isOffered {
      backend.last(.balanceChanges).send(Balance(value: try Money("4"), date: RecordedSession.date))
      session.wait(0)
    }
    session.recorder.end()
    #expect(balance.model.state.valueText == (isOffered ? "$4.00" : "$5.00"))
    #expect(session.lines("offers") == (isOffered ? [#"{"offers":"balance-changes"}"#] : []))
    expectEqual(session.recording.contains(#""feed""#), isOffered)
    #expect(try await session.replay()?.message == nil, "\(session.recording)")
  }

  @Test(arguments: Seeds.first(3).map { Int($0) })
  func `random sessions of two feeds and three operations replay equal`(seed: Int) async throws {
    try await play(seed: seed)
  }

  private func play(seed: Int) async throws {
    let session = WireSession()
    var generator = Screens.SeededGenerator(seed: UInt64(seed))
    let wires = [session.open(), session.open()]
    for number in 0..<80 {
      guard let wire = wires.randomElement(using: &generator) else { return }
      let backend = session.backend
      let messages = backend.calls(.wireMessages).filter(\.isPending)
      let ticks = backend.calls(.wireTicks).filter(\.isPending)
      let asked = [ServiceOperation<Int, Int>.wireOne, .wireTwo, .wireThree].flatMap(backend.calls).filter(\.isPending)
      switch Int.random(in: 0..<15, using: &generator) {
      case 14: session.send(.roomAdded(number), to: wire)
      case 0: session.send(.roomChanged(number), to: wire)
      case 1: session.send(.ticksChanged(true), to: wire)
      case 2: session.send(.ticksChanged(false), to: wire)
      case 3: session.send(.numberWasAsked(number), to: wire)
      case 4, 5: session.scheduler.advance()
      case 6: asked.randomElement(using: &generator)?.succeed(number)
      case 7: asked.randomElement(using: &generator)?.fail(.timeout)
      case 8: messages.randomElement(using: &generator)?.interrupt(.status(number), nextTry: .milliseconds(number))
      case 9: messages.randomElement(using: &generator)?.sendUnreadable()
      case 10: ticks.randomElement(using: &generator)?.send(number)
      case 11: if number.isMultiple(of: 3) { ticks.randomElement(using: &generator)?.fail(.timeout) }
      case 12: if number.isMultiple(of: 3) { messages.randomElement(using: &generator)?.finish() }
      default:
        for id in 0...Int.random(in: 0..<4, using: &generator) {
          messages.randomElement(using: &generator)?.send(WireMessage(id: id, room: number, price: 100 + number))
        }
      }
    }
    session.scheduler.advance()
    session.recorder.end()
    let difference = try await session.replay()
    #expect(difference?.message == nil, "seed \(seed): \(session.recording)")
  }
}
