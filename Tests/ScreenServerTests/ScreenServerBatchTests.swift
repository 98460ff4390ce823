import ExpectSupport
import ScreenServer
import Testing

@testable import ServerSupport

/// Batches that wait for their last reply, frame by frame.
@MainActor @Suite struct ScreenServerBatchTests {
  let stage = ServerStage(latency: 100)

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
  private func openAndRefresh(_ stage: ServerStage, as instance: String = "balance-1") {
    stage.say(open(1, "balance"))
    stage.wait(100)
    stage.say(send(2, instance, "refreshButtonWasTapped"))
  }

  @Test func `hides an amount that is redacted while a batch waits`() {
    openAndRefresh(stage)
    expectEqual(stage.say(batch(get(3, "balance-1"), request(4, "sync"))), [])
    expectEqual(stage.say(inactive(5)), [update("balance-1", 5, redactedAndLoading), result(5)])
    expectEqual(
      stage.wait(100),
      [
        update("balance-1", 6, redacted), batch(result(3, snapshot("balance-1", 6, redacted)), result(4)),
      ])
  }

  @Test func `hides an amount that the same batch redacts`() {
    openAndRefresh(stage)
    expectEqual(
      stage.say(batch(get(3, "balance-1"), inactive(4))),
      [
        update("balance-1", 5, redactedAndLoading),
        batch(result(3, snapshot("balance-1", 5, redactedAndLoading)), result(4)),
      ])
  }

  @Test func `hides an amount of a closed screen`() {
    openAndRefresh(stage)
    stage.say(open(3, "balance"))
    stage.wait(100)
    stage.say(send(4, "balance-2", "refreshButtonWasTapped"))
    expectEqual(stage.say(batch(get(5, "balance-1"), close(6, "balance-1"), request(7, "sync"))), [])
    expectEqual(stage.say(inactive(8)).count, 2)
    let frames = stage.wait(100)
    expectEqual(frames.last, batch(result(5, snapshot("balance-1", 6, redacted)), result(6), result(7)))
    #expect(!frames.joined().contains("1234.56"))
  }

  @Test func `opens a screen with the state when its reply is written`() {
    openAndRefresh(stage)
    expectEqual(stage.say(batch(open(3, "terms"), open(4, "balance"), request(5, "sync"))), [])
    expectEqual(stage.say(inactive(6)).count, 2)
    let frames = stage.wait(99) + stage.wait(1)
    let reply = frames.first { $0.hasPrefix("[") }
    #expect(reply?.contains(#""isRedacted":true"#) == true)
    #expect(reply?.contains(#""isRedacted":false"#) == false)
  }

  // MARK: - Closed meanwhile

  @Test func `does not name a screen after the batch that closes it`() {
    let frames = stage.say(
      batch(open(1, "counter"), send(2, "counter-1", "nextButtonWasTapped"), close(3, "counter-1")), request(4, "ping"))
    expectEqual(frames.count, 2)
    #expect(frames.first?.hasPrefix(#"[{"id":1,"jsonrpc":"2.0","result":{"instance":"counter-1","rev":2,"#) == true)
    #expect(frames.first?.hasSuffix(result(2, #"{"rev":2}"#) + "," + result(3) + "]") == true)
    expectEqual(frames.last, result(4))
  }

  @Test func `does not name a screen closed before its batch ends`() {
    openAndRefresh(stage)
    let frames = stage.say(
      batch(open(3, "counter"), send(4, "counter-2", "nextButtonWasTapped"), get(5, "counter-2"), request(6, "sync")),
      close(7, "counter-2"))
    expectEqual(frames, [result(7)])
    let unknown = stage.say(get(5, "counter-2")).first ?? ""
    #expect(unknown.contains("unknownInstance"))
    expectEqual(stage.wait(100).last, batch(cancelled(3), result(4, #"{"rev":2}"#), unknown, result(6)))
  }

  @Test func `reports a screen that the app closes after its batch`() throws {
    openAndRefresh(stage)
    stage.say(batch(open(3, "counter"), request(4, "sync")))
    let screen = try #require(stage.server.app.instances.last)
    expectEqual(stage.watch { screen.close() }, [])
    let frames = stage.wait(100).suffix(2)
    #expect(frames.first?.hasPrefix(#"[{"id":3,"jsonrpc":"2.0","result":{"instance":"counter-2","rev":1,"#) == true)
    expectEqual(
      frames.last,
      #"{"jsonrpc":"2.0","method":"screen/closed","params":{"instance":"counter-2","reason":"closedByApp"}}"#)
  }

  @Test func `reports once that the app closes a screen which its batch names twice`() throws {
    openAndRefresh(stage)
    stage.say(batch(open(3, "counter"), get(4, "counter-2"), request(5, "sync")))
    let screen = try #require(stage.server.app.instances.last)
    expectEqual(stage.watch { screen.close() }, [])
    let frames = stage.wait(100)
    expectEqual(frames.filter { $0.contains("screen/closed") }.count, 1)
    #expect(frames.last?.contains("screen/closed") == true)
  }

  @Test func `opens a screen that a notification of its batch closes`() {
    let notification = #"{"jsonrpc":"2.0","method":"screen/close","params":{"instance":"counter-1"}}"#
    let frames = stage.say(batch(open(1, "counter"), notification), get(2, "counter-1"))
    #expect(frames.first?.hasPrefix(#"[{"id":1,"jsonrpc":"2.0","result":{"instance":"counter-1","rev":1,"#) == true)
    #expect(frames.last?.contains("unknownInstance") == true)
    expectEqual(frames.count, 2)
  }

  // MARK: - Opened and waited for

  private let loaded = balance(value: "1234.56", text: "$1,234.56", info: lastUpdate, dated: true)

  @Test func `waits in a sync for the requests of its batch`() {
    expectEqual(stage.say(batch(open(1, "balance"), request(2, "sync"))), [])
    expectEqual(stage.wait(99), [])
    expectEqual(stage.wait(1), [batch(result(1, snapshot("balance-1", 3, loaded)), result(2))])
    expectEqual(stage.say(inactive(3)).count, 2)
  }

  @Test func `waits in a sync for an earlier batch`() {
    expectEqual(
      stage.say(batch(open(1, "balance"), request(2, "sync")), request(3, "sync"), request(4, "ping")), [result(4)])
    expectEqual(stage.wait(100), [batch(result(1, snapshot("balance-1", 3, loaded)), result(2)), result(3)])
  }

  @Test func `opens screens in a batch whose sync is cancelled`() {
    stage.say(batch(open(1, "balance"), request(2, "sync")))
    let cancel = #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}"#
    let loading = balance(info: "Loading...", loading: true)
    expectEqual(stage.say(cancel), [batch(result(1, snapshot("balance-1", 2, loading)), cancelled(2))])
    expectEqual(stage.wait(100), [update("balance-1", 3, loaded)])
  }

  @Test func `does not wait in a sync for a closed screen`() {
    let loading = balance(info: "Loading...", loading: true)
    expectEqual(
      stage.say(batch(open(1, "balance"), close(2, "balance-1"), request(3, "sync"))),
      [
        batch(result(1, snapshot("balance-1", 2, loading)), result(2), result(3))
      ])
    expectEqual(stage.wait(1_000), [])
  }
}
