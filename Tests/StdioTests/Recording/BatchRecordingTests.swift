import JSON
import Services
import StreamsExtras
import Testing

@testable import ServerSupport
@testable import Stdio

/// Recordings of batches that wait for their last reply.
@MainActor @Suite struct BatchRecordingTests {
  private func get(_ id: Int, _ instance: String) -> String {
    request(id, "screen/get", #"{"instance":"\#(instance)"}"#)
  }

  private func close(_ id: Int, _ instance: String) -> String {
    request(id, "screen/close", #"{"instance":"\#(instance)"}"#)
  }

  private func batch(_ elements: String...) -> String { "[\(elements.joined(separator: ","))]" }

  private func inactive(_ id: Int) -> String { request(id, "app/send", #"{"event":{"type":"willResignActive"}}"#) }

  @Test func `records no hidden amount`() throws {
    let stage = RecordedStage(RecordedStage.slow())
    stage.say(open(1, "balance"))
    stage.wait(100)
    stage.say(send(2, "balance-1", "refreshButtonWasTapped"))
    stage.say(batch(get(3, "balance-1"), open(4, "balance"), request(5, "sync")))
    let before = stage.recording
    stage.say(inactive(6))
    stage.wait(1_000)
    let after = stage.recording.dropFirst(before.count)
    #expect(after.contains(#""id":3"#))
    #expect(!after.contains("amount"))
    stage.end()
    #expect(try stage.replay() == nil)
  }

  @Test func `replays a batch that the end of input cancels`() throws {
    let stage = RecordedStage(RecordedStage.slow())
    stage.say(batch(open(1, "balance"), request(2, "sync")))
    stage.end()
    stage.server.session.handle(.cancelAll)
    #expect(stage.recording.contains(#""out":[{"id":1,"#))
    #expect(stage.recording.contains(#""code":-32800"#))
    #expect(stage.recording.hasSuffix(#""exit":0}"# + "\n"))
    #expect(try stage.replay() == nil)
  }

  @Test(arguments: [false, true]) func `replays batches that wait`(server: Bool) throws {
    let stage = RecordedStage(
      RecordedStage.slow(),
      server: server
        ? { scheduler in
          let world = MockWorld(now: { ServerStage.date }, random: Chance())
          return .mock(
            world: world, latency: 70, scheduler: scheduler.eraseToAnyScheduler())
        } : nil)
    stage.say(batch(open(1, "balance"), open(2, "blog"), request(3, "sync")), open(4, "counter"))
    stage.say(batch(get(5, "balance-1"), open(6, "product"), request(7, "sync")), close(8, "balance-1"))
    stage.wait(50)
    stage.say(inactive(9))
    stage.wait(1_000)
    stage.say(batch(open(10, "balance"), get(11, "balance-5"), close(12, "balance-5"), request(13, "sync")))
    stage.say(batch(open(14, "registration"), send(15, "counter-3", "nextButtonWasTapped"), request(16, "sync")))
    stage.end()
    #expect(try stage.replay() == nil)
  }
}
