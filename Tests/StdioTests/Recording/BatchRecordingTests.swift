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

  @Test func `records no hidden amount`() async throws {
    let stage = RecordedStage(RecordedStage.slow())
    stage.say(open(1, "balance"))
    stage.wait(100)
    stage.say(send(2, "balance-1", "refreshButtonWasTapped"))
    stage.say(batch(get(3, "balance-1"), open(4, "balance"), request(5, "sync")))
    let before = stage.recording
    stage.say(inactive(6))
    stage.wait(1_000)
    let after = stage.recording.dropFirst(before.count)
    #expect(after.contains("••••••"))
    #expect(!after.contains("amount"))
    stage.end()
    #expect(try await stage.replay() == nil)
  }

  @Test func `replays batches that wait`() async throws {
    let stage = RecordedStage(RecordedStage.slow())
    stage.say(batch(open(1, "balance"), open(2, "blog"), request(3, "sync")), open(4, "counter"))
    stage.say(batch(get(5, "balance-1"), open(6, "product"), request(7, "sync")), close(8, "balance-1"))
    stage.wait(50)
    stage.say(inactive(9))
    stage.wait(1_000)
    stage.say(batch(open(10, "balance"), get(11, "balance-5"), close(12, "balance-5"), request(13, "sync")))
    stage.say(batch(open(14, "registration"), send(15, "counter-3", "nextButtonWasTapped"), request(16, "sync")))
    stage.end()
    #expect(try await stage.replay() == nil)
  }
}
