import ExpectSupport
import Foundation
import Streams
import StreamsSupport
import StreamsTesting
import Testing

/// The effect of a request for no values.
@Suite struct RequestNoneTests {
  /// The subscriptions for which such a request is a programming error.
  enum Strict: String, CaseIterable, Codable {
    case passthroughSubject, currentValueSubject, published, just, optional, result, future, flatMap, switchToLatest,
      zip
    case replaceEmpty, dropFirst, collectByCount

    func attach(_ subscriber: SubscriptionKeeper) {
      let subject = PassthroughSubject<Int, Never>()
      switch self {
      case .passthroughSubject: subscriber.attach(to: subject)
      case .currentValueSubject: subscriber.attach(to: CurrentValueSubject<Int, Never>(1))
      case .published: subscriber.attach(to: Model().$number)
      case .just: subscriber.attach(to: Just(1))
      case .optional: subscriber.attach(to: Int?.some(1).publisher)
      case .result: subscriber.attach(to: Result<Int, Oops>.success(1).publisher)
      case .future: subscriber.attach(to: Future<Int, Never> { $0(.success(1)) })
      case .flatMap: subscriber.attach(to: subject.flatMap { (0..<$0).publisher })
      case .switchToLatest: subscriber.attach(to: subject.map { (0..<$0).publisher }.switchToLatest())
      case .zip: subscriber.attach(to: (0..<3).publisher.zip((0..<3).publisher))
      case .replaceEmpty: subscriber.attach(to: (0..<3).publisher.replaceEmpty(with: 1))
      case .dropFirst: subscriber.attach(to: (0..<3).publisher.dropFirst())
      case .collectByCount: subscriber.attach(to: (0..<3).publisher.collect(2))
      }
    }
  }

  private final class Model {
    @Published var number = 0
  }

  @Test(arguments: Strict.allCases) func `stops the program where Combine does`(_ strict: Strict) async {
    await #expect(processExitsWith: .failure) { [strict] in
      let subscriber = SubscriptionKeeper()
      strict.attach(subscriber)
      subscriber.subscription?.request(.none)
    }
  }

  @Test(arguments: Strict.allCases) func `accepts a request for one value where Combine stops`(_ strict: Strict) throws
  {
    let subscriber = SubscriptionKeeper()
    strict.attach(subscriber)
    let subscription = try #require(subscriber.subscription)
    subscription.request(.max(1))
    subscription.cancel()
  }

  private static let strictNames: Set = [
    "Just", "Optional", "Result", "Future", "PassthroughSubject", "CurrentValueSubject", "flatMap(maxPublishers:_:)",
    "switchToLatest()", "replaceEmpty(with:)", "dropFirst(_:)", "collect(_:)",
    // Publishers beyond Combine that are made of strict ones.
    "ReplaySubject", "PassthroughRelay", "CurrentValueRelay", "flatMapLatest(_:)", "concatMap(_:)", "share(replay:)",
    // Behind them `flatMap` makes one publisher of the many.
    "groupBy(_:)", "window(_:)",
  ]

  static let lenient = Specimen.all.filter { !strictNames.contains($0.name) && !$0.name.hasPrefix("zip(") }

  @Test(arguments: lenient) func `does nothing elsewhere`(_ specimen: Specimen) {
    let bench = Bench()
    let recorder = Recorder(demand: .none)
    specimen.build(bench).receive(subscriber: recorder)
    recorder.request(.none)
    bench.run()
    recorder.request(.none)
    bench.run()
    expectEqual(recorder.values, [])
    expectEqual(recorder.violations, [])
    recorder.cancel()
  }

  @Test func `does nothing at a notification center`() {
    let recorder = NotificationCenter.default.publisher(for: .init("none")).record(demand: .none)
    recorder.request(.none)
    recorder.cancel()
  }
}
