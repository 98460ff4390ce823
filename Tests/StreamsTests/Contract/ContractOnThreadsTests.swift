import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

/// The contract where each upstream, the demand and the cancel have a thread each.
@Suite struct ContractOnThreadsTests {
  private static let rounds = 20

  /// Has the upstreams send on one thread each while another thread requests and, optionally, cancels.
  private func trial(_ specimen: Specimen, cancelling: Bool) -> Recorder {
    let bench = Bench(count: Self.rounds)
    let recorder = Recorder(demand: .none)
    specimen.build(bench).receive(subscriber: recorder)
    let feeders = bench.upstreams.prefix(3).map { upstream in
      { @Sendable in for _ in 0..<100 { _ = upstream.sendNext() } }
    }
    let clock = { @Sendable in for _ in 0..<50 { bench.clock.advance(by: 1) } }
    let downstream = { @Sendable in
      for _ in 0..<Self.rounds { recorder.request(.max(2)) }
      if cancelling { recorder.cancel() }
    }
    together(feeders + [clock, downstream])
    recorder.cancel()
    bench.clock.advance(by: 2_000_000)
    return recorder
  }

  @Test(arguments: Specimen.all) func `delivers serially whatever the threads`(_ specimen: Specimen) {
    expectEqual(trial(specimen, cancelling: false).violations, [])
  }

  @Test(arguments: Specimen.all) func `delivers serially while another thread cancels`(_ specimen: Specimen) {
    let recorder = trial(specimen, cancelling: true)
    expectEqual(recorder.violations, [])
  }
}
