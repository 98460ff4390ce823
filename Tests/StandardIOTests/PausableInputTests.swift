import ExpectSupport
import Foundation
import StandardIO
import Testing
import ThreadsSupport

@Suite struct PausableInputTests {
  private let pipe = PlainPipe()

  /// What is read next.
  private static func text(_ input: PausableInput) -> String {
    var piece = [UInt8](repeating: 0, count: 64)
    let count = piece.withUnsafeMutableBytes { (try? input.read(into: $0)) ?? -1 }
    return count < 0 ? "failed" : String(decoding: piece[..<count], as: UTF8.self)
  }

  @Test func `reads what there is, and the end`() throws {
    let input = PausableInput(pipe.output)
    try pipe.input.writeAll("Emma")
    expectEqual(Self.text(input), "Emma")
    pipe.closeInput()
    expectEqual(Self.text(input), "")
  }

  @Test func `a paused input leaves what comes to another reader`() async throws {
    let input = PausableInput(pipe.output)
    #expect(input.pause(true))
    async let later = Task.detached { Self.text(input) }.value
    try pipe.input.writeAll("for the pager")
    // The other reader finds all of it, whenever the paused one has begun.
    expectEqual(pipe.read(until: "pager"), "for the pager")
    input.pause(false)
    try pipe.input.writeAll("for us")
    await expectEqual(later, "for us")
  }
}
