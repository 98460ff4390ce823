import AppTesting
import Foundation
import JSON
import Models
import Recording
import Requests
import Screens
import ScreensSupport
import Services
import StreamsTesting
import Testing
import ViewModels

/// Each number of a recording by the extremes of its type.
@MainActor @Suite struct RecordedNumbersTests {
  private static let extremes = [
    "-9223372036854775808", "9223372036854775807", "18446744073709551615", "-1", "1e308", "0.5",
  ]

  @Test(arguments: [
    #"{"at":NUMBER,"time":0,"turn":"input"}"#, #"{"at":0,"time":NUMBER,"turn":"input"}"#,
    #"{"at":0,"time":0,"timer":NUMBER,"turn":"timer"}"#,
    #"{"at":0,"operation":"product","request":NUMBER,"time":0,"turn":"answer","value":{}}"#,
    #"{"at":0,"feed":"messages","number":NUMBER,"request":3,"time":0,"turn":"feed","element":{}}"#,
    #"{"at":0,"feed":"messages","number":1,"request":NUMBER,"time":0,"turn":"feed","end":true}"#,
    #"{"instance":"counter-1","rev":NUMBER,"state":{}}"#, #"{"instance":"counter-1","patch":[],"rev":NUMBER}"#,
    #"{"member":"fine","shown":NUMBER,"value":{}}"#, #"{"member":"fine","number":NUMBER,"shown":1,"value":{}}"#,
    #"{"stored":"search","value":"wand","version":NUMBER}"#,
    #"{"account":NUMBER,"stored":"search","value":"wand","version":1}"#,
    #"{"open":"counter-1","params":{},"screen":"counter","front":"page-NUMBER"}"#,
    #"{"change":"attached","shared":false,"front":"page-NUMBER"}"#,
  ])
  func `a number that no recording can have is damage`(line: String) throws {
    let lines = try fixture("counter.jsonl").split(separator: "\n").map(String.init)
    for number in Self.extremes {
      // A front may have any number that the type can hold.
      if line.contains("page-"), number == "9223372036854775807" { continue }
      // The clock may stand before 1970.
      if line.contains(#""time":NUMBER"#), number == "-1" { continue }
      let text = lines[..<7] + [line.replacing("NUMBER", with: number)] + lines[7...]
      #expect(throws: RecordingError.damaged(line: 8), "\(number)") {
        try Recording(Array(text.map { $0 + "\n" }.joined().utf8))
      }
    }
  }

  @Test func `no number of a recording stops a replay`() async throws {
    for (text, definition) in try sessions() {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      for index in lines.indices {
        for range in lines[index].ranges(of: /[:\[,]-?\d+/) {
          for number in Self.extremes.prefix(2) {
            var other = lines
            let start = other[index].index(after: range.lowerBound)
            other[index].replaceSubrange(start..<range.upperBound, with: number)
            guard let recording = try? Recording(Array(other.joined(separator: "\n").utf8)) else { continue }
            _ = await Replay(recording, definition, threadTimeout: .zero).run()
          }
        }
      }
    }
  }

  /// Recordings with each kind of line: timers, answers with hidden members, keys, feeds, files and several fronts.
  private func sessions() throws -> [(String, AppDefinition)] {
    var sessions = [(try fixture("counter.jsonl"), AppDefinition.tributary)]

    let server = RecordedSession.withServer()
    _ = server.open(.balance)
    server.wait(100)
    let product = server.open(.product)
    server.wait(100)
    server.send(.purchase, to: product)
    server.wait(200)
    server.recorder.end()
    sessions.append((server.recording, .tributary))

    let keys = RecordedSession(storage: Storage())
    let wand = keys.open(.product)
    keys.wait(100)
    keys.sendAndFlush(.purchase, to: wand)
    keys.wait(100)
    keys.recorder.end()
    sessions.append((keys.recording, .tributary))

    let wire = WireSession()
    wire.send(.roomChanged(4), to: wire.open())
    let feed = wire.backend.last(.wireMessages)
    feed.send(WireMessage(id: 1, room: 4, price: 250))
    wire.scheduler.advance()
    feed.interrupt(.timeout, nextTry: .seconds(2))
    feed.sendUnreadable()
    wire.scheduler.advance()
    wire.recorder.end()
    sessions.append((wire.recording, wire.definition))

    sessions.append((transfers(), Self.postroom))

    let vault = RecordedSession(screens: [AnyScreen(.vault)])
    let (one, other) = vault.recorder.turn { (vault.app.attach(.page), vault.app.attach(.page, isShared: true)) }
    try vault.recorder.turn {
      let opened = try one.open(.vault)
      opened.viewDidAppear()
      try opened.send(.noted("gold"))
    }
    vault.recorder.turn { other.send(.willResignActive) }
    vault.recorder.end()
    var definition = AppDefinition.tributary
    definition.screens = [AnyScreen(.vault)]
    sessions.append((vault.recording, definition))
    return sessions
  }

  private static let postroom = AppDefinition(screens: [AnyScreen(.postroom)])

  private func transfers() -> String {
    let (backend, scheduler) = (ScriptedBackend(), TestScheduler())
    var text = ""
    let recorder = Recorder(
      SessionConfiguration(front: "test 1.0", mock: nil, seed: 7, timeZone: .gmt), main: scheduler.mainQueue,
      clock: { RecordedSession.date }, write: { text += String(decoding: $0, as: UTF8.self) })
    let app = recorder.makeApp(Self.postroom, server: backend.backend)
    let instance = recorder.turn { app.open(.postroom) }
    recorder.turn { instance.model.eventSubject.send(.sendButtonWasTapped) }
    backend.last(.post).report(TransferProgress(.sent, 10, of: 20))
    scheduler.advance()
    backend.last(.post).succeed(7)
    scheduler.advance()
    recorder.turn { instance.model.eventSubject.send(.collectButtonWasTapped) }
    backend.last(.collect).succeed(FileReference(name: "letter.txt", bytes: Array("bytes".utf8)))
    scheduler.advance()
    recorder.end()
    return text
  }
}
