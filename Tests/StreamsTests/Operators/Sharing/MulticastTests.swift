import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct MulticastTests {
  @Test func `creates one subject at the first subscription`() {
    var made = 0
    let source = ProbePublisher<Int, Never>()
    let shared = source.multicast { () -> PassthroughSubject<Int, Never> in
      made += 1
      return PassthroughSubject()
    }
    expectEqual(made, 0)
    let recorders = [shared.record(), shared.record()]
    expectEqual(made, 1)
    expectEqual(source.events, [])
    let connection = shared.connect()
    source.send(1)
    expectEqual(recorders.map(\.values), [[1], [1]])
    connection.cancel()
    source.send(2)
    expectEqual(recorders.map(\.values), [[1], [1]])
    expectEqual(source.events, [.subscribe, .request(.unlimited), .cancel])
    expectEqual(made, 1)
  }

  @Test func `sends every subscriber the values and the completion`() {
    let probe = ProbePublisher<Int, Oops>()
    let shared = probe.multicast(subject: PassthroughSubject())
    let recorders = [shared.record(), shared.record(demand: .max(1))]
    let connection = shared.connect()
    probe.send(1)
    probe.send(2)
    probe.send(completion: .failure(Oops()))
    expectEqual(recorders[0].history, ["subscription: Multicast", "value: 1", "value: 2", "failure: Oops()"])
    expectEqual(recorders[1].history, ["subscription: Multicast", "value: 1", "failure: Oops()"])
    expectEqual(probe.events, [.subscribe, .request(.unlimited)])
    connection.cancel()
  }

  @Test func `sends nothing to a subscriber that cancelled`() {
    let probe = ProbePublisher<Int, Never>()
    let shared = probe.multicast(subject: PassthroughSubject())
    let recorders = [shared.record(), shared.record()]
    let connection = shared.connect()
    recorders[0].cancel()
    probe.send(1)
    expectEqual(recorders.map(\.values), [[], [1]])
    expectEqual(probe.events, [.subscribe, .request(.unlimited)])
    connection.cancel()
  }
}
