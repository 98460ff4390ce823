import Streams
import StreamsTesting
import Testing

@Suite struct BufferTests {
  @Test func keepFullAsksForTheRoomThereIs() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest).record(demand: .none)
    #expect(probe.events == [.subscribe, .request(.max(2))])
    for value in 1...3 { probe.send(value) }
    recorder.request(.max(2))
    #expect(recorder.values == [1, 2])
    #expect(probe.events == [.subscribe, .request(.max(2)), .request(.max(2))])
    recorder.request(.max(1))
    probe.send(4)
    #expect(recorder.values == [1, 2, 4])
    #expect(probe.events.last == .additional(.max(1)))
  }

  @Test func byRequestAsksForEverythingAndDropsTheOldest() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).record(demand: .none)
    for value in 1...3 { probe.send(value) }
    probe.send(completion: .finished)
    recorder.request(.max(1))
    #expect(recorder.history == ["subscription: Buffer", "value: 2"])
    recorder.request(.max(1))
    #expect(recorder.history == ["subscription: Buffer", "value: 2", "value: 3", "finished"])
    #expect(probe.events == [.subscribe, .request(.unlimited)])
  }

  @Test func aCustomErrorComesAfterWhatIsKept() {
    let probe = ProbePublisher<Int, Refused>()
    let recorder = probe.buffer(size: 1, prefetch: .byRequest, whenFull: .customError(Refused.init))
      .record(demand: .none)
    probe.send(1)
    probe.send(2)
    #expect(recorder.history == ["subscription: Buffer"])
    #expect(probe.events.last == .cancel)
    recorder.request(.max(1))
    #expect(recorder.history == ["subscription: Buffer", "value: 1", "failure: Refused()"])
  }

  /// What a subscriber sends while it takes what was kept comes into the room that this leaves.
  @Test func keepFullHasRoomForWhatIsSentWhileItEmpties() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest).record(demand: .none) { value in
      if value < 8 { subject.send(value + 2) }
      return .none
    }
    subject.send(1)
    subject.send(2)
    recorder.request(.unlimited)
    #expect(recorder.values == Array(1...9))
    #expect(recorder.violations == [])
  }
}
