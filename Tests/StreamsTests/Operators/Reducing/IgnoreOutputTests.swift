import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct IgnoreOutputTests {
  @Test func `drops every value and finishes without demand`() {
    let numbers = [3, 1, 2].publisher
    expectEqual(numbers.ignoreOutput().record(demand: .none).history, ["subscription: [3, 1, 2]", "finished"])
  }

  @Test func `requests unlimited after it has passed the subscription through`() {
    var demands: [String] = []
    let probe = ProbePublisher<Int, Never> { demands.append("\($0)") }
    let recorder = probe.ignoreOutput().record(demand: .max(2))
    expectEqual(recorder.history, ["subscription: Probe"])
    expectEqual(demands, ["subscribe", "request max(2)", "request unlimited"])
    recorder.cancel()
  }

  @Test func `requests unlimited and passes a failure through`() throws {
    try expectMarbles("a: -12#\ndemand: -\na.upstream: (^*)\nresult: ---#") { rows, _ in rows.a.ignoreOutput() }
  }

  @Test func `passes a cancel through`() throws {
    try expectMarbles("a: -12|\ncancel: --!\na.upstream: (^**)-!\nresult:") { rows, _ in rows.a.ignoreOutput() }
  }
}
