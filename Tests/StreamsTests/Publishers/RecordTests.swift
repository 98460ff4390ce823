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

  @Test func `encodes a recording into an encoder`() throws {
    let recording = Recording(output: [1, 2], completion: .failure(Broken()))
    let coder = JSONEncoder()
    coder.outputFormatting = .sortedKeys
    let data = try coder.encode(Envelope(recording: recording))
    #expect(try data == coder.encode(recording))
    let decoded = try JSONDecoder().decode(Recording.self, from: data)
    #expect(decoded.output == [1, 2])
    #expect(decoded.completion == .failure(Broken()))
  }
}
