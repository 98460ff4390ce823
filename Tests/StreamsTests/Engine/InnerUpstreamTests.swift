import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Support
import Testing

/// An operator that is an inner publisher of its own kind adds its publishers to the outer one. That is seen nowhere: a `map` between
/// the two, which prevents it, changes nothing.
@Suite struct InnerUpstreamTests {
  /// An operator that flattens.
  enum Operator: CaseIterable {
    case flatMap
    case switchToLatest
    case merge
  }

  /// What a test does in one step.
  private enum Action {
    case sendLeaf(Int)
    case sendPublisher(from: Int, Inner)
    case finishLeaf(Int)
    case finishOuter(Int)
    case failLeaf(Int)
    case failOuter(Int)
    case request(Int)
    case cancel
  }

  /// What an outer publisher emits.
  private enum Inner {
    case leaf(Int)
    case single(Int)
    case none
    /// Another outer publisher and what is made of its publishers.
    case outer(Int)
    /// A value and then another outer publisher.
    case valueThenOuter(Int)
    /// Two leaves and another outer publisher at the same time.
    case several(Int)
  }

  /// Publishers that are driven by hand, and what is made of them.
  private final class World {
    typealias Publisher = AnyPublisher<Int, Oops>

    let kind: Operator
    let isSeparated: Bool
    private var number = 0
    let leaves = (0..<4).map { ProbePublisher<Int, Oops>("leaf \($0)") }
    let outers = (0..<4).map { ProbePublisher<Publisher, Oops>("outer \($0)") }
    let recorder: RecordingSubscriber<Int, Oops>

    init(_ kind: Operator, isSeparated: Bool, demand: Subscribers.Demand) {
      self.kind = kind
      self.isSeparated = isSeparated
      recorder = RecordingSubscriber(demand: demand)
      flattened(0).subscribe(recorder)
    }

    func flattened(_ outer: Int) -> Publisher {
      switch kind {
      case .flatMap: outers[outer].flatMap { $0 }.eraseToAnyPublisher()
      case .switchToLatest: outers[outer].switchToLatest().eraseToAnyPublisher()
      case .merge: outers[outer].flatMap { $0 }.merge(with: leaves[outer]).eraseToAnyPublisher()
      }
    }

    /// The publisher as an outer one emits it.
    func separated(_ publisher: Publisher) -> Publisher {
      isSeparated ? publisher.map { $0 }.eraseToAnyPublisher() : publisher
    }

    func nextNumber() -> Int {
      number += 1
      return number
    }

    func publisher(_ inner: Inner) -> Publisher {
      let number = nextNumber()
      switch inner {
      case .leaf(let index): return leaves[index].eraseToAnyPublisher()
      case .single: return Just(number).setFailureType(to: Oops.self).eraseToAnyPublisher()
      case .none: return Empty().eraseToAnyPublisher()
      case .outer(let index): return separated(flattened(index))
      case .valueThenOuter(let index):
        return Just(number).setFailureType(to: Oops.self).append(separated(flattened(index))).eraseToAnyPublisher()
      case .several(let index):
        return separated(leaves[0].merge(with: leaves[1], separated(flattened(index))).eraseToAnyPublisher())
      }
    }

    func perform(_ action: Action) {
      switch action {
      case .sendLeaf(let index):
        let value = nextNumber()
        if leaves[index].outstanding > .none { leaves[index].send(value) }
      case .sendPublisher(let index, let inner): outers[index].send(publisher(inner))
      case .finishLeaf(let index): leaves[index].send(completion: .finished)
      case .finishOuter(let index): outers[index].send(completion: .finished)
      case .failLeaf(let index): leaves[index].send(completion: .failure(Oops()))
      case .failOuter(let index): outers[index].send(completion: .failure(Oops()))
      case .request(let count): recorder.request(.max(count))
      case .cancel: recorder.cancel()
      }
    }

    /// What can be seen from outside. A demand may be returned in the one world and requested in the other.
    var seen: [String] {
      recorder.history
        + leaves.map { leaf in
          let demand = leaf.events.reduce(Subscribers.Demand.none) { sum, event in
            switch event {
            case .request(let more), .additional(let more): sum + more
            case .subscribe, .cancel: sum
            }
          }
          return "\(leaf.events.filter { $0 == .subscribe }.count) \(demand) \(leaf.subscriberCount)"
        } + outers.map { "\($0.events)" }
    }
  }

  private static func action(_ generator: inout SeededGenerator) -> Action {
    let index = Int.random(in: 0..<4, using: &generator)
    // A later one, so that the publishers end.
    let later = Int.random(in: min(index + 1, 3)...3, using: &generator)
    switch Int.random(in: 0..<40, using: &generator) {
    case 0..<14: return .sendLeaf(index)
    case 14..<17: return .sendPublisher(from: index, .leaf(later))
    case 17: return .sendPublisher(from: index, .single(0))
    case 18: return .sendPublisher(from: index, .none)
    case 19..<24: return .sendPublisher(from: index, index == 3 ? .leaf(3) : .outer(later))
    case 24..<27: return .sendPublisher(from: index, index == 3 ? .single(0) : .valueThenOuter(later))
    case 27: return .sendPublisher(from: index, index == 3 ? .leaf(3) : .several(later))
    case 28..<31: return .finishLeaf(index)
    case 31..<33: return .finishOuter(index)
    case 33: return .failLeaf(index)
    case 34: return .failOuter(index)
    case 35: return .cancel
    default: return .request(later)
    }
  }

  @Test(arguments: Operator.allCases) func `flattened publishers differ in nothing from nested ones`(kind: Operator) {
    for seed in UInt64(1)...150 {
      var generator = SeededGenerator(seed: seed)
      // `switchToLatest` asks for what is outstanding; the others ask each inner publisher for one value at a time.
      let demand: Subscribers.Demand = kind == .switchToLatest && seed.isMultiple(of: 2) ? .max(2) : .unlimited
      let worlds = [false, true].map { World(kind, isSeparated: $0, demand: demand) }
      for step in 1...40 {
        let action = Self.action(&generator)
        for world in worlds { world.perform(action) }
        guard worlds[0].seen == worlds[1].seen else {
          Issue.record("seed \(seed), step \(step), \(action): \(worlds[0].seen) and \(worlds[1].seen)")
          return
        }
      }
      expectEqual(worlds.flatMap(\.recorder.violations), [])
    }
  }

  /// Nested ones ask for one more value at each level, so the order may differ.
  @Test(arguments: [Operator.flatMap, .merge]) func `flattened publishers lose nothing that waits`(kind: Operator) {
    for seed in UInt64(1)...150 {
      var generator = SeededGenerator(seed: seed)
      let worlds = [false, true].map { World(kind, isSeparated: $0, demand: .max(2)) }
      for _ in 1...40 {
        let action = Self.action(&generator)
        switch action {
        case .failLeaf, .failOuter, .cancel: continue
        case .sendLeaf(let index): for world in worlds { world.leaves[index].send(world.nextNumber()) }
        default: for world in worlds { world.perform(action) }
        }
      }
      for world in worlds { world.recorder.request(.unlimited) }
      expectEqual(worlds[0].recorder.values.sorted(), worlds[1].recorder.values.sorted(), "seed \(seed)")
      expectEqual(worlds[0].recorder.completion, worlds[1].recorder.completion, "seed \(seed)")
      expectEqual(worlds[0].leaves.map(\.subscriberCount), worlds[1].leaves.map(\.subscriberCount), "seed \(seed)")
      expectEqual(worlds.flatMap(\.recorder.violations), [])
    }
  }
}
