import Dispatch
import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct SwitchToLatestTests {
  private let outer = ProbePublisher<Int, Oops>("outer")

  @Test func `emits the values of the newest inner publisher`() {
    let outer = PassthroughSubject<CurrentValueSubject<Int, Never>, Never>()
    var switched: [Int] = []
    let cancellable = outer.switchToLatest().sink { switched.append($0) }
    let one = CurrentValueSubject<Int, Never>(10)
    let two = CurrentValueSubject<Int, Never>(20)
    outer.send(one)
    one.value = 11
    outer.send(two)
    one.value = 12
    two.value = 21
    expectEqual(switched, [10, 11, 20, 21])
    cancellable.cancel()
  }

  @Test func `cancels the old inner before it subscribes to the new`() {
    var log: [String] = []
    let probes = (0..<2).map { index in ProbePublisher<Int, Oops> { log.append("\(index) \($0)") } }
    let recorder = outer.map { probes[$0] }.switchToLatest().record(demand: .max(3))
    outer.send(0)
    probes[0].send(1)
    outer.send(1)
    probes[0].send(2)
    probes[1].send(3)
    expectEqual(log, ["0 subscribe", "0 request max(3)", "0 cancel", "1 subscribe", "1 request max(2)"])
    expectEqual(recorder.values, [1, 3])
    outer.send(completion: .finished)
    #expect(recorder.completion == nil)
    probes[1].send(completion: .finished)
    expectEqual(recorder.completion, .finished)
  }

  @Test func `gives the next inner publisher the remaining demand`() {
    let outer = PassthroughSubject<ProbePublisher<Int, Never>, Never>()
    let inners = [ProbePublisher<Int, Never>("a"), ProbePublisher<Int, Never>("b")]
    let recorder = outer.switchToLatest().record(demand: .max(3))
    outer.send(inners[0])
    inners[0].send(1)
    outer.send(inners[1])
    expectEqual(inners[0].events, [.subscribe, .request(.max(3)), .cancel])
    expectEqual(inners[1].events, [.subscribe, .request(.max(2))])
    expectEqual(recorder.values, [1])
  }

  @Test func `fails and cancels when the inner or the outer fails`() throws {
    try expectMarbles(
      """
      a:           -1
      b:           --x#
      a.upstream:  (^*)--!
      b.upstream:  -(^*)
      result:      --x#
      """
    ) { rows, _ in rows.a.map { _ in rows.b }.switchToLatest() }
    try expectMarbles(
      """
      a:           -1-#
      b:           --x
      a.upstream:  (^*)
      b.upstream:  -(^*)-!
      result:      --x#
      """
    ) { rows, _ in rows.a.map { _ in rows.b }.switchToLatest() }
  }

  @Test func `passes a cancel to the outer and the inner publisher`() throws {
    try expectMarbles(
      """
      a:           -1
      b:           --x
      cancel:      ---!
      a.upstream:  (^*)--!
      b.upstream:  -(^*)-!
      result:      --x
      """
    ) { rows, _ in rows.a.map { _ in rows.b }.switchToLatest() }
  }

  @Test func `passes demand that a nested value returns to the inner`() {
    let outer = PassthroughSubject<AnyPublisher<Int, Never>, Never>()
    let inner = ProbePublisher<Int, Never>("inner")
    var isFirst = true
    let recorder = outer.switchToLatest().record(demand: .max(2)) { _ in
      if isFirst {
        isFirst = false
        inner.send(2)
      }
      return .max(1)
    }
    outer.send(inner.eraseToAnyPublisher())
    inner.send(1)
    expectEqual(recorder.values, [1, 2])
    expectEqual(recorder.outstanding, .max(2))
    expectEqual(inner.outstanding, .max(2))
  }

  @Test func `passes returned demand to the inner that came meanwhile`() {
    let outer = PassthroughSubject<ProbePublisher<Int, Never>, Never>()
    let inners = [ProbePublisher<Int, Never>("a"), ProbePublisher<Int, Never>("b")]
    let recorder = outer.switchToLatest().record(demand: .max(3)) { value in
      guard value == 1 else { return .none }
      outer.send(inners[1])
      return .max(4)
    }
    outer.send(inners[0])
    inners[0].send(1)
    expectEqual(inners[0].events, [.subscribe, .request(.max(3)), .cancel])
    expectEqual(inners[1].events, [.subscribe, .request(.max(2)), .request(.max(4))])
    expectEqual(recorder.values, [1])
  }

  @Test func `subscribes at once to an inner from inside a delivery`() {
    let values = Reentrancy.valuesOfNestedInner { $0.switchToLatest().eraseToAnyPublisher() }
    expectEqual(values, ["open", "second appeared"])
  }

  @Test func `subscribes at once while another thread delivers`() {
    let (before, after) = Reentrancy.valuesOfInnerDuringDelivery { $0.switchToLatest().eraseToAnyPublisher() }
    expectEqual(before, [1])
    expectEqual(after, [1, 11])
  }

  @Test func `never returns to an older inner publisher`() {
    let outer = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
    let inners = (0..<20).map { _ in PassthroughSubject<Int, Never>() }
    let seen = Shared<[Int]>([])
    let cancellable = outer.switchToLatest().sink { value in seen.withLock { $0.append(value) } }
    together(
      { for inner in inners { outer.send(inner) } },
      {
        for number in 0..<Stress.count {
          for (index, inner) in inners.enumerated() { inner.send(index * Stress.count + number) }
        }
      })
    let order = seen.current.map { $0 / Stress.count }
    expectEqual(order, order.sorted())
    cancellable.cancel()
  }

  /// A value of the old inner publisher is on its way while the newer one comes.
  @Test func `drops a value that is overtaken by a newer publisher`() {
    for _ in 0..<200 {
      let outer = PassthroughSubject<AnyPublisher<Int, Never>, Never>()
      let old = ProbePublisher<Int, Never>()
      let new = PassthroughSubject<Int, Never>()
      let values = Shared<[Int]>([])
      let isInside = DispatchSemaphore(value: 0)
      let isSending = Shared(false)
      let cancellable = outer.switchToLatest().sink { value in
        values.withLock { $0.append(value) }
        guard value == 1 else { return }
        isInside.signal()
        while !isSending.current {}
        outer.send(new.eraseToAnyPublisher())
        new.send(10)
      }
      outer.send(old.eraseToAnyPublisher())
      together(
        { old.send(1) },
        {
          isInside.wait()
          isSending.withLock { $0 = true }
          old.send(2)
        })
      expectEqual(values.current, [1, 10])
      cancellable.cancel()
    }
  }
}
