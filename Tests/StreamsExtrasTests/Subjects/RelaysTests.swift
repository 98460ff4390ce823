import ExpectSupport
import Streams
import StreamsExtras
import StreamsTesting
import Testing

@Suite struct RelaysTests {
  @Test func `PassthroughRelay never completes`() {
    let relay = PassthroughRelay<Int>()
    let recorder = relay.record()
    let cancellable = [1, 2].publisher.subscribe(relay)
    relay.accept(3)
    expectEqual(recorder.values, [1, 2, 3])
    #expect(recorder.completion == nil)
    cancellable.cancel()
  }

  @Test func `CurrentValueRelay replays its value and never completes`() {
    let relay = CurrentValueRelay(0)
    let cancellable = [1, 2].publisher.subscribe(relay)
    expectEqual(relay.value, 2)
    let recorder = relay.record()
    relay.accept(3)
    expectEqual(recorder.values, [2, 3])
    #expect(recorder.completion == nil)
    cancellable.cancel()
  }

  @Test func `drops a value without demand, or sends the latest`() {
    let (passthrough, current) = (PassthroughRelay<Int>(), CurrentValueRelay(0))
    let recorders = [passthrough.record(demand: .none), current.record(demand: .max(1))]
    for value in 1...2 {
      passthrough.accept(value)
      current.accept(value)
    }
    for recorder in recorders { recorder.request(.max(1)) }
    passthrough.accept(3)
    expectEqual(recorders.map(\.values), [[3], [0, 2]])
  }
}
