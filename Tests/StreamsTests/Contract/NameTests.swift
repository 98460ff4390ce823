import Streams
import StreamsTesting
import Testing

/// Every subscription describes itself by its operator's name.
@Suite struct NameTests {
  /// Where the name is not the type's.
  private static let others = ["Share": "Autoconnect"]

  private static let named = Specimen.all.filter { $0.traits.isDisjoint(with: [.transparent, .standalone]) }

  @Test(arguments: named) func aSubscriptionHasItsOperatorsName(_ specimen: Specimen) throws {
    let bench = Bench()
    let recorder = Recorder(demand: .none)
    specimen.build(bench).receive(subscriber: recorder)
    bench.clock.advance()
    recorder.cancel()
    let type = specimen.typeName(Bench())
    // NB: a closure that joins is a map of its own, which passes the subscription of the operator before it on.
    let name = type == "Map" ? String(describing: specimen.name.prefix { $0 != "(" }) : Self.others[type] ?? type
    let told = try #require(recorder.history.first)
    #expect(told.lowercased().hasPrefix("subscription: \(name)".lowercased()))
    if type != "Map" { #expect(told == "subscription: \(name)") }
  }

  @Test func subjectsAndOriginsHaveTheirs() {
    #expect(name(PassthroughSubject<Int, Never>()) == "PassthroughSubject")
    #expect(name(CurrentValueSubject<Int, Never>(1)) == "CurrentValueSubject")
    #expect(name(PassthroughSubject<Int, Never>().map { $0 }) == "PassthroughSubject")
    #expect(name(Just(1)) == "Just")
    #expect(name(Future<Int, Never> { _ in }) == "Future")
    #expect(name([1, 2].publisher) == "[1, 2]")
    #expect(name(Empty<Int, Never>()) == "Empty")
    #expect(name(Record<Int, Never>(output: [1], completion: .finished)) == "Record")
  }

  private func name<P: Publisher>(_ publisher: P) -> String? {
    publisher.record(demand: .none).history.first?.replacing("subscription: ", with: "")
  }
}
