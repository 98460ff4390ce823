import Streams
import StreamsTesting
import Testing

/// Operators that watch events pass.
@Suite struct WatchingTests {
  @Test func handleEventsSeesEveryEventFirst() {
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
    #expect(
      log == [
        "subscription Probe", "request max(1)", "value 1", "delivered", "request max(2)", "cancel",
      ])
    #expect(recorder.history == ["subscription: HandleEvents", "value: 1"])
    #expect(probe.events == [.subscribe, .request(.max(1)), .additional(.max(2)), .cancel])
  }

  @Test func handleEventsSeesNoDemandAfterTheCancel() {
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
    #expect(log == ["request max(1)", "cancel"])
  }

  @Test func handleEventsSeesOneCancelWhoeverCancels() {
    let probe = ProbePublisher<Int, Never>()
    var recorder: RecordingSubscriber<Int, Never>?
    var cancels = 0
    var kept: (any Subscription)?
    probe.handleEvents(receiveCancel: {
      cancels += 1
      if cancels < 10 { kept?.cancel() }
    }).receive(subscriber: AnySubscriber(receiveSubscription: { kept = $0 }))
    kept?.cancel()
    #expect(cancels == 1)
    for _ in 1...200 {
      let count = Shared(0)
      recorder = probe.handleEvents(receiveCancel: { count.withLock { $0 += 1 } }).record()
      together({ [recorder] in recorder?.cancel() }, { [recorder] in recorder?.cancel() })
      #expect(count.current == 1)
    }
  }

  @Test func handleEventsSeesTheEndAndNoCancelAfterIt() {
    var log: [String] = []
    let recorder = [1].publisher.handleEvents(
      receiveCompletion: { log.append("\($0)") }, receiveCancel: { log.append("cancel") }
    ).record()
    recorder.cancel()
    #expect(log == ["finished"])
  }

  @Test func printWritesCombinesTexts() {
    let text = Text()
    let probe = ProbePublisher<Int, Refused>()
    let recorder = probe.print("p", to: text).record(demand: .max(1)) { _ in .max(2) }
    probe.send(1)
    recorder.request(.unlimited)
    probe.send(completion: .failure(Refused()))
    _ = [1].publisher.print("", to: text).record()
    probe.print("c", to: text).record().cancel()
    #expect(
      text.lines == [
        "p: receive subscription: (Probe)", "p: request max: (1)", "p: receive value: (1)",
        "p: request max: (2) (synchronous)", "p: request unlimited", "p: receive error: (Refused())",
        "receive subscription: ([1])", "request unlimited", "receive value: (1)", "receive finished",
        "c: receive subscription: (Probe)", "c: request unlimited", "c: receive cancel",
      ])
  }

  @Test func breakpointPassesEverythingOnUnlessItStops() {
    var asked = 0
    let recorder = [1, 2].publisher.breakpoint(receiveOutput: { _ in
      asked += 1
      return false
    }).breakpointOnError().record()
    #expect(recorder.history == ["subscription: Breakpoint", "value: 1", "value: 2", "finished"])
    #expect(asked == 2)
  }

  @Test func assertNoFailurePassesValues() {
    #expect(
      [1].publisher.setFailureType(to: Refused.self).assertNoFailure().record().history == [
        "subscription: [1]", "value: 1", "finished",
      ])
  }

  @Test func assertNoFailureStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      _ = Fail<Int, Refused>(error: Refused()).assertNoFailure("never").sink { _ in }
    }
  }

  @Test func breakpointStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      _ = Fail<Int, Refused>(error: Refused()).breakpointOnError()
        .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    }
  }
}

/// A text stream that keeps lines.
private final class Text: TextOutputStream {
  private(set) var lines: [String] = []

  func write(_ string: String) { lines += string.split(separator: "\n").map(String.init) }
}
