import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct HandleEventsTests {
  @Test func `sees every event before downstream and upstream`() {
    var log: [String] = []
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.handleEvents(
      receiveSubscription: { log.append("subscription \($0)") },
      receiveOutput: { log.append("value \($0)") },
      receiveCompletion: { log.append("completion \($0)") },
      receiveCancel: { log.append("cancel") },
      receiveRequest: { log.append("request \($0)") }
    ).record(demand: .max(1)) { _ in
      log.append("delivered")
      return .max(2)
    }
    probe.send(1)
    recorder.cancel()
    recorder.cancel()
    expectEqual(
      log,
      [
        "subscription Probe", "request max(1)", "value 1", "delivered", "request max(2)", "cancel",
      ])
    expectEqual(recorder.history, ["subscription: HandleEvents", "value: 1"])
    expectEqual(probe.events, [.subscribe, .request(.max(1)), .additional(.max(2)), .cancel])
  }

  @Test func `sees no demand after a cancel`() {
    var log: [String] = []
    var recorder: RecordingSubscriber<Int, Never>?
    let subject = PassthroughSubject<Int, Never>()
    let watched = subject.handleEvents(
      receiveCancel: { log.append("cancel") }, receiveRequest: { log.append("request \($0)") })
    recorder = watched.record(demand: .max(1)) { _ in
      recorder?.cancel()
      return .max(1)
    }
    subject.send(1)
    expectEqual(log, ["request max(1)", "cancel"])
  }

  @Test func `sees one cancel of several`() {
    let probe = ProbePublisher<Int, Never>()
    var recorder: RecordingSubscriber<Int, Never>?
    var cancels = 0
    var kept: (any Subscription)?
    probe.handleEvents(receiveCancel: {
      cancels += 1
      if cancels < 10 { kept?.cancel() }
    }).receive(subscriber: AnySubscriber(receiveSubscription: { kept = $0 }))
    kept?.cancel()
    expectEqual(cancels, 1)
    for _ in 1...200 {
      let count = Shared(0)
      recorder = probe.handleEvents(receiveCancel: { count.withLock { $0 += 1 } }).record()
      together({ [recorder] in recorder?.cancel() }, { [recorder] in recorder?.cancel() })
      expectEqual(count.current, 1)
    }
  }

  @Test func `sees no cancel after the completion`() {
    var log: [String] = []
    let recorder = [1].publisher.handleEvents(
      receiveCompletion: { log.append("\($0)") }, receiveCancel: { log.append("cancel") }
    ).record()
    recorder.cancel()
    expectEqual(log, ["finished"])
  }

  @Test func `passes a failure through`() throws {
    try expectMarbles("a: -1-2#\ndemand: 1-1\na.upstream: (^1)-1\nresult: -1-2#") { rows, _ in
      rows.a.handleEvents(receiveOutput: { _ in })
    }
  }
}
