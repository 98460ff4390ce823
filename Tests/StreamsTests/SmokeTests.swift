import Foundation
import Streams
import StreamsTesting
import Testing

@Suite struct SmokeTests {
  @Test func mapAndFilterPassValues() {
    var seen: [Int] = []
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = subject.map { $0 + 1 }.filter { $0.isMultiple(of: 2) }.sink { seen.append($0) }
    for value in 1...5 { subject.send(value) }
    cancellable.cancel()
    subject.send(7)
    #expect(seen == [2, 4, 6])
  }

  @Test func nestedSendsFollowTheCurrentValue() {
    var seen: [String] = []
    let subject = PassthroughSubject<Int, Never>()
    let first = subject.sink {
      seen.append("a\($0)")
      if $0 < 3 { subject.send($0 + 1) }
    }
    let second = subject.sink { seen.append("b\($0)") }
    subject.send(1)
    #expect(seen == ["a1", "b1", "a2", "b2", "a3", "b3"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func combineLatestAndSwitch() {
    var seen: [String] = []
    let a = CurrentValueSubject<Int, Never>(1)
    let b = PassthroughSubject<String, Never>()
    let c1 = a.combineLatest(b).sink { seen.append("\($0)\($1)") }
    b.send("x")
    a.value = 2
    b.send("y")
    #expect(seen == ["1x", "2x", "2y"])
    let outer = PassthroughSubject<CurrentValueSubject<Int, Never>, Never>()
    var switched: [Int] = []
    let c2 = outer.switchToLatest().sink { switched.append($0) }
    let one = CurrentValueSubject<Int, Never>(10)
    let two = CurrentValueSubject<Int, Never>(20)
    outer.send(one)
    one.value = 11
    outer.send(two)
    one.value = 12
    two.value = 21
    #expect(switched == [10, 11, 20, 21])
    var flat: [Int] = []
    let c3 = [1, 2, 3].publisher.flatMap { n in (0..<n).publisher }.sink { flat.append($0) }
    #expect(flat == [0, 0, 1, 0, 1, 2])
    let c4 = (1...).publisher.flatMap { Just($0) }.first(where: { $0 > 5 }).sink { flat.append($0) }
    #expect(flat.last == 6)
    withExtendedLifetime((c1, c2, c3, c4)) {}
  }

  final class Model: ObservableObject {
    @Published var name = "a"
    @Published var copy = ""
  }

  @Test func publishedPublishesBeforeTheStore() {
    let model = Model()
    var seen: [String] = []
    let c0 = model.objectWillChange.sink { seen.append("will") }
    let c = model.$name.sink { [unowned model] in seen.append("\($0) reads \(model.name)") }
    model.name = "b"
    model.$name.assign(to: &model.$copy)
    #expect(model.copy == "b")
    #expect(seen == ["a reads a", "will", "b reads a", "will"])
    withExtendedLifetime((c0, c)) {}
  }

  @Test func debounceOnVirtualTime() {
    let scheduler = TestScheduler()
    let subject = PassthroughSubject<Int, Never>()
    var seen: [Int] = []
    let c = subject.debounce(for: 0.5, scheduler: scheduler).sink { seen.append($0) }
    subject.send(1)
    scheduler.advance(by: 0.4)
    subject.send(2)
    scheduler.advance(by: 0.4)
    #expect(seen == [])
    scheduler.advance(by: 0.1)
    #expect(seen == [2])
    withExtendedLifetime(c) {}
  }

  @Test func valuesOfASequence() async {
    var seen: [Int] = []
    for await value in [1, 2, 3].publisher.values { seen.append(value) }
    #expect(seen == [1, 2, 3])
  }

  @Test func futureCatchFirst() {
    var seen: [Int] = []
    struct Bad: Error {}
    let c = Fail<Int, Bad>(error: Bad()).catch { _ in [7, 8].publisher }.sink { seen.append($0) }
    var fulfil: Future<Int, Never>.Promise?
    let future = Future<Int, Never> { fulfil = $0 }
    let c2 = future.sink { seen.append($0) }
    fulfil?(.success(9))
    #expect(seen == [7, 8, 9])
    withExtendedLifetime((c, c2)) {}
  }

  @Test func notifications() {
    let center = NotificationCenter()
    var count = 0
    let c = center.publisher(for: Notification.Name("x")).sink { _ in count += 1 }
    center.post(name: Notification.Name("x"), object: nil)
    c.cancel()
    center.post(name: Notification.Name("x"), object: nil)
    #expect(count == 1)
  }
}
