import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Support
import Testing

typealias Recorder = RecordingSubscriber<String, any Error>

/// The contract of every publisher with its subscriber, and of every operator with its upstream.
@Suite struct ContractTests {
  /// How a subscriber requests values.
  enum Pace: CaseIterable {
    case oneFromOutside, oneInAnswer, oneFromInside, threeFromOutside, oneThenEverythingInAnswer,
      oneThenEverythingFromOutside
  }

  /// Attaches a recorder to the publisher of a specimen.
  private func attach(_ recorder: Recorder, to specimen: Specimen, _ bench: Bench) {
    specimen.build(bench).receive(subscriber: recorder)
  }

  /// The whole history at unlimited demand.
  private func unlimited(_ specimen: Specimen, count: Int = 12) -> Recorder {
    let bench = Bench(count: count)
    let recorder = Recorder()
    attach(recorder, to: specimen, bench)
    bench.run()
    return recorder
  }

  private func paced(_ specimen: Specimen, _ pace: Pace) -> Recorder {
    let bench = Bench()
    let box = Shared<Recorder?>(nil)
    var isFirst = true
    let recorder = Recorder(demand: pace == .threeFromOutside ? .max(3) : .max(1)) { _ in
      defer { isFirst = false }
      switch pace {
      case .oneInAnswer: return .max(1)
      case .oneFromInside:
        box.current?.request(.max(1))
        return .none
      case .oneThenEverythingInAnswer: return isFirst ? .unlimited : .none
      case .oneFromOutside, .threeFromOutside, .oneThenEverythingFromOutside: return .none
      }
    }
    box.withLock { $0 = recorder }
    attach(recorder, to: specimen, bench)
    for _ in 0..<200 where recorder.completion == nil {
      bench.run()
      switch pace {
      case .oneFromOutside: recorder.request(.max(1))
      case .threeFromOutside: recorder.request(.max(3))
      case .oneThenEverythingFromOutside: recorder.request(.unlimited)
      case .oneInAnswer, .oneFromInside, .oneThenEverythingInAnswer: break
      }
    }
    box.withLock { $0 = nil }
    return recorder
  }

  @Test(arguments: Specimen.all) func `sends everything at unlimited demand`(_ specimen: Specimen) {
    let recorder = unlimited(specimen)
    expectEqual(recorder.violations, [])
    #expect(recorder.completion != nil)
    #expect(recorder.history.first?.hasPrefix("subscription: ") == true)
  }

  @Test(arguments: Specimen.all, Pace.allCases)
  func `sends the same values at every pace of demand`(_ specimen: Specimen, _ pace: Pace) {
    let expected = unlimited(specimen)
    let recorder = paced(specimen, pace)
    expectEqual(recorder.violations, [])
    expectEqual(recorder.completion.map { "\($0)" }, expected.completion.map { "\($0)" })
    if specimen.traits.contains(.lossy) { return }
    if specimen.traits.contains(.unordered) {
      expectEqual(recorder.values.sorted(), expected.values.sorted())
    } else {
      expectEqual(recorder.values, expected.values)
    }
  }

  @Test(arguments: Specimen.all) func `sends no value without demand`(_ specimen: Specimen) {
    let bench = Bench()
    let recorder = Recorder(demand: .none)
    attach(recorder, to: specimen, bench)
    bench.run()
    expectEqual(recorder.values, [])
    expectEqual(recorder.violations, [])
  }

  @Test(arguments: Specimen.all) func `completes once when an upstream fails`(_ specimen: Specimen) {
    let bench = Bench()
    let recorder = Recorder()
    attach(recorder, to: specimen, bench)
    bench.clock.advance()
    _ = bench.a.sendNext()
    _ = bench.b.sendNext()
    bench.a.complete(with: .failure(Oops()))
    bench.run()
    expectEqual(recorder.violations, [])
    #expect(recorder.completion != nil)
    #expect(bench.hasNoSubscribers)
  }

  @Test(arguments: Specimen.all) func `passes a cancel to every upstream`(_ specimen: Specimen) {
    let bench = Bench()
    let recorder = Recorder()
    attach(recorder, to: specimen, bench)
    _ = bench.a.sendNext()
    bench.clock.advance(by: 1)
    recorder.cancel()
    recorder.cancel()
    bench.clock.advance()
    let history = recorder.history
    #expect(bench.hasNoSubscribers)
    bench.run()
    expectEqual(recorder.history, history)
    expectEqual(recorder.violations, [])
  }

  @Test(arguments: Specimen.all) func `stops when it is cancelled inside a delivery`(_ specimen: Specimen) {
    let bench = Bench()
    let box = Shared<Recorder?>(nil)
    let recorder = Recorder { _ in
      box.current?.cancel()
      return .max(1)
    }
    box.withLock { $0 = recorder }
    attach(recorder, to: specimen, bench)
    bench.run()
    box.withLock { $0 = nil }
    expectEqual(recorder.violations, [])
    #expect(recorder.values.count <= 1)
    if recorder.values.count == 1 { #expect(recorder.completion == nil) }
    #expect(bench.hasNoSubscribers)
  }

  @Test(arguments: Specimen.all) func `stops when it is cancelled inside the subscription`(_ specimen: Specimen) {
    let bench = Bench()
    let recorder = Recorder()
    recorder.cancel()
    attach(recorder, to: specimen, bench)
    bench.run()
    expectEqual(recorder.values, [])
    #expect(bench.hasNoSubscribers)
  }

  /// The operators that protect their subscriber from an upstream that breaks the contract.
  static let guarded = Specimen.all.filter { $0.traits.isDisjoint(with: [.transparent, .standalone]) }

  @Test(arguments: guarded) func `sends nothing after a cancel`(_ specimen: Specimen) {
    let bench = Bench()
    let recorder = Recorder()
    attach(recorder, to: specimen, bench)
    recorder.cancel()
    bench.clock.advance()
    let history = recorder.history
    for upstream in bench.upstreams {
      upstream.force(1)
      upstream.forceCompletion(.finished)
    }
    bench.clock.advance(by: 100)
    expectEqual(recorder.history, history)
  }

  @Test(arguments: guarded) func `sends nothing after the completion`(_ specimen: Specimen) {
    let bench = Bench()
    let recorder = Recorder()
    attach(recorder, to: specimen, bench)
    bench.run()
    let history = recorder.history
    for upstream in bench.upstreams {
      upstream.force(99)
      upstream.forceCompletion(.failure(Oops()))
      upstream.forceCompletion(.finished)
    }
    bench.clock.advance(by: 100)
    expectEqual(recorder.history, history)
    expectEqual(recorder.violations, [])
  }

  @Test(arguments: guarded) func `cancels a second subscription and keeps the first`(_ specimen: Specimen) {
    let bench = Bench()
    let recorder = Recorder(demand: .none)
    attach(recorder, to: specimen, bench)
    bench.clock.advance()
    for upstream in bench.upstreams { #expect(upstream.forceSubscription()) }
    expectEqual(recorder.violations, [])
  }

  @Test(arguments: guarded) func `releases its subscriber where upstream sends no subscription`(_ specimen: Specimen) {
    let bench = Bench(isSilent: true)
    expectEqual(
      leaks { detector in
        let recorder = detector.watch(Recorder())
        attach(recorder, to: specimen, bench)
        bench.clock.advance()
        for upstream in bench.upstreams {
          upstream.force(1)
          upstream.forceCompletion(.finished)
          upstream.forceCompletion(.failure(Oops()))
        }
        recorder.cancel()
        bench.clock.advance(by: 2_000_000)
        bench.releaseSubscribers()
      }, [])
  }

  @Test(arguments: Specimen.all) func `releases its subscriber after the completion`(_ specimen: Specimen) {
    let bench = Bench()
    expectEqual(
      leaks { detector in
        let recorder = detector.watch(Recorder())
        attach(recorder, to: specimen, bench)
        bench.run()
        bench.releaseSubscribers()
      }, [])
  }

  @Test(arguments: Specimen.all) func `releases its subscriber after a cancel`(_ specimen: Specimen) {
    let bench = Bench()
    expectEqual(
      leaks { detector in
        let recorder = detector.watch(Recorder())
        attach(recorder, to: specimen, bench)
        _ = bench.a.sendNext()
        recorder.cancel()
        bench.clock.advance(by: 2_000_000)
        bench.releaseSubscribers()
      }, [])
  }
}
