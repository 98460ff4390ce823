import Services
import StreamsExtras
import Testing

@testable import Stdio

/// A front and batches that wait for their last reply, frame by frame.
@MainActor @Suite struct BatchTranscriptTests {
  let stage = Stage(latency: 100)

  private func get(_ id: Int, _ instance: String) -> String {
    request(id, "screen/get", #"{"instance":"\#(instance)"}"#)
  }

  private func close(_ id: Int, _ instance: String) -> String {
    request(id, "screen/close", #"{"instance":"\#(instance)"}"#)
  }

  private func batch(_ elements: String...) -> String { "[\(elements.joined(separator: ","))]" }

  private func inactive(_ id: Int) -> String { request(id, "app/send", #"{"event":{"type":"willResignActive"}}"#) }

  private let redacted = balance(text: "••••••", info: lastUpdate, redacted: true, dated: true)
  private let redactedAndLoading = balance(
    text: "••••••", info: "Loading... \(lastUpdate)", loading: true, redacted: true, dated: true)

  /// A balance that is shown and refreshed, so that a `sync` has something to wait for.
  private func openAndRefresh(_ stage: Stage, as instance: String = "balance-1") {
    stage.say(open(1, "balance"))
    stage.wait(100)
    stage.say(send(2, instance, "refreshButtonWasTapped"))
  }

  @Test func anAmountThatIsHiddenMeanwhileIsInNoReply() {
    openAndRefresh(stage)
    #expect(stage.say(batch(get(3, "balance-1"), request(4, "sync"))) == [])
    #expect(stage.say(inactive(5)) == [update("balance-1", 5, redactedAndLoading), result(5)])
    #expect(
      stage.wait(100) == [
        update("balance-1", 6, redacted), batch(result(3, snapshot("balance-1", 6, redacted)), result(4)),
      ])
  }

  @Test func anAmountThatIsHiddenByTheSameBatchIsNotInItsReply() {
    openAndRefresh(stage)
    #expect(
      stage.say(batch(get(3, "balance-1"), inactive(4))) == [
        update("balance-1", 5, redactedAndLoading),
        batch(result(3, snapshot("balance-1", 5, redactedAndLoading)), result(4)),
      ])
  }

  @Test func anAmountOfAClosedScreenThatIsHiddenMeanwhileIsInNoReply() {
    openAndRefresh(stage)
    stage.say(open(3, "balance"))
    stage.wait(100)
    stage.say(send(4, "balance-2", "refreshButtonWasTapped"))
    #expect(stage.say(batch(get(5, "balance-1"), close(6, "balance-1"), request(7, "sync"))) == [])
    #expect(stage.say(inactive(8)).count == 2)
    let frames = stage.wait(100)
    #expect(frames.last == batch(result(5, snapshot("balance-1", 6, redacted)), result(6), result(7)))
    #expect(!frames.joined().contains("1234.56"))
  }

  @Test func aScreenIsOpenedWithTheStateOfTheMomentOfItsReply() {
    openAndRefresh(stage)
    #expect(stage.say(batch(open(3, "terms"), open(4, "balance"), request(5, "sync"))) == [])
    #expect(stage.say(inactive(6)).count == 2)
    let frames = stage.wait(99) + stage.wait(1)
    let reply = frames.first { $0.hasPrefix("[") }
    #expect(reply?.contains(#""isRedacted":true"#) == true)
    #expect(reply?.contains(#""isRedacted":false"#) == false)
  }

  @Test func `records nothing that is hidden`() async throws {
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

  // MARK: - Closed meanwhile

  @Test func aScreenThatItsBatchClosesIsNotNamedAfterwards() {
    let frames = stage.say(
      batch(open(1, "counter"), send(2, "counter-1", "nextButtonWasTapped"), close(3, "counter-1")), request(4, "ping"))
    #expect(frames.count == 2)
    #expect(frames.first?.hasPrefix(#"[{"id":1,"jsonrpc":"2.0","result":{"instance":"counter-1","rev":2,"#) == true)
    #expect(frames.first?.hasSuffix(result(2, #"{"rev":2}"#) + "," + result(3) + "]") == true)
    #expect(frames.last == result(4))
  }

  @Test func aScreenThatIsClosedBeforeItsBatchIsAnsweredIsNotNamedAfterwards() {
    openAndRefresh(stage)
    let frames = stage.say(
      batch(open(3, "counter"), send(4, "counter-2", "nextButtonWasTapped"), get(5, "counter-2"), request(6, "sync")),
      close(7, "counter-2"))
    #expect(frames == [result(7)])
    let unknown = stage.say(get(5, "counter-2")).first ?? ""
    #expect(unknown.contains("unknownInstance"))
    #expect(stage.wait(100).last == batch(cancelled(3), result(4, #"{"rev":2}"#), unknown, result(6)))
  }

  @Test func aScreenThatTheAppClosesBeforeItsBatchIsAnsweredIsToldOfInOrder() throws {
    openAndRefresh(stage)
    stage.say(batch(open(3, "counter"), request(4, "sync")))
    let screen = try #require(stage.front.app.instances.last)
    #expect(stage.watch { screen.close() } == [])
    let frames = stage.wait(100).suffix(2)
    #expect(frames.first?.hasPrefix(#"[{"id":3,"jsonrpc":"2.0","result":{"instance":"counter-2","rev":1,"#) == true)
    #expect(
      frames.last
        == #"{"jsonrpc":"2.0","method":"screen/closed","params":{"instance":"counter-2","reason":"closedByApp"}}"#)
  }

  // MARK: - Opened and waited for

  private let loaded = balance(value: "1234.56", text: "$1,234.56", info: lastUpdate, dated: true)

  @Test func aSyncWaitsForWhatItsBatchStarted() {
    #expect(stage.say(batch(open(1, "balance"), request(2, "sync"))) == [])
    #expect(stage.wait(99) == [])
    #expect(stage.wait(1) == [batch(result(1, snapshot("balance-1", 3, loaded)), result(2))])
    #expect(stage.say(inactive(3)).count == 2)
  }

  @Test func aSyncOutsideWaitsForABatchAsWell() {
    #expect(
      stage.say(batch(open(1, "balance"), request(2, "sync")), request(3, "sync"), request(4, "ping")) == [result(4)])
    #expect(stage.wait(100) == [batch(result(1, snapshot("balance-1", 3, loaded)), result(2)), result(3)])
  }

  @Test func aBatchThatIsCancelledOpensWhatItOpened() {
    stage.say(batch(open(1, "balance"), request(2, "sync")))
    let cancel = #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}"#
    let loading = balance(info: "Loading...", loading: true)
    #expect(stage.say(cancel) == [batch(result(1, snapshot("balance-1", 2, loading)), cancelled(2))])
    #expect(stage.wait(100) == [update("balance-1", 3, loaded)])
  }

  @Test func aSyncDoesNotWaitForWhatItsBatchClosed() {
    let loading = balance(info: "Loading...", loading: true)
    #expect(
      stage.say(batch(open(1, "balance"), close(2, "balance-1"), request(3, "sync"))) == [
        batch(result(1, snapshot("balance-1", 2, loading)), result(2), result(3))
      ])
    #expect(stage.wait(1_000) == [])
  }

  @Test func `batches that wait replay equal`() async throws {
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
