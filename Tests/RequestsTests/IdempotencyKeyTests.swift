import ExpectSupport
import Foundation
import JSON
import Requests
import Support
import Testing

@Suite struct IdempotencyKeyTests {
  @Test func `is a version 4 UUID of the random source's bits`() {
    var source = CountingGenerator()
    expectEqual(IdempotencyKey.random(using: &source).rawValue, "00000000-0000-4001-8000-000000000002")
    expectEqual(IdempotencyKey.random(using: &source).rawValue, "00000000-0000-4003-8000-000000000004")
    let system = IdempotencyKey.random()
    #expect(UUID(uuidString: system.rawValue) != nil)
    #expect(system != IdempotencyKey.random())
  }

  @Test func `fixes the bits of version and variant, and no other`() {
    struct Constant: RandomNumberGenerator {
      let bits: UInt64
      mutating func next() -> UInt64 { bits }
    }
    var (zeros, ones) = (Constant(bits: 0), Constant(bits: .max))
    expectEqual(IdempotencyKey.random(using: &zeros).rawValue, "00000000-0000-4000-8000-000000000000")
    expectEqual(IdempotencyKey.random(using: &ones).rawValue, "ffffffff-ffff-4fff-bfff-ffffffffffff")
  }

  @Test(arguments: ["", " ", "a b", "a\r\nX: y", "ä", "\u{7F}", String(repeating: "k", count: 256)])
  func `refuses texts that do not fit a header`(text: String) {
    #expect(IdempotencyKey(rawValue: text) == nil)
  }

  @Test(arguments: ["k", "order-7/~!", String(repeating: "k", count: 255)])
  func `accepts any visible text`(text: String) {
    expectEqual(IdempotencyKey(rawValue: text)?.rawValue, text)
  }

  @Test func `is a text in JSON`() {
    expectEqual(IdempotencyKey(JSONText(scanned: Array(#""a-1""#.utf8)[...]))?.json, Array(#""a-1""#.utf8))
    #expect(IdempotencyKey(JSONText(scanned: Array(#""a 1""#.utf8)[...])) == nil)
    #expect(IdempotencyKey(JSONText(scanned: Array("1".utf8)[...])) == nil)
  }
}
