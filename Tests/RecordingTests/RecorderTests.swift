import Dispatch
import ExpectSupport
import Foundation
import JSON
import Models
import Recording
import Services
import StreamsExtras
import StreamsTesting
import Testing
import ViewModels

@MainActor @Suite struct RecorderTests {
  @Test func `writes the lines of the format`() throws {
    let session = RecordedSession()
    let counter = session.open(.counter)
    session.wait(1_000)
    session.send(.nextButtonWasTapped, to: counter)
    session.recorder.turn { counter.close() }
    session.recorder.turn {
      _ = try? session.app.open("product", parameters: JSONText(scanning: #"{"id":"wand"}"#.utf8))
    }
    session.send(.willResignActive)
    session.recorder.end()
    session.send(.didBecomeActive)
    try expectEqual(session.recording, fixture("counter.jsonl"))
  }

  @Test func `reports a second answer, and records the first alone`() async throws {
    let session = RecordedSession(server: { _ in
      .mock().wrapped { request, next in
        next(request).flatMap { [$0, $0].publisher.setFailureType(to: ServiceError.self) }.eraseToAnyPublisher()
      }
    })
    var faults: [String] = []
    let reports = session.app.reports.sink { if case .fault(let fault) = $0.event { faults.append(fault) } }
    let balance = session.open(.balance)
    session.wait(0)
    session.recorder.end()
    reports.cancel()
    expectEqual(balance.model.state.valueText, "$1,234.56")
    expectEqual(faults, ["The operation \"balance\" has answered twice. Its second answer is ignored."])
    expectEqual(session.recording.split(separator: "\n").count { $0.contains(#""turn":"answer""#) }, 1)
    #expect(try await session.replay()?.message == nil)
  }

  @Test func `leaves out a turn in which nothing happens`() {
    let session = RecordedSession()
    session.recorder.turn {}
    expectEqual(session.recording.split(separator: "\n").count, 1)
  }

  @Test func `records an action outside of a turn in a turn of its own`() async throws {
    let session = RecordedSession()
    let counter = session.app.open(.counter)
    counter.model.eventSubject.send(.nextButtonWasTapped)
    session.recorder.end()
    expectEqual(session.lines("open").count, 1)
    expectEqual(session.lines("instance").count, 1)
    #expect(try await session.replay() == nil)
  }

  @Test func `records one state for a turn`() {
    let session = RecordedSession()
    let counter = session.open(.counter)
    session.recorder.turn { for _ in 1...3 { counter.model.eventSubject.send(.nextButtonWasTapped) } }
    expectEqual(session.lines("instance").count, 2)
    expectEqual(session.lines("event").count, 3)
  }

  @Test func `draws a seed if the configuration has none`() throws {
    var headers: [String] = []
    for _ in 1...2 {
      _ = Recorder(SessionConfiguration(front: "test 1.0")) { headers.append(String(decoding: $0, as: UTF8.self)) }
    }
    #expect(headers[0] != headers[1])
  }

  @Test func `stands still at the date of the configuration`() async throws {
    var text = ""
    let configuration = SessionConfiguration(front: "test 1.0", date: RecordedSession.date, timeZone: .gmt)
    let scheduler = TestScheduler()
    let main = AnySchedulerOf<DispatchQueue>(scheduler, startingAt: .init(.now()))
    let recorder = Recorder(configuration, main: main) { text += String(decoding: $0, as: UTF8.self) }
    let app = recorder.makeApp(.tributary)
    recorder.turn { app.open(.balance).viewDidAppear() }
    scheduler.advance(by: .seconds(5))
    #expect(text.contains("Today at 3:04:05 PM"))
    #expect(text.contains(#""time":1795359845000"#))
    #expect(try await difference(in: text) == nil)
  }

  @Test func `records a hidden amount only when a state shows it`() async throws {
    let session = RecordedSession.withServer()
    session.send(.willResignActive)
    _ = session.open(.balance)
    session.wait(1_000)
    #expect(session.recording.contains(#""operation":"balance""#))
    #expect(session.recording.contains("••••••"))
    #expect(!session.recording.contains("1234"))
    #expect(try await session.replay() == nil)
    session.send(.didBecomeActive)
    #expect(session.recording.contains(#"{"member":"value","shown":1,"value":{"amount":"1234.56","currency":"USD"}}"#))
    #expect(try await session.replay() == nil)
  }

  @Test func `records of several hidden balances the one that a state shows`() async throws {
    let session = RecordedSession.withServer()
    session.send(.willResignActive)
    let balance = session.open(.balance)
    let product = session.open(.product)
    session.wait(1_000)
    session.send(.purchase, to: product)
    session.wait(1_000)
    session.send(.refreshButtonWasTapped, to: balance)
    session.wait(1_000)
    session.send(.didBecomeActive)
    // The refresh after the purchase, and the one by the button. The product's state, which is sent after the balance's,
    // shows no balance.
    expectEqual(session.lines("member").count, 2)
    #expect(session.recording.contains("1035.56"))
    #expect(!session.recording.contains("1234.56"))
    #expect(try await session.replay() == nil)
  }

  @Test func `remembers 256 hidden answers`() async throws {
    let session = RecordedSession.withServer()
    session.send(.willResignActive)
    let balance = session.open(.balance)
    session.wait(1_000)
    for _ in 2...257 {
      session.send(.refreshButtonWasTapped, to: balance)
      session.wait(1_000)
    }
    session.send(.didBecomeActive)
    expectEqual(session.lines("member").count, 256)
    #expect(!session.recording.contains(#"{"member":"value","shown":1,"#))
    #expect(session.recording.contains(#"{"member":"value","shown":2,"#))
  }

  @Test func `records what a server says of a failure only when a state shows it`() async throws {
    let session = RecordedSession.withServer(
      failing: .problem(status: 503, detail: #"Your balance of 777.77 USD is "frozen"."#))
    session.send(.willResignActive)
    _ = session.open(.balance)
    session.wait(1_000)
    #expect(session.recording.contains(#""failure":{"code":503,"kind":"problem"}"#))
    #expect(!session.recording.contains("777"))
    #expect(try await session.replay() == nil)
    session.send(.didBecomeActive)
    #expect(
      session.recording.contains(#"{"member":"detail","shown":1,"value":"Your balance of 777.77 USD is \"frozen\"."}"#))
    #expect(try await session.replay() == nil)
  }

  @Test func `writes no address of a server`() {
    let header = RecordedSession.withServer().recording
    #expect(header.contains(#""backend":"server""#))
    #expect(!header.contains("http"))
  }
}
