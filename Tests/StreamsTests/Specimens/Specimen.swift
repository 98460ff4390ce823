import Streams
import StreamsTesting
import Testing

/// One operator, publisher or subject, for which every check of the contract runs.
struct Specimen: Sendable, CustomTestStringConvertible {
  /// The operator's name with its labels, or the publisher's.
  let name: String
  let traits: Set<Trait>
  let build: @Sendable (Bench) -> AnyPublisher<String, any Error>
  /// The name of the publisher's type, without its generic arguments.
  let typeName: @Sendable (Bench) -> String

  enum Trait {
    /// Passes the upstream's subscription on, and so also what an upstream does that breaks the contract.
    case transparent
    /// Drops values without demand, or samples by time, by design.
    case lossy
    /// Sends the same values in an order that depends on the demand.
    case unordered
    /// Has no upstream, or one that it does not cancel.
    case standalone
  }

  var testDescription: String { name }

  static func of(
    _ name: String, _ traits: Trait..., build: @escaping @Sendable (Bench) -> any Publisher
  ) -> Specimen {
    Specimen(
      name: name, traits: Set(traits), build: { described(build($0), $0.counter) },
      typeName: { String("\(type(of: build($0)))".prefix { $0 != "<" }) })
  }

  /// The values as text. The two operators in between are stateless and pass everything else through.
  private static func described(
    _ publisher: some Publisher, _ counter: PayloadCounter
  ) -> AnyPublisher<String, any Error> {
    publisher.map { value in counter.ignoringUses { "\(value)" } }.mapError { $0 as any Error }.eraseToAnyPublisher()
  }
}

/// The upstreams and the clock of a specimen, both driven by hand.
final class Bench: Sendable {
  let upstreams: [Upstream]
  let clock = TestScheduler()
  /// Counts the payloads of this bench.
  let counter = PayloadCounter()

  init(count: Int = 12, isSilent: Bool = false) {
    upstreams = (0..<8).map { [counter] _ in Upstream(counter, count: count, isSilent: isSilent) }
  }

  /// A payload that this bench counts.
  func payload(_ number: Int) -> Payload { Payload(number, in: counter) }

  var a: Upstream { upstreams[0] }
  var b: Upstream { upstreams[1] }
  var c: Upstream { upstreams[2] }
  var d: Upstream { upstreams[3] }
  var e: Upstream { upstreams[4] }
  var f: Upstream { upstreams[5] }
  var g: Upstream { upstreams[6] }
  var h: Upstream { upstreams[7] }

  /// The first upstream, as a publisher that cannot fail.
  var safe: Publishers.Catch<Upstream, Empty<Payload, Never>> { a.catch { _ in Empty() } }

  /// Whether every subscriber of every upstream has cancelled or received a completion.
  var hasNoSubscribers: Bool { upstreams.allSatisfy { $0.hasNoSubscribers } }

  /// Makes the upstreams release their subscribers.
  func releaseSubscribers() { for upstream in upstreams { upstream.releaseSubscribers() } }

  /// Sends the requested values and advances time, until nothing happens any more.
  func run() {
    // Demand, too, may be in a job of the scheduler.
    var idle = 0
    while idle < 3 {
      idle += 1
      for upstream in upstreams where upstream.sendNext() { idle = 0 }
      clock.advance(by: idle == 0 ? 1 : 10)
    }
  }
}
