import ExpectSupport
import Foundation
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct SubscriptionNameTests {
  /// The names that differ from the name of the type.
  private static let others = ["Share": "Multicast", "Autoconnect": "Multicast"]

  private static let named = Specimen.all.filter { $0.traits.isDisjoint(with: [.transparent, .standalone]) }

  private func expectedName(_ specimen: Specimen) -> String {
    let type = specimen.typeName(Bench())
    // Combining with a closure is a map, which passes the subscription of the operator before it on.
    guard type != "Map" else {
      let name = specimen.name.prefix { $0 != "(" }
      return name.prefix(1).uppercased() + name.dropFirst()
    }
    if let other = Self.others[type] { return other }
    let families = ["CombineLatest", "Zip", "Merge"]
    return families.first { type.wholeMatch(of: try! Regex("\($0)([0-9]|Many)?")) != nil } ?? type
  }

  private func subscription(of specimen: Specimen, _ bench: Bench) throws -> any Subscription {
    let subscriber = SubscriptionKeeper()
    subscriber.attach(to: specimen.build(bench))
    // With `subscribe(on:)`, the subscription arrives in a job.
    bench.clock.advance()
    return try #require(subscriber.subscription)
  }

  @Test(arguments: named) func `is the name of the operator`(_ specimen: Specimen) throws {
    let subscription = try subscription(of: specimen, Bench())
    expectEqual("\(subscription)", expectedName(specimen))
    subscription.cancel()
  }

  @Test(arguments: named) func `stays after the completion`(_ specimen: Specimen) throws {
    let bench = Bench()
    let subscription = try subscription(of: specimen, bench)
    subscription.request(.unlimited)
    bench.run()
    expectEqual("\(subscription)", expectedName(specimen))
  }

  @Test(arguments: named) func `stays after a cancel`(_ specimen: Specimen) throws {
    let subscription = try subscription(of: specimen, Bench())
    subscription.cancel()
    expectEqual("\(subscription)", expectedName(specimen))
  }

  @Test func `is shown by print`() {
    let lines = TextLog()
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = subject.merge(with: subject, subject).print("a", to: lines).share().print("b", to: lines)
      .sink { _ in }
    expectEqual(
      lines.text.split(separator: "\n").filter { $0.contains("subscription") },
      [
        "b: receive subscription: (Multicast)", "a: receive subscription: (Merge)",
      ])
    cancellable.cancel()
  }

  @Test func `is the type's name for subjects and publishers`() {
    expectEqual(name(PassthroughSubject<Int, Never>()), "PassthroughSubject")
    expectEqual(name(CurrentValueSubject<Int, Never>(1)), "CurrentValueSubject")
    expectEqual(name(PassthroughSubject<Int, Never>().map { $0 }), "PassthroughSubject")
    expectEqual(name(Just(1)), "Just")
    expectEqual(name(Future<Int, Never> { _ in }), "Future")
    expectEqual(name([1, 2].publisher), "[1, 2]")
    expectEqual(name(Empty<Int, Never>()), "Empty")
    expectEqual(name(Record<Int, Never>(output: [1], completion: .finished)), "Record")
    expectEqual(name(PassthroughSubject<Int, Never>().multicast { PassthroughSubject() }), "Multicast")
    expectEqual(name(ObservableObjectPublisher()), "ObservableObjectPublisher")
    expectEqual(name(Timer.publish(every: 1, on: .main, in: .common)), "Timer")
    expectEqual(name(Timer.publish(every: 1, on: .main, in: .common).autoconnect()), "Timer")
  }

  private func name<P: Publisher>(_ publisher: P) -> String? {
    publisher.record(demand: .none).history.first?.replacing("subscription: ", with: "")
  }
}
