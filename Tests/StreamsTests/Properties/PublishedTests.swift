import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct PublishedTests {
  final class Model: ObservableObject {
    @Published var number = 0
  }

  final class Person: ObservableObject {
    @Published var name = "a"
    @Published var copy = ""
  }

  @Test func `sends objectWillChange, then the value, then stores it`() {
    let model = Model()
    var seen: [String] = []
    let cancellables = [
      model.$number.sink { [unowned model] in seen.append("\($0) while it reads \(model.number)") },
      model.objectWillChange.sink { [unowned model] in seen.append("will change from \(model.number)") },
    ]
    model.number = 1
    expectEqual(seen, ["0 while it reads 0", "will change from 0", "1 while it reads 0"])
    expectEqual(model.number, 1)
    withExtendedLifetime(cancellables) {}
  }

  @Test func `assigns to another property before it is stored`() {
    let model = Person()
    var seen: [String] = []
    let c0 = model.objectWillChange.sink { seen.append("will") }
    let c = model.$name.sink { [unowned model] in seen.append("\($0) reads \(model.name)") }
    model.name = "b"
    model.$name.assign(to: &model.$copy)
    expectEqual(model.copy, "b")
    expectEqual(seen, ["a reads a", "will", "b reads a", "will"])
    withExtendedLifetime((c0, c)) {}
  }

  @Test func `cancels an assignment when the property is released`() {
    let probe = ProbePublisher<Int, Never>()
    var model: Model? = Model()
    // A local variable, because a projected value is passed `inout`.
    if let model { probe.assign(to: &model.$number) }
    probe.send(7)
    expectEqual(model?.number, 7)
    model = nil
    expectEqual(probe.events, [.subscribe, .request(.unlimited), .cancel])
  }

  @Test func `sends the new value to one that joins in a delivery`() {
    let model = Model()
    var late: [Int] = []
    var inner: AnyCancellable?
    let outer = model.$number.dropFirst().sink { [unowned model] _ in
      inner = model.$number.sink { late.append($0) }
    }
    model.number = 1
    expectEqual(late, [1])
    withExtendedLifetime((inner, outer)) {}
  }

  @Test func `sends the latest missed value at the next request`() {
    let model = Model()
    let recorder = model.$number.record(demand: .max(1))
    model.number = 1
    model.number = 2
    recorder.request(.max(1))
    expectEqual(recorder.values, [0, 2])
  }

  private final class Counter: @unchecked Sendable {
    // Sendable because a published property may be set from any thread.
    @Published var number = -1
  }

  @Test func `publishes every value of several threads once`() {
    let model = Counter()
    let seen = Shared<[Int]>([])
    let cancellable = model.$number.sink { value in seen.withLock { $0.append(value) } }
    Stress.send { model.number = $0 }
    #expect(Stress.isComplete(Array(seen.current.dropFirst())))
    expectEqual(seen.current.last, model.number)
    cancellable.cancel()
  }
}
