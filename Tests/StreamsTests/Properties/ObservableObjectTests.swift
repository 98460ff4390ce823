import Dispatch
import ExpectSupport
import Foundation
import Streams
import StreamsSupport
import StreamsTesting
import Support
import Testing

@Suite struct ObservableObjectTests {
  final class Plain: ObservableObject {}

  /// Asks a plain object for its publisher when it is released.
  final class AsksAtTheEnd {
    let onEnd: () -> Void
    init(_ onEnd: @escaping () -> Void) { self.onEnd = onEnd }
    deinit { onEnd() }
  }

  @Test func `has one publisher per object`() {
    let one = Plain()
    let two = Plain()
    #expect(one.objectWillChange === one.objectWillChange)
    #expect(one.objectWillChange !== two.objectWillChange)
  }

  @Test(.exitTest) func `a released publisher may release any other object`() async {
    await #expect(processExitsWith: .success) {
      let other = Plain()
      // Enough objects for the table of publishers to be swept meanwhile.
      for _ in 0..<1_000 {
        let object = Plain()
        let last = AsksAtTheEnd { other.objectWillChange.send() }
        let recorder = object.objectWillChange.map { last }.record()
        withExtendedLifetime(recorder) {}
      }
    }
  }

  /// Asks for the publisher of another object when it is released.
  final class AsksAtItsEnd: ObservableObject {
    let other: Plain
    init(_ other: Plain) { self.other = other }
    deinit { other.objectWillChange.send() }
  }

  @Test(.exitTest) func `an object that is released during a sweep of the table may ask for a publisher`() async {
    await #expect(processExitsWith: .success) {
      let other = Plain()
      _ = other.objectWillChange
      let mailbox = Shared<[AsksAtItsEnd]>([])
      let hasEnded = Shared(false)
      let released = DispatchSemaphore(value: 0)
      // Releases objects while the other thread looks which ones are alive: the oldest, behind some hundred others.
      Thread.detachNewThread {
        while !hasEnded.current {
          var oldest: AsksAtItsEnd?
          repeat { oldest = mailbox.withLock { $0.count > 300 ? $0.removeFirst() : nil } } while oldest != nil
        }
        released.signal()
      }
      for _ in 0..<50_000 {
        let object = AsksAtItsEnd(other)
        _ = object.objectWillChange
        mailbox.withLock { $0.append(object) }
      }
      hasEnded.withLock { $0 = true }
      released.wait()
    }
  }

  @Test func `the first change makes no publisher`() {
    let object = Counter()
    object.number = 1
    #expect(objectPublishers.knownPublisher(for: object) == nil)
    let recorder = object.objectWillChange.record()
    object.number = 2
    expectEqual(recorder.values.count, 1)
  }

  @Test func `a property that is replaced later belongs to the object's publisher`() {
    let object = Replacing()
    let recorder = object.objectWillChange.record()
    object.replaceStorage()
    object.number = 2
    expectEqual(recorder.values.count, 1)
  }

  final class Replacing: ObservableObject {
    @Published var number = 0
    func replaceStorage() { _number = Published(initialValue: 1) }
  }

  final class OwnPublisher: ObservableObject {
    let objectWillChange = ObservableObjectPublisher()
    @Published var number = 0
  }

  final class OwnSubject: ObservableObject {
    let objectWillChange = PassthroughSubject<Void, Never>()
    @Published var number = 0
  }

  @Test func `leaves a publisher alone that the class declares`() {
    let object = OwnPublisher()
    let recorder = object.objectWillChange.record()
    object.number = 1
    expectEqual(recorder.values.count, 0)
    object.objectWillChange.send()
    expectEqual(recorder.values.count, 1)
  }

  @Test func `leaves a subject alone that the class declares`() {
    let object = OwnSubject()
    let recorder = object.objectWillChange.record()
    object.number = 1
    expectEqual(recorder.values.count, 0)
  }

  final class Counter: ObservableObject {
    @Published var number = 0
  }

  @Test func `publishes changes after its publisher is first used`() {
    let object = Counter()
    object.number = 1
    let recorder = object.objectWillChange.record()
    object.number = 2
    expectEqual(recorder.values.count, 1)
  }

  /// Shows none of its properties.
  class Secretive: ObservableObject, CustomReflectable {
    @Published var number = 0
    var customMirror: Mirror { Mirror(self, children: ["nothing": 0]) }
  }

  final class MoreSecretive: Secretive {
    let padding = (UInt8(1), "text")
    @Published private(set) var text = ""
    func write() { text += "a" }
  }

  @Test func `sends the changes of a class that makes its own mirror`() {
    let object = MoreSecretive()
    object.number = 1
    object.write()
    let recorder = object.objectWillChange.record()
    object.number = 2
    object.write()
    expectEqual(recorder.values.count, 2)
    expectEqual(object.number, 2)
    expectEqual(object.text, "aa")
  }

  @Test func `two threads that ask first both get every notification`() {
    var missed = 0
    for _ in 0..<2_000 {
      let object = Counter()
      // Finds no publisher, so that the property has to be connected later.
      object.number = 1
      let counts = [Shared(0), Shared(0)]
      nonisolated(unsafe) let shared = object
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        let cancellable = shared.objectWillChange.sink { counts[thread].withLock { $0 += 1 } }
        shared.number = thread
        cancellable.cancel()
      }
      missed += counts.filter { $0.current == 0 }.count
    }
    expectEqual(missed, 0)
  }

  @Test func `sends to every subscriber whatever the demand`() {
    let publisher = ObservableObjectPublisher()
    var count = 0
    publisher.receive(
      subscriber: AnySubscriber<Void, Never>(receiveSubscription: { $0.request(.max(1)) }) { _ in
        count += 1
        return .none
      })
    for _ in 1...3 { publisher.send() }
    expectEqual(count, 3)
    publisher.receive(
      subscriber: AnySubscriber<Void, Never>(receiveSubscription: { _ in }) { _ in
        count += 10
        return .none
      })
    publisher.send()
    expectEqual(count, 14)
  }

  @Test func `sends nothing after the cancel`() {
    let publisher = ObservableObjectPublisher()
    let recorder = publisher.record()
    publisher.send()
    recorder.cancel()
    publisher.send()
    expectEqual(recorder.history, ["subscription: ObservableObjectPublisher", "value: ()"])
  }
}
