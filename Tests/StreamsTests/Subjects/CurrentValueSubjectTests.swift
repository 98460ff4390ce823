import Dispatch
import ExpectSupport
import Foundation
import Streams
import StreamsSupport
import StreamsTesting
import Testing

import enum Support.Seeds

@Suite(.timeLimit(.minutes(30))) struct CurrentValueSubjectTests {
  @Test func `replays its value at the first request`() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let recorder = subject.record(demand: .none)
    subject.send(2)
    expectEqual(recorder.values, [])
    recorder.request(.max(2))
    expectEqual(recorder.values, [2])
    subject.send(3)
    expectEqual(recorder.values, [2, 3])
  }

  @Test func `sends the latest missed value at the next request`() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let recorder = subject.record(demand: .max(1))
    subject.send(2)
    subject.send(3)
    expectEqual(recorder.values, [1])
    recorder.request(.max(1))
    expectEqual(recorder.values, [1, 3])
    recorder.request(.max(1))
    expectEqual(recorder.values, [1, 3])
    subject.send(4)
    expectEqual(recorder.values, [1, 3, 4])
  }

  @Test func `sends a value once that a subscriber requests while others get it`() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let late = RecordingSubscriber<Int, Never>(demand: .max(1))
    let first = subject.sink { if $0 == 2 { late.request(.max(2)) } }
    subject.subscribe(late)
    subject.send(2)
    expectEqual(late.values, [1, 2])
    subject.send(3)
    expectEqual(late.values, [1, 2, 3])
    first.cancel()
  }

  @Test func `sends values and a failure to every subscriber`() {
    let subject = CurrentValueSubject<Int, Oops>(0)
    let recorders = [subject.record(), subject.record()]
    subject.send(1)
    subject.send(completion: .failure(Oops()))
    subject.send(2)
    for recorder in recorders {
      expectEqual(recorder.history, ["subscription: CurrentValueSubject", "value: 0", "value: 1", "failure: Oops()"])
    }
  }

  @Test func `requests unlimited from its upstream, and cancels it`() {
    let probe = ProbePublisher<Int, Never>()
    let cancellable = probe.subscribe(CurrentValueSubject<Int, Never>(0))
    expectEqual(probe.events, [.subscribe, .request(.unlimited)])
    cancellable.cancel()
    expectEqual(probe.events.last, .cancel)
  }

  @Test func `requests unlimited once from each upstream`() {
    let probe = ProbePublisher<Int, Never>()
    let subject = CurrentValueSubject<Int, Never>(0)
    let cancellable = probe.subscribe(subject)
    let recorder = subject.record()
    expectEqual(probe.events, [.subscribe, .request(.unlimited)])
    let late = ProbePublisher<Int, Never>()
    let second = late.subscribe(subject)
    expectEqual(late.events, [.subscribe, .request(.unlimited)])
    withExtendedLifetime((cancellable, second, recorder)) {}
  }

  @Test func `keeps its value when one is sent after the completion`() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let recorder = subject.record()
    subject.send(completion: .finished)
    subject.send(2)
    expectEqual(subject.value, 1)
    expectEqual(recorder.history, ["subscription: CurrentValueSubject", "value: 1", "finished"])
  }

  @Test func `stores a value that is set after the completion`() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let recorder = subject.record()
    subject.send(completion: .finished)
    subject.value = 2
    expectEqual(subject.value, 2)
    expectEqual(recorder.values, [1])
  }

  @Test func `keeps its value after a completion in the same delivery`() {
    let subject = CurrentValueSubject<Int, Never>(1)
    var values: [Int] = []
    let cancellable = subject.dropFirst().sink { value in
      subject.send(completion: .finished)
      subject.send(3)
      values.append(value)
      values.append(subject.value)
    }
    subject.send(2)
    expectEqual(values, [2, 2])
    expectEqual(subject.value, 2)
    cancellable.cancel()
  }

  @Test func `sends no value that is set after the completion`() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let recorder = subject.record()
    subject.send(completion: .finished)
    subject.value = 2
    expectEqual(subject.value, 2)
    expectEqual(recorder.history, ["subscription: CurrentValueSubject", "value: 1", "finished"])
  }

  @Test func `sends no value to one that joins in the completion`() {
    let subject = CurrentValueSubject<Int, Oops>(1)
    let recorder = subject.retry(2).record()
    let other = subject.record()
    subject.send(completion: .failure(Oops()))
    expectEqual(recorder.history, ["subscription: Retry", "value: 1", "failure: Oops()"])
    expectEqual(other.history, ["subscription: CurrentValueSubject", "value: 1", "failure: Oops()"])
  }

  @Test func `sends later values to one that joins in a delivery`() {
    let subject = CurrentValueSubject<Int, Never>(0)
    var heard: [String] = []
    var cancellables: Set<AnyCancellable> = []
    subject.sink { value in
      heard.append("first \(value)")
      guard value == 1 else { return }
      subject.sink { heard.append("second \($0)") }.store(in: &cancellables)
      for next in 2...4 { subject.send(next) }
    }
    .store(in: &cancellables)
    subject.send(1)
    expectEqual(
      heard,
      [
        "first 0", "first 1", "second 1", "first 2", "second 2", "first 3", "second 3", "first 4", "second 4",
      ])
  }

  @Test func `adds demand from inside a delivery to waiting values`() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let recorder = RecordingSubscriber<Int, Never>(demand: .max(2))
    let cancellable = subject.sink { value in
      guard value == 1 else { return }
      for next in 2...4 { subject.send(next) }
      recorder.request(.max(2))
    }
    subject.subscribe(recorder)
    subject.send(1)
    expectEqual(recorder.values, [0, 1, 2, 3])
    cancellable.cancel()
  }

  @Test func `is read and subscribed to during a delivery`() {
    let current = CurrentValueSubject<Int, Never>(0)
    let late = Shared<RecordingSubscriber<Int, Never>?>(nil)
    let read = Shared<Int?>(nil)
    Reentrancy.runOnAnotherThread(duringDeliveryOf: current) {
      read.withLock { $0 = current.value }
      late.withLock { $0 = current.record() }
    }
    current.send(2)
    expectEqual(read.current, 1)
    expectEqual(late.current?.values, [1, 2])
    current.send(completion: .finished)
  }

  @Test func `publishes every value of several threads once`() {
    let subject = CurrentValueSubject<Int, Never>(-1)
    let seen = Shared<[Int]>([])
    let cancellable = subject.sink { value in seen.withLock { $0.append(value) } }
    Stress.send { subject.value = $0 }
    #expect(Stress.isComplete(Array(seen.current.dropFirst())))
    expectEqual(seen.current.last, subject.value)
    cancellable.cancel()
  }

  @Test func `ends with the newest value for every subscriber`() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let kept = Shared<[(AnyCancellable, Shared<[Int]>)]>([])
    together(
      { for number in 1...Stress.count { subject.send(number) } },
      {
        for _ in 0..<100 {
          let seen = Shared<[Int]>([])
          let cancellable = subject.sink { value in seen.withLock { $0.append(value) } }
          kept.withLock { $0.append((cancellable, seen)) }
        }
      })
    for (cancellable, seen) in kept.current {
      // Each value once, none older than the previous one.
      #expect(zip(seen.current, seen.current.dropFirst()).allSatisfy { $0 < $1 })
      expectEqual(seen.current.last, Stress.count)
      cancellable.cancel()
    }
  }

  @Test func `sends a value once to requests of several threads`() {
    for _ in 0..<100 {
      let subject = CurrentValueSubject<Int, Never>(0)
      let asker = RecordingSubscriber<Int, Never>(demand: .none)
      subject.subscribe(asker)
      together(
        { asker.request(.unlimited) }, { asker.request(.unlimited) }, { asker.request(.max(1)) },
        { for number in 1...20 { subject.send(number) } })
      let seen = asker.values
      #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 })
      expectEqual(seen.last, 20)
    }
  }

  @Test func `a new subscriber misses nothing while a thread sends`() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let isDone = Shared(false)
    let gaps = Shared<[[Int]]>([])
    let late = Shared(0)
    together(
      {
        for _ in 0..<(400 * Seeds.factor) {
          let seen = Shared<[Int]>([])
          let cancellable = subject.sink { value in seen.withLock { $0.append(value) } }
          // The current value has been delivered when `sink` returns.
          if seen.current.isEmpty { late.withLock { $0 += 1 } }
          while seen.current.count < 3 {}
          cancellable.cancel()
          let values = seen.current
          if zip(values, values.dropFirst()).contains(where: { $1 != $0 + 1 }) { gaps.withLock { $0.append(values) } }
        }
        isDone.withLock { $0 = true }
      },
      {
        var number = 0
        while !isDone.current {
          number += 1
          subject.send(number)
        }
      })
    expectEqual(gaps.current, [])
    expectEqual(late.current, 0)
  }

  @Test func `the subscribing thread delivers the first value`() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let isDone = Shared(false)
    let foreign = Shared(0)
    together(
      {
        for _ in 0..<(400 * Seeds.factor) {
          let thread = Thread.current
          let isFirst = Shared(true)
          subject.sink { _ in
            let first = isFirst.withLock { isFirst in
              defer { isFirst = false }
              return isFirst
            }
            if first, Thread.current != thread { foreign.withLock { $0 += 1 } }
          }.cancel()
        }
        isDone.withLock { $0 = true }
      }, { while !isDone.current { subject.send(1) } })
    expectEqual(foreign.current, 0)
  }

  /// The first value holds the sender up, so the values that follow are not queued.
  @Test func `a sender waits for the first value of a subscription`() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let log = Shared<[String]>([])
    let isInside = DispatchSemaphore(value: 0)
    let mayReturn = DispatchSemaphore(value: 0)
    let isStored = DispatchSemaphore(value: 0)
    let receive: @Sendable (Int) -> Void = { value in
      log.withLock { $0.append("begin \(value)") }
      if value == 0 {
        isInside.signal()
        mayReturn.wait()
      }
      log.withLock { $0.append("end \(value)") }
    }
    let cancellable = Shared<AnyCancellable?>(nil)
    together(
      {
        let new = subject.sink(receiveValue: receive)
        cancellable.withLock { $0 = new }
      },
      {
        isInside.wait()
        isStored.signal()
        subject.send(1)
        log.withLock { $0.append("sent") }
      },
      {
        isStored.wait()
        while subject.value == 0 {}
        mayReturn.signal()
      })
    expectEqual(log.current, ["begin 0", "end 0", "begin 1", "end 1", "sent"])
    cancellable.withLock { $0 = nil }
  }
}
