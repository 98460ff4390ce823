import ExpectSupport
import Foundation
import Streams
import StreamsTesting
import Testing

@Suite struct RecordTests {
  private struct Broken: Error, Codable, Equatable {}
  private typealias Recording = Record<Int, Broken>.Recording

  /// Encodes a recording by its own method.
  private struct Envelope: Encodable {
    let recording: Recording

    func encode(to encoder: any Encoder) throws { try recording.encode(into: encoder) }
  }

  @Test func `replays its recording on demand`() {
    let record = Record<Int, Never> { recording in
      recording.receive(1)
      recording.receive(2)
      recording.receive(completion: .finished)
    }
    expectEqual(record.record(demand: .max(1)).history, ["subscription: Record", "value: 1"])
    expectEqual(record.record().history, ["subscription: Record", "value: 1", "value: 2", "finished"])
    let failed = Record<Int, Never>(output: [1], completion: .finished)
    expectEqual(failed.recording.output, [1])
  }

  @Test func `encodes a recording into an encoder`() throws {
    let recording = Recording(output: [1, 2], completion: .failure(Broken()))
    let coder = JSONEncoder()
    coder.outputFormatting = .sortedKeys
    let data = try coder.encode(Envelope(recording: recording))
    try expectEqual(data, coder.encode(recording))
    let decoded = try JSONDecoder().decode(Recording.self, from: data)
    expectEqual(decoded.output, [1, 2])
    expectEqual(decoded.completion, .failure(Broken()))
  }

  @Test func `replays a failure`() {
    let record = Record<Int, Broken>(output: [1], completion: .failure(Broken()))
    expectEqual(record.record().history, ["subscription: Record", "value: 1", "failure: Broken()"])
  }
}
