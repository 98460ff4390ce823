import ExpectSupport
import Foundation
import Streams
import StreamsTesting
import Testing

@Suite struct CodingTests {
  private struct Point: Codable, Equatable { var x = 1 }

  @Test func `encodes and decodes, and fails when a coder throws`() throws {
    let encoded = try #require(Just(Point()).encode(encoder: JSONEncoder()).record().values.first)
    expectEqual(Just(encoded).decode(type: Point.self, decoder: JSONDecoder()).record().values, [Point()])
    let list = try #require(Just([1]).encode(encoder: PropertyListEncoder()).record().values.first)
    expectEqual(Just(list).decode(type: [Int].self, decoder: PropertyListDecoder()).record().values, [[1]])
    let source = ProbePublisher<Data, Never>()
    let recorder = source.decode(type: Point.self, decoder: JSONDecoder()).record()
    source.send(Data("{".utf8))
    expectEqual(recorder.history.count, 2)
    guard case .failure(let error) = recorder.completion else {
      Issue.record("\(recorder.history)")
      return
    }
    #expect(error is DecodingError)
    expectEqual(source.events, [.subscribe, .request(.unlimited), .cancel])
  }

  @Test func `encode cancels and fails when the encoder throws`() {
    let probe = ProbePublisher<Double, Never>()
    let recorder = probe.encode(encoder: JSONEncoder()).record()
    probe.send(.infinity)
    expectEqual(recorder.history.count, 2)
    expectEqual(recorder.values, [])
    guard case .failure(let error) = recorder.completion else {
      Issue.record("\(recorder.history)")
      return
    }
    #expect(error is EncodingError)
    expectEqual(probe.events, [.subscribe, .request(.unlimited), .cancel])
  }

  @Test func `passes demand, completion and cancel through`() {
    let probe = ProbePublisher<[Int], Never>()
    let recorder = probe.encode(encoder: JSONEncoder()).decode(type: [Int].self, decoder: JSONDecoder())
      .record(demand: .max(1)) { _ in .max(1) }
    probe.send([1])
    probe.send([2])
    probe.send(completion: .finished)
    expectEqual(recorder.history, ["subscription: Decode", "value: [1]", "value: [2]", "finished"])
    expectEqual(probe.events, [.subscribe, .request(.max(1)), .additional(.max(1)), .additional(.max(1))])
    probe.encode(encoder: JSONEncoder()).record().cancel()
    expectEqual(probe.events.last, .cancel)
  }
}
