import ExpectSupport
import Streams
import StreamsTesting
import Testing

@Suite struct AssignTests {
  private final class Thing {
    var number = 0
  }

  @Test func `keeps its object until the completion`() {
    let subject = PassthroughSubject<Int, Never>()
    weak var remains: Thing?
    var cancellable: AnyCancellable?
    do {
      let thing = Thing()
      remains = thing
      cancellable = subject.assign(to: \.number, on: thing)
    }
    subject.send(1)
    expectEqual(remains?.number, 1)
    subject.send(completion: .finished)
    #expect(remains == nil)
    cancellable?.cancel()
  }

  @Test func `describes itself with its type, its object and its key path`() {
    let assign = Subscribers.Assign(object: Thing(), keyPath: \Thing.number)
    expectEqual(assign.description, "Assign Thing.")
    expectEqual("\(assign.playgroundDescription)", "Assign Thing.")
    expectEqual(assign.customMirror.children.map(\.label), ["object", "keyPath", "status"])
  }

  @Test func `requests unlimited, and stops assigning after a cancel`() {
    let probe = ProbePublisher<Int, Never>()
    let thing = Thing()
    let cancellable = probe.assign(to: \.number, on: thing)
    probe.send(1)
    cancellable.cancel()
    probe.send(2)
    expectEqual(thing.number, 1)
    expectEqual(probe.events, [.subscribe, .request(.unlimited), .cancel])
  }
}
