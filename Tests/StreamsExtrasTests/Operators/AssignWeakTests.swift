import ExpectSupport
import Streams
import StreamsExtras
import StreamsTesting
import Testing

@Suite struct AssignWeakTests {
  private final class Thing {
    var number = 0
  }

  @Test func `assigns while the object is alive, and does not keep it`() {
    let probe = ProbePublisher<Int, Never>()
    var thing: Thing? = Thing()
    weak let observed = thing
    let cancellable = thing.map { probe.assign(to: \.number, onWeak: $0) }
    probe.send(1)
    expectEqual(observed?.number, 1)
    thing = nil
    #expect(observed == nil)
    probe.send(2)
    expectEqual(probe.events, [.subscribe, .request(.unlimited)])
    cancellable?.cancel()
    expectEqual(probe.events.last, .cancel)
  }

  @Test func `assigns nothing after a cancel`() {
    let (subject, thing) = (PassthroughSubject<Int, Never>(), Thing())
    let cancellable = subject.assign(to: \.number, onWeak: thing)
    cancellable.cancel()
    subject.send(1)
    expectEqual(thing.number, 0)
  }
}
